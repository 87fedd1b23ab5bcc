import { listEvents } from '../operations/events/list-events.ts'
import { readEvent } from '../operations/events/read-event.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { eventWriter } from '../present/event-json.ts'
import { pageJson, readJson } from '../present/json.ts'
import { type EventListFields, eventListSchema } from '../schema/event-list.ts'
import { type EventReadFields, eventReadSchema } from '../schema/event-read.ts'
import { inFormat, withFields, withNextDates } from './formats.ts'
import { endpoint } from './route.ts'

export const list = endpoint({
  operation: 'listEvents',
  input: eventListSchema,
  before: withoutMarkedAny,
  run: withFields(
    withNextDates(
      inFormat(
        async (context, fields: EventListFields) =>
          context.params.cursor === undefined
            ? listEvents(context, fields)
            : (await import('./read-endpoints.ts')).walkEvents(context, fields),
        pageJson('event', eventWriter),
      ),
    ),
    'events',
  ),
})

export const read = endpoint({
  operation: 'readEvent',
  headers: ['X-Event-Password'],
  input: eventReadSchema,
  run: withFields(
    inFormat((context, fields: EventReadFields) => readEvent(context, fields), readJson(eventWriter)),
  ),
})
