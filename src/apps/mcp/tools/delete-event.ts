import { own } from '../json.ts'
import { ID } from './get-event.ts'
import { numberOf } from './rest.ts'
import { type CalendarTool, object } from './tool.ts'
import { DRY_RUN, SCOPE, scopeOf, VERSION, versionIn, write, writtenSchema } from './writing.ts'

export const deleteEvent: CalendarTool = {
  name: 'delete_event',
  title: 'Delete an event',
  description:
    'Moves an event to the trash; update_event with a status brings it back. For an event that does not take place, ' +
    'use update_event with event_status canceled instead, so that people see it. If the event repeats, name the scope.',
  needsWrite: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  inputSchema: () => object({ id: ID, scope: SCOPE, dry_run: DRY_RUN, version: VERSION }, ['id']),
  outputSchema: writtenSchema,
  run: async (args, session) => {
    const id = numberOf(own(args, 'id')) ?? 0
    const { scope, isDry } = await scopeOf(id, args, session)
    return write(session, { method: 'DELETE', path: `/events/${id}`, scope, isDry, headers: versionIn(args) })
  },
}
