import { forbidden, mayEdit } from '../access/policy.ts'
import { addDays, SECONDS_PER_DAY, secondsOf, startOfDay } from '../domain/calendar.ts'
import { isDeepEqual } from '../domain/deep-equal.ts'
import { nextCost } from '../domain/read-cost.ts'
import type { EventRecord, Series } from '../domain/records.ts'
import { durationOf, firstDate, including, startingAt, timesAt, without } from '../domain/series.ts'
import { nextRecurrence, type RecurrenceFields } from '../domain/series-fields.ts'
import { headOf, tailOf } from '../domain/series-split.ts'
import type { WallClock } from '../domain/zones.ts'
import { ApiError, Problems } from '../errors.ts'
import type { RequestContext } from '../request.ts'
import type { EventFields } from '../schema/events.ts'
import { demandChange } from './change-checks.ts'
import { nextCustomFields } from './custom-fields.ts'
import { decide, NOTHING, type Prepared, withoutEchoes } from './decide-event.ts'
import { nextTimes } from './next-times.ts'
import type { Plan } from './plan.ts'
import {
  clockIn,
  isOccurrence,
  isSeries,
  type OccurrenceRecord,
  overridesOf,
  planSeries,
  readOccurrences,
  readSeries,
  type SeriesRecord,
  zoneOf,
} from './series.ts'
import { freeSlug } from './slugs.ts'

/* Writes of series and of occurrences. */

/** Which occurrences a write means: this one, this one and those after it, or all of the series. */
export type Scope = 'this' | 'future' | 'all'

/** What a write has planned. */
export interface Written {
  /** The event that the request names. */
  readonly event: EventRecord
  /** The series that the write changes. They may be unfinished. */
  readonly series: readonly EventRecord[]
}

interface Write {
  readonly context: RequestContext
  readonly plan: Plan
  readonly prepared: Prepared
}

/** A new event that repeats. `event` has no slug to claim any more and is not put yet. */
export async function planNewSeries(
  { plan, context }: Pick<Write, 'plan' | 'context'>,
  event: EventRecord,
  recurrence: RecurrenceFields,
): Promise<Written> {
  const series = beginSeries(event, recurrence, { plan, context })
  const planned = await planSeries(plan, series, { existing: [] })
  return { event: planned.series, series: [planned.series] }
}

function beginSeries(
  event: EventRecord,
  recurrence: RecurrenceFields,
  { plan, context }: Pick<Write, 'plan' | 'context'>,
): SeriesRecord {
  const bare = { rrule: '', exdate: [], rdate: [] }
  const series: Series = {
    ...nextRecurrence(recurrence, bare, zoneOf(event, plan.site)),
    ...{ start: event.start, duration: durationOf(event), since: '', made: '', count: 0, due: null },
  }
  if (series.rrule === '') context.problems.invalid('recurrence', 'must have an rrule')
  context.problems.throwIfAny()
  demandDates(series, context.problems)
  return { ...event, series, occurrence: undefined }
}

function demandDates(series: Series, problems: Problems): void {
  if (firstDate(series) === undefined) problems.invalid('recurrence', 'has no occurrence')
  problems.throwIfAny()
}

/** An update of a series, of an occurrence, or of an event that becomes a series. */
export async function planUpdate(write: Write, current: EventRecord, scope: Scope): Promise<Written> {
  const { context, plan, prepared } = write
  const { caller, site, problems } = context
  const series = isSeries(current) ? current : await readSeries(site, current)
  if (series?.series.unfinished === 'erase') throw new ApiError('rest-event-not-found')
  demandChange(caller, current, context.preconditions, series)
  const fields = await withoutEchoes(prepared.fields, current, context)
  if (series === undefined) {
    const next = {
      ...(await decide(plan, current, { ...prepared, fields }, problems)),
      occurrence: undefined,
    }
    if (fields.recurrence) return planNewSeries(write, next, fields.recurrence)
    return { event: plan.put(next), series: [] }
  }
  if (isOccurrence(current)) {
    if (scope === 'this')
      return updateOccurrence({ ...write, prepared: { ...prepared, fields } }, current, series)
    demandSeriesRight(context, series)
    const sent = withoutOwn(fields, current, write)
    return updateFrom({ ...write, prepared: { ...prepared, ...sent } }, { series, scope, named: current })
  }
  const sent = withoutSameTimes(fields, series, plan)
  return updateFrom({ ...write, prepared: { ...prepared, fields: sent } }, { series, scope })
}

function demandSeriesRight({ caller }: RequestContext, series: SeriesRecord): void {
  if (!mayEdit(caller, series)) throw forbidden(caller)
}

// —— One occurrence ———————————————————————————————————————————————————————————————————————————————————————————

async function updateOccurrence(
  { context, plan, prepared }: Write,
  current: OccurrenceRecord,
  series: SeriesRecord,
): Promise<Written> {
  const { problems, site } = context
  const { recurrence, post_parent } = prepared.fields
  if (recurrence !== undefined) {
    problems.invalid(
      'recurrence',
      'belongs to the series: change it there, or with scope=future or scope=all',
    )
  }
  if (post_parent !== undefined && post_parent !== series.id) {
    problems.invalid('post_parent', 'of an occurrence is its series')
  }
  const next = await decide(plan, current, prepared, problems)
  const wasTrashed = current.status === 'trash'
  const isTrashed = next.status === 'trash'
  if (wasTrashed && !isTrashed && series.status === 'trash') {
    problems.invalid('status', 'must be trash as long as the series is in the trash')
    problems.throwIfAny()
  }
  const { at } = current.occurrence
  const overrides = isTrashed
    ? current.occurrence.overrides
    : overridesOf(series, { before: current, next, zone: zoneOf(series, site) })
  const decided = { ...next, occurrence: { at, overrides } }
  if (wasTrashed === isTrashed) return { event: plan.put(decided), series: [] }
  const changed = isTrashed ? without(series.series, at) : including(series.series, at)
  return planWith(plan, { ...series, series: changed }, current, decided)
}

/** Plans a series of which one occurrence leaves or comes back. */
async function planWith(
  plan: Plan,
  series: SeriesRecord,
  current: OccurrenceRecord,
  decided?: OccurrenceRecord,
): Promise<Written> {
  const existing = await readOccurrences(plan.site.storage, series)
  const planned = await planSeries(plan, series, { existing, decided })
  return { event: planned.occurrences.get(current.id) ?? current, series: [planned.series] }
}

// —— All occurrences, or those from one on ————————————————————————————————————————————————————————————————————

interface Range {
  readonly series: SeriesRecord
  readonly scope: Scope
  /** The occurrence that the request names; absent: it names the series. */
  readonly named?: OccurrenceRecord
}

async function updateFrom(write: Write, { series, scope, named }: Range): Promise<Written> {
  const { plan } = write
  const existing = await readOccurrences(plan.site.storage, series)
  const date = named?.occurrence.at ?? (scope === 'future' ? nextDate(plan, series, existing) : undefined)
  if (scope === 'future') {
    if (date === undefined) return { event: series, series: [] }
    const head = headOf(series.series, date)
    if (head !== undefined) return splitAt(write, { series, head, date, existing, named })
  }
  const base =
    date === undefined ? series : { ...series, ...timesAt(series, date, zoneOf(series, plan.site)) }
  const next = await decideSeries(write, base, scope !== 'future' && named !== undefined)
  const isRestored = series.status === 'trash' && next.status !== 'trash'
  const planned = await planSeries(plan, next, { existing, isRestored })
  return writtenOf(planned.series, [planned.occurrences], named)
}

function writtenOf(
  series: EventRecord,
  occurrences: readonly ReadonlyMap<number, EventRecord>[],
  named: OccurrenceRecord | undefined,
  others: readonly EventRecord[] = [],
): Written {
  const found = named === undefined ? undefined : occurrences.map((map) => map.get(named.id)).find(Boolean)
  return { event: found ?? named ?? series, series: [series, ...others] }
}

/** The date of the first occurrence to come. */
export function nextDate(
  plan: Plan,
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
): WallClock | undefined {
  const clock = clockIn(zoneOf(series, plan.site), plan.now)
  const dates = existing.filter(({ status }) => status !== 'trash').map(({ occurrence }) => occurrence.at)
  return dates
    .filter((at) => at > clock)
    .reduce<WallClock | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined)
}

async function splitAt(
  write: Write,
  {
    series,
    head,
    date,
    existing,
    named,
  }: {
    series: SeriesRecord
    head: Series
    date: WallClock
    existing: readonly OccurrenceRecord[]
    named: OccurrenceRecord | undefined
  },
): Promise<Written> {
  const { plan } = write
  const zone = zoneOf(series, plan.site)
  const id = await plan.freshId('post')
  const tail: SeriesRecord = {
    ...series,
    // The times that the request changes.
    ...(named === undefined ? {} : timesAt(series, date, zone)),
    ...{
      id,
      version: 0,
      uid: undefined,
      slug: series.slug === '' ? '' : await freeSlug(plan, 'event', series.slug, id),
    },
    series: {
      ...tailOf(series.series, date),
      since: clockIn(zone, plan.now),
      adopts: { id: series.id, from: date },
    },
  }
  const next = await decideSeries(write, tail, named === undefined)
  const rest = await planSeries(plan, next, {
    existing: existing.filter(({ occurrence }) => occurrence.at >= date),
  })
  const kept = await planSeries(
    plan,
    { ...series, series: head },
    { existing: existing.filter(({ occurrence }) => occurrence.at < date) },
  )
  return writtenOf(kept.series, [rest.occurrences, kept.occurrences], named, [rest.series])
}

/**
 * The series after a write. `base` has the times that the request changes: those of the occurrence that it names, or
 * those that the series shows. `isMove`: the start moves by as much as those times; otherwise, the start of
 * `base` is the start of the series.
 */
async function decideSeries(
  { context, plan, prepared }: Write,
  base: SeriesRecord,
  isMove: boolean,
): Promise<SeriesRecord> {
  const { problems, site } = context
  const { recurrence } = prepared.fields
  if (recurrence === null) return endSeries({ context, plan, prepared }, base)
  const next = await decide(plan, base, prepared, problems)
  const zone = zoneOf(next, site)
  const own = {
    ...base.series,
    ...(recurrence === undefined ? {} : nextRecurrence(recurrence, base.series, zone)),
  }
  const isMoved = next.start !== base.start
  const start = !isMoved ? own.start : isMove ? shifted(own.start, base.start, next.start) : next.start
  const isOther = isMoved || own.rrule !== base.series.rrule
  const hasOtherEnd = isMoved || next.end !== base.end || next.all_day !== base.all_day
  const series: Series = {
    ...startingAt(own, start),
    duration: hasOtherEnd ? durationOf(next) : own.duration,
    since: isOther ? clockIn(zone, plan.now) : own.since,
  }
  if (recurrence !== undefined || isMoved) demandDates(series, problems)
  return { ...next, series }
}

/** `start` moved by as many days as there are between two starts, at the time of day of the second. */
function shifted(start: WallClock, from: WallClock, to: WallClock): WallClock {
  const days = (secondsOf(startOfDay(to)) - secondsOf(startOfDay(from))) / SECONDS_PER_DAY
  return `${addDays(start, days).slice(0, 10)} ${to.slice(11)}`
}

/** The series as an ordinary event, at its own start. */
async function endSeries({ context, plan, prepared }: Write, series: SeriesRecord): Promise<SeriesRecord> {
  const base = { ...series, ...timesAt(series, series.series.start, zoneOf(series, plan.site)) }
  const next = await decide(plan, base, prepared, context.problems)
  return { ...next, series: { ...series.series, unfinished: 'end' } }
}

// —— What an occurrence has for itself ————————————————————————————————————————————————————————————————————————

/**
 * The fields of a request that names an occurrence and means its series. A client that sends the whole occurrence back
 * does not mean what only this occurrence has: its slug, its parent, and its overrides.
 */
function withoutOwn(
  fields: EventFields,
  own: OccurrenceRecord,
  { plan, prepared }: Write,
): Pick<Prepared, 'fields' | 'image' | 'custom'> {
  const { site } = plan
  const { overrides } = own.occurrence
  const next: EventFields = { ...fields }
  if (next.slug === own.slug) delete next.slug
  if (next.post_parent === own.post_parent) delete next.post_parent
  const drop = (name: keyof EventFields, isEcho: () => boolean) => {
    if (overrides.includes(name) && next[name] !== undefined && isEcho()) delete next[name]
  }
  const TEXTS = ['title', 'description', 'excerpt', 'website', 'author', 'status'] as const
  const FLAGS = ['show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed'] as const
  for (const name of [...TEXTS, ...FLAGS]) drop(name, () => next[name] === own[name])
  drop('cost', () => isDeepEqual(nextCost(next.cost, own.cost, site.currency), own.cost))
  for (const name of ['categories', 'tags', 'venue', 'organizer'] as const) {
    drop(name, () => {
      const refs = (next[name] ?? []).map((ref) => ('id' in ref ? ref.id : undefined))
      return isDeepEqual([...refs].sort(), [...own[name]].sort())
    })
  }
  const isOwnImage = overrides.includes('image') && isDeepEqual(prepared.image, own.image)
  const isOwnCustom =
    overrides.includes('custom_fields') &&
    isDeepEqual(nextCustomFields(own.custom_fields, prepared.custom), own.custom_fields)
  return {
    fields: withoutSameTimes(next, own, plan),
    image: isOwnImage ? undefined : prepared.image,
    custom: isOwnCustom ? undefined : prepared.custom,
  }
}

/** The fields without times, if they say when the event is already. */
function withoutSameTimes(fields: EventFields, event: EventRecord, { site, now }: Plan): EventFields {
  const times = nextTimes(event, fields, site, now, new Problems())
  const isSame = (['utc_start', 'utc_end', 'timezone', 'all_day'] as const).every(
    (name) => times?.[name] === event[name],
  )
  if (!isSame) return fields
  const { start_date: _start, end_date: _end, timezone: _zone, all_day: _allDay, ...rest } = fields
  return rest
}

// —— Deletion —————————————————————————————————————————————————————————————————————————————————————————————————

const TRASH: Prepared = { ...NOTHING, fields: { status: 'trash' } }

/** A deletion of a series or of an occurrence. */
export async function planDeletion(
  { context, plan }: Pick<Write, 'context' | 'plan'>,
  current: EventRecord,
  scope: Scope,
): Promise<Written> {
  const series = isSeries(current) ? current : await readSeries(context.site, current)
  demandChange(context.caller, current, context.preconditions, series)
  if (current.status === 'trash') throw new ApiError('event-is-in-trash')
  if (series === undefined) {
    return { event: plan.put(await decide(plan, current, TRASH, context.problems)), series: [] }
  }
  const named = isOccurrence(current) ? current : undefined
  if (named !== undefined && scope !== 'this') demandSeriesRight(context, series)
  if (named !== undefined && scope === 'this') {
    return planWith(plan, { ...series, series: without(series.series, named.occurrence.at) }, named)
  }
  const existing = await readOccurrences(plan.site.storage, series)
  const date = named?.occurrence.at ?? nextDate(plan, series, existing)
  if (scope === 'future' && date === undefined) return { event: series, series: [] }
  const head = scope === 'future' && date !== undefined ? headOf(series.series, date) : undefined
  const next =
    head === undefined || date === undefined
      ? { ...(await decide(plan, series, TRASH, context.problems)), series: series.series }
      : {
          ...series,
          series: withoutPast(head, existing, {
            from: date,
            clock: clockIn(zoneOf(series, plan.site), plan.now),
          }),
        }
  const planned = await planSeries(plan, next, { existing })
  return writtenOf(planned.series, [planned.occurrences], named)
}

/** Occurrences of the past remain when a rule changes. Those that are deleted are excluded. */
const withoutPast = (
  head: Series,
  existing: readonly OccurrenceRecord[],
  { from, clock }: { from: WallClock; clock: WallClock },
): Series =>
  existing
    .filter(({ status, occurrence: { at } }) => status !== 'trash' && at >= from && at <= clock)
    .reduce((series, { occurrence }) => without(series, occurrence.at), head)
