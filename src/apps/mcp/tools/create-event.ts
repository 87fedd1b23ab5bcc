import { sha256 } from '../../../core/domain/sha256.ts'
import { type Json, own } from '../json.ts'
import { type CalendarTool, object } from './tool.ts'
import { DRY_RUN, fieldsOf, writable, write, writtenSchema } from './writing.ts'

const KEY: Json = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'Any text of your own. A second call with the same one creates no second event.',
}

export const createEvent: CalendarTool = {
  name: 'create_event',
  title: 'Create an event',
  description:
    'Creates an event. Times are on the wall clock of the event, in the zone of the calendar if none is named. Find ' +
    'the venue with find_places first, so that there is not a second one. What the caller may not publish becomes pending.',
  needsWrite: true,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  inputSchema: (fields, me) =>
    object({ ...writable(fields, me), dry_run: DRY_RUN, idempotency_key: KEY }, [
      'title',
      'start_date',
      'end_date',
    ]),
  outputSchema: writtenSchema,
  run: async (args, session) => {
    const key = own(args, 'idempotency_key')
    return write(session, {
      method: 'POST',
      path: '/events',
      body: fieldsOf(args),
      isDry: own(args, 'dry_run') === true,
      // A header field holds 255 letters of ASCII at most.
      headers: typeof key === 'string' ? { 'idempotency-key': await sha256(key) } : {},
    })
  },
}
