import type { EventView } from '../domain/records/views.ts'
import type { RequestContext } from '../mount/request.ts'
import { listEvents } from '../operations/events/list-events.ts'
import { readEvent } from '../operations/events/read-event.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { eventWriter } from '../present/event-json.ts'
import { pageJson, readJson } from '../present/json.ts'
import type { Asked } from '../present/mask.ts'
import { type EventListFields, eventListSchema } from '../schema/event-list.ts'
import { type EventReadFields, eventReadSchema } from '../schema/event-read.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/** Loaded with the first request for `_fields`, for series or by a cursor. */
const later = () => import('./read-endpoints.ts')

/** Series have the start of their next date in lists of series alone. */
async function ask(
  views: readonly EventView[],
  { _fields, series }: Pick<EventListFields, '_fields' | 'series'>,
  context: RequestContext,
): Promise<Asked | undefined> {
  if (_fields === undefined && series === undefined) return undefined
  return (await later()).askedOfEvents(views, _fields, context, series !== undefined)
}

export const list = endpoint({
  operation: 'listEvents',
  input: eventListSchema,
  before: withoutMarkedAny,
  run: inFormat(
    async (context, fields: EventListFields) =>
      context.params.cursor === undefined
        ? listEvents(context, fields)
        : (await later()).walkEvents(context, fields),
    pageJson('event', eventWriter),
    ({ records }, fields, context) => ask(records, fields, context),
  ),
})

export const read = endpoint({
  operation: 'readEvent',
  headers: ['X-Event-Password'],
  input: eventReadSchema,
  run: inFormat(
    (context, fields: EventReadFields) => readEvent(context, fields),
    readJson(eventWriter),
    (view, { _fields }, context) => ask([view], { _fields }, context),
  ),
})
