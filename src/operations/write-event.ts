import type { EventRecord } from '../domain/records.ts'
import type { EventView } from '../domain/views.ts'
import { ApiError } from '../errors.ts'
import { eventWriter } from '../present/event-json.ts'
import type { Answer, RequestContext } from '../request.ts'
import { readFields, requireFields } from '../schema/read.ts'
import { AnswerSize } from './answer-size.ts'
import { demandChange, findRepeated } from './change-checks.ts'
import { decide, NOTHING, prepare, withoutEchoes } from './decide-event.ts'
import { readForce } from './erase.ts'
import { planEventErasure } from './erase-event.ts'
import { findRecord } from './find-record.ts'
import { nextTimes } from './next-times.ts'
import { commitNew, once } from './once.ts'
import { commit } from './plan.ts'
import { readEvent, singleEvent } from './read-event.ts'
import { readRecord } from './read-record.ts'
import { Remembering } from './remembering.ts'
import { completeSeries } from './series.ts'
import { planDeletion, planNewSeries, planUpdate, type Written } from './write-series.ts'

export const createEvent = (context: RequestContext): Promise<Answer<EventView>> =>
  once(context, makeEvent, async (context) => {
    // Nothing is written, so the answer may still be refused for its size, like that of a read.
    const limited = withLimit(context)
    const answer = await readEvent(limited)
    eventWriter(limited, false)(answer.content)
    return answer
  })

async function makeEvent(request: RequestContext): Promise<Answer<EventView>> {
  const context = withMemory(request)
  const event = await storeEvent(context)
  return { ...(await singleEvent(context, event)), status: 201 }
}

/**
 * One create of several that are committed together; see `Batch`. Its fields are read at once, and it is decided when
 * its turn comes. The answer has no content.
 */
export const createInTurn = (context: RequestContext, turn: Promise<unknown>): Promise<Answer<undefined>> =>
  once(
    context,
    async (context) => {
      const { id } = await storeEvent(context, turn)
      return { status: 201, content: undefined, id }
    },
    async (context) => ({ ...(await readEvent(context)), content: undefined }),
  )

async function storeEvent(context: RequestContext, turn?: Promise<unknown>): Promise<EventRecord> {
  const { site, now, params, problems, note } = context
  requireFields(['title', 'start_date', 'end_date'], params, problems)
  const prepared = await prepare(context)
  const times = nextTimes(null, prepared.fields, site, now, problems)
  problems.throwIfAny(note)
  await turn
  const written = await commitNew(context, async (plan) => {
    const event = await decide(plan, null, { ...prepared, times, uid: context.uid }, problems)
    const { recurrence } = prepared.fields
    const written = recurrence
      ? await planNewSeries({ plan, context }, event, recurrence)
      : { event: plan.put(event), series: [] }
    await demandRoom(context, written.event)
    return { ...written, id: event.id }
  })
  return complete(context, written)
}

/** Completes the series of a write that was too large for one commit. Returns the event as it is then. */
async function complete(
  { site, caller, now }: RequestContext,
  { event, series }: Written,
): Promise<EventRecord> {
  const unfinished = series.filter((one) => one.series?.unfinished !== undefined)
  if (unfinished.length === 0) return event
  for (const { id } of unfinished) await completeSeries(site, id, now, caller)
  return (await readRecord(site.storage, 'event', event.id)) ?? event
}

const withMemory = (context: RequestContext): RequestContext => ({
  ...context,
  site: { ...context.site, storage: new Remembering(context.site.storage) },
})

export async function updateEvent(request: RequestContext): Promise<Answer<EventView>> {
  const context = withMemory(request)
  const { site, caller, now, params, problems } = context
  const prepared = await prepare(context, await findRepeated(context, 'event'))
  const { scope = 'this' } = readFields((await site.bodies()).eventScope(), params, problems)
  problems.throwIfAny()
  const written = await commit({ site, caller, now }, async (plan): Promise<Written> => {
    const current = await findRecord(context, 'event')
    const written =
      isRepeating(current) || prepared.fields.recurrence
        ? await planUpdate({ plan, context, prepared }, current, scope)
        : await updateAlone()
    await demandRoom(context, written.event)
    return written

    async function updateAlone(): Promise<Written> {
      demandChange(caller, current, context.preconditions)
      const fields = await withoutEchoes(prepared.fields, current, context)
      return { event: plan.put(await decide(plan, current, { ...prepared, fields }, problems)), series: [] }
    }
  })
  return singleEvent(context, await complete(context, written))
}

const isRepeating = ({ series, occurrence }: EventRecord): boolean =>
  series !== undefined || occurrence !== undefined

/** Moves the event to the trash, where it may not be yet (410); with `force`, deletes it for good and answers it as it was. */
export async function deleteEvent(context: RequestContext): Promise<Answer<EventView>> {
  const { site, caller, now, params, problems } = context
  const { scope = 'this' } = readFields((await site.bodies()).eventScope(), params, problems)
  const force = await readForce(context)
  const written = await commit({ site, caller, now }, async (plan): Promise<Written> => {
    const current = await findRecord(context, 'event')
    if (force) return planEventErasure({ plan, context }, current, scope)
    const written = isRepeating(current)
      ? await planDeletion({ plan, context }, current, scope)
      : await deleteAlone()
    await demandRoom(context, written.event)
    return written

    async function deleteAlone(): Promise<Written> {
      demandChange(caller, current, context.preconditions)
      if (current.status === 'trash') throw new ApiError('event-is-in-trash')
      const next = await decide(plan, current, { ...NOTHING, fields: { status: 'trash' } }, problems)
      return { event: plan.put(next), series: [] }
    }
  })
  return singleEvent(context, await complete(context, written))
}

/** A long text occurs up to three times with `json_ld`, and a character takes up to three bytes; custom fields occur once. */
const MOST_BYTES = 13

/**
 * Refuses an event whose answer would exceed the size limit, because nobody could read it afterwards. Each text has its
 * own limit, so only many links make an answer too large. Records that the same write creates are not counted: they
 * came in the body, which has its own limit.
 */
async function demandRoom(context: RequestContext, event: EventRecord): Promise<void> {
  const { limits } = context.site
  const links = event.venue.length + event.organizer.length + event.categories.length + event.tags.length
  if ((1 + links) * MOST_BYTES * limits.text <= limits.response) return
  const limited = withLimit(context)
  const { content } = await singleEvent(limited, event)
  eventWriter(limited, true)(content)
}

const withLimit = (context: RequestContext): RequestContext => ({
  ...context,
  size: new AnswerSize(context.site.limits.response),
})
