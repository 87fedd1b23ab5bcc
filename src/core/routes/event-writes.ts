import type { EventView } from '../domain/records/views.ts'
import type { Answer, RequestContext } from '../mount/request.ts'
import { withWarnings } from '../operations/events/warnings.ts'
import * as events from '../operations/events/write-event.ts'
import { eventWriter } from '../present/event-json.ts'
import { writtenOrReportJson } from '../present/json.ts'
import { EVENT_REQUIRED, eventBody } from '../schema/bodies.ts'
import {
  type DryRun,
  type EventScope,
  eventCreateQuery,
  eventRemoveSchema,
  eventUpdateQuery,
  type Warn,
} from '../schema/event-scope.ts'
import type { EventFields } from '../schema/events.ts'
import { isForeignRecurrence, withoutForeign } from '../schema/foreign-recurrence.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

const eventOrReport = writtenOrReportJson((content): content is EventView => 'event' in content, eventWriter)

/** The same, with warnings if the request wants some. */
const warned =
  <F extends Warn>(run: (context: RequestContext, fields: F) => Promise<Answer<string>>) =>
  async (context: RequestContext, fields: F): Promise<Answer<string>> => {
    const answer = await run(context, fields)
    if (!fields.warn) return answer
    return withWarnings(answer, context, isForeignRecurrence(context.params.recurrence))
  }

export const createEvent = endpoint({
  operation: 'createEvent',
  headers: ['Idempotency-Key'],
  input: eventBody,
  query: eventCreateQuery,
  bodyOnly: ['password'],
  before: withoutForeign,
  required: EVENT_REQUIRED,
  run: warned<EventFields & DryRun & Warn>(inFormat(events.createEvent, eventOrReport)),
})

export const updateEvent = endpoint({
  operation: 'updateEvent',
  headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
  input: eventBody,
  query: eventUpdateQuery,
  // In a URL, `password` is the event's current password. Callers who may change the event do not need it.
  bodyOnly: ['password'],
  before: withoutForeign,
  run: warned<EventFields & EventScope & Warn>(inFormat(events.updateEvent, eventOrReport)),
})

export const deleteEvent = endpoint({
  operation: 'deleteEvent',
  headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
  input: eventRemoveSchema,
  run: inFormat(events.deleteEvent, eventOrReport),
})
