import { countEvents as run } from '../operations/events/count-events.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { eventCountSchema } from '../schema/event-list.ts'
import { endpoint } from './route.ts'

export const countEvents = endpoint({
  operation: 'countEvents',
  input: eventCountSchema,
  before: withoutMarkedAny,
  run,
})
