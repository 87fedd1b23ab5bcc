import { ApiError } from '../../../errors.ts'
import type { DateEffect } from '../../../types/index.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import type { EventView } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { eventWriter } from '../../present/event-json.ts'
import type { DryRun, EventScope, Removal } from '../../schema/event-scope.ts'
import type { EventFields } from '../../schema/events.ts'
import { AnswerSize } from '../reading/answer-size.ts'
import { findRecord } from '../reading/find-record.ts'
import { readRecord } from '../reading/read-record.ts'
import { demandChange, findRepeated } from '../writing/change-checks.ts'
import { commit } from '../writing/commit.ts'
import { demandForce } from '../writing/erase.ts'
import { HeldStorage } from '../writing/held-storage.ts'
import { located } from '../writing/located.ts'
import { commitNew, once, type Receipt } from '../writing/once.ts'
import type { HostFields } from '../writing/post-fields.ts'
import { decide, NOTHING, type Prepared, prepare, withoutEchoes } from './decide-event.ts'
import { planEventErasure } from './erase-event.ts'
import { nextTimes } from './next-times.ts'
import { readEvent, singleEvent } from './read-event.ts'
import { completeSeries } from './series/complete-series.ts'
import { planDeletion, planNewSeries, planUpdate } from './series/write-series.ts'
import { effectOfOne, type Written } from './series/written-series.ts'

export async function createEvent(
  context: RequestContext,
  fields: EventFields & DryRun,
): Promise<Answer<EventView | DateEffect>> {
  const isDry = fields.dry_run
  if (isDry) return reportOf(await planEvent(withMemory(context), fields, { isDry }))
  const make = (receipt: Receipt | undefined) => makeEvent(context, fields, receipt)
  const answer = await once(context, make, async (context, password) => {
    // Nothing is written, so the answer may still be refused for its size, like that of a read.
    const limited = withLimit(context)
    const answer = await readEvent(limited, { password })
    eventWriter(limited, false)(answer.content)
    return answer
  })
  return located(context, 'event', answer)
}

/** The answer to a dry run. */
const reportOf = ({ effect }: Written): Answer<DateEffect> => ({
  status: 200,
  content: effect,
  isReport: true,
})

async function makeEvent(
  request: RequestContext,
  fields: EventFields,
  receipt: Receipt | undefined,
): Promise<Answer<EventView>> {
  const context = withMemory(request)
  const event = await storeEvent(context, fields, { receipt })
  return { ...(await singleEvent(context, event)), status: 201 }
}

/**
 * One create of several that are committed together; see `createEvents`. Its fields are read at once, and it is decided when
 * its turn comes. The answer has no content.
 */
export const createInTurn = (
  context: RequestContext,
  fields: EventFields,
  how: Create,
): Promise<Answer<undefined>> =>
  once(
    context,
    async (receipt) => {
      const { id } = await storeEvent(context, fields, { ...how, receipt })
      return { status: 201, content: undefined, id }
    },
    async (context, password) => ({ ...(await readEvent(context, { password })), content: undefined }),
  )

const storeEvent = async (context: RequestContext, fields: EventFields, how: Create): Promise<EventRecord> =>
  complete(context, await planEvent(context, fields, how))

interface Create extends Pick<Prepared, 'uid' | 'origin'> {
  /** It is decided when this has settled. */
  readonly turn?: Promise<unknown> | undefined
  readonly receipt?: Receipt | undefined
  readonly isDry?: boolean
}

async function planEvent(
  context: RequestContext,
  fields: EventFields,
  { turn, receipt, uid, origin, isDry = false }: Create,
): Promise<Written> {
  const { site, problems } = context
  const now = context.clock.now()
  const prepared = await prepare(context, fields)
  const times = nextTimes(null, prepared.fields, site, now, problems)
  problems.throwIfAny()
  await turn
  return commitNew(context, receipt, async (plan) => {
    const event = await decide(plan, null, { ...prepared, times, uid, origin }, problems)
    const written: Written = prepared.fields.recurrence
      ? await planNewSeries({ plan, context, prepared }, event)
      : { event: plan.put(event, null), series: [], effect: effectOfOne(undefined, event) }
    await demandRoom(context, written.event)
    if (isDry) plan.discard()
    return { ...written, id: event.id }
  })
}

/** Completes the series of a write that was too large for one commit. Returns the event as it is then. */
async function complete(
  { site, caller, clock }: RequestContext,
  { event, series }: Written,
): Promise<EventRecord> {
  const unfinished = series.filter((one) => one.series?.work !== undefined)
  if (unfinished.length === 0) return event
  for (const { id } of unfinished) await completeSeries(site, id, clock.now(), caller)
  return (await readRecord(site.storage, 'event', event.id)) ?? event
}

/** What was read for the write is not read again for its answer: that saves a third of the reads of a create. */
const withMemory = (context: RequestContext): RequestContext => ({
  ...context,
  site: {
    ...context.site,
    storage: new HeldStorage(context.site.storage, { send: (changes, below) => below.commit(changes) }),
  },
})

/** `given`: in place of what the body and the host would give. */
export async function updateEvent(
  request: RequestContext,
  sent: EventFields & EventScope,
  given: Partial<HostFields & Pick<Prepared, 'cost' | 'origin'>> = {},
): Promise<Answer<EventView | DateEffect>> {
  const context = withMemory(request)
  const { site, caller, problems } = context
  const now = context.clock.now()
  const { scope, dry_run: isDry, ...fields } = sent
  const checked = await prepare(context, fields, await findRepeated(context, 'event'))
  const prepared = { ...checked, ...given }
  problems.throwIfAny()
  const written = await commit({ site, caller, now }, async (plan): Promise<Written> => {
    const current = await findRecord(context, 'event')
    const written =
      isRepeating(current) || prepared.fields.recurrence
        ? await planUpdate({ plan, context, prepared }, current, scope)
        : await updateAlone()
    await demandRoom(context, written.event)
    if (isDry) plan.discard()
    return written

    async function updateAlone(): Promise<Written> {
      demandChange(caller, current, context.client)
      const fields = await withoutEchoes(prepared.fields, current, context)
      const next = plan.put(await decide(plan, current, { ...prepared, fields }, problems), current)
      return { event: next, series: [], effect: effectOfOne(current, next) }
    }
  })
  if (isDry) return reportOf(written)
  const answer = await singleEvent(context, await complete(context, written))
  // A split made a series that has no part of the URL.
  return written.isElsewhere === true
    ? { ...answer, headers: { 'content-location': context.links.record('event', written.event.id) } }
    : answer
}

const isRepeating = ({ series, occurrence }: EventRecord): boolean =>
  series !== undefined || occurrence !== undefined

/** Moves the event to the trash, where it may not be yet (410); with `force`, deletes it for good and answers it as it was. */
export async function deleteEvent(
  context: RequestContext,
  { scope, dry_run: isDry, force }: EventScope & Removal,
): Promise<Answer<EventView | DateEffect>> {
  const { site, caller, problems } = context
  const now = context.clock.now()
  demandForce(force, context)
  const written = await commit({ site, caller, now }, async (plan): Promise<Written> => {
    const current = await findRecord(context, 'event')
    const written = force
      ? await planEventErasure({ plan, context }, current, scope)
      : isRepeating(current)
        ? await planDeletion({ plan, context }, current, scope)
        : await deleteAlone()
    if (!force) await demandRoom(context, written.event)
    if (isDry) plan.discard()
    return written

    async function deleteAlone(): Promise<Written> {
      demandChange(caller, current, context.client)
      if (current.status === 'trash') throw new ApiError('event-is-in-trash')
      const next = await decide(plan, current, { ...NOTHING, fields: { status: 'trash' } }, problems)
      return { event: plan.put(next, current), series: [], effect: effectOfOne(current, next) }
    }
  })
  if (isDry) return reportOf(written)
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
