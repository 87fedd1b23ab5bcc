import type { Answer, RequestContext } from '../mount/request.ts'
import { listEvents } from '../operations/events/list-events.ts'
import { readEvent } from '../operations/events/read-event.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { eventWriter } from '../present/event-json.ts'
import { pageJson, readJson } from '../present/json.ts'
import { type EventListFields, eventListSchema } from '../schema/event-list.ts'
import { type EventReadFields, eventReadSchema } from '../schema/event-read.ts'
import { inFormat, type Pick, withFields } from './formats.ts'
import { endpoint } from './route.ts'

/** Loaded with the first request for `_fields`, for series or by a cursor. */
const later = () => import('./read-endpoints.ts')

const pick: Pick = async (...asked) => (await later()).pickAsked(...asked)

/** The same list. Series have the start of their next date, if the list is of them alone. */
const withNextDates =
  (run: (context: RequestContext, fields: EventListFields) => Promise<Answer<string>>) =>
  async (context: RequestContext, fields: EventListFields): Promise<Answer<string>> => {
    const answer = await run(context, fields)
    if (fields.series === undefined) return answer
    return { ...answer, content: await (await later()).withNextDates(answer.content, context) }
  }

export const list = endpoint({
  operation: 'listEvents',
  input: eventListSchema,
  before: withoutMarkedAny,
  run: withFields(
    pick,
    withNextDates(
      inFormat(
        async (context, fields: EventListFields) =>
          context.params.cursor === undefined
            ? listEvents(context, fields)
            : (await later()).walkEvents(context, fields),
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
    pick,
    inFormat((context, fields: EventReadFields) => readEvent(context, fields), readJson(eventWriter)),
  ),
})
