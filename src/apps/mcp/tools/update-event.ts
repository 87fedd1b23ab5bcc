import { own } from '../json.ts'
import { ID } from './get-event.ts'
import { numberOf } from './rest.ts'
import { type CalendarTool, object, ToolError } from './tool.ts'
import {
  DRY_RUN,
  fieldsOf,
  SCOPE,
  scopeOf,
  VERSION,
  versionIn,
  writable,
  write,
  writtenSchema,
} from './writing.ts'

export const updateEvent: CalendarTool = {
  name: 'update_event',
  title: 'Change an event',
  description:
    'Changes the fields that are named, and no others. To call an event off, set event_status to canceled, with ' +
    'event_status_reason: it stays in the calendar, so that people see it. If the event repeats, name the scope; a ' +
    'change of several dates is a dry run until dry_run is false. To bring back a deleted event, set status.',
  needsWrite: true,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  inputSchema: (fields, me) =>
    object({ id: ID, ...writable(fields, me), scope: SCOPE, dry_run: DRY_RUN, version: VERSION }, ['id']),
  outputSchema: writtenSchema,
  run: async (args, session) => {
    const body = fieldsOf(args)
    if (Object.keys(body).length === 0)
      throw new ToolError('No field to change is named; for example title: "Choir practice".')
    if (own(body, 'event_status') === 'canceled' && !own(body, 'event_status_reason'))
      throw new ToolError('event_status_reason is missing; a value that would do: "The hall is closed."')
    const id = numberOf(own(args, 'id')) ?? 0
    const { scope, isDry } = await scopeOf(id, args, session)
    return write(session, {
      method: 'PATCH',
      path: `/events/${id}`,
      body,
      scope,
      isDry,
      headers: versionIn(args),
    })
  },
}
