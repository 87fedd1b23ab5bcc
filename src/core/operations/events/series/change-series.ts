import type { Problems } from '../../../../errors.ts'
import type { EventTimes } from '../../../domain/records/event-times.ts'
import type { Series } from '../../../domain/records/records.ts'
import { formatRule } from '../../../domain/recurrence/rule.ts'
import {
  firstDate,
  isLiving,
  ruleOf,
  shownDate,
  startingAt,
  timesAt,
} from '../../../domain/recurrence/series.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../domain/recurrence/series-differences.ts'
import { nextRecurrence } from '../../../domain/recurrence/series-fields.ts'
import { givenSeries } from '../../../domain/recurrence/series-given.ts'
import { type MovedSeries, movedSeries } from '../../../domain/recurrence/series-move.ts'
import { headOf, tailOf } from '../../../domain/recurrence/series-split.ts'
import { secondsOf, wallOf } from '../../../domain/time/calendar.ts'
import type { WallClock } from '../../../domain/time/zones.ts'
import type { EventFields } from '../../../schema/events.ts'
import type { Plan } from '../../writing/plan.ts'
import { freeSlug } from '../../writing/slugs.ts'
import { decide } from '../decide-event.ts'
import { nextTimes, sentTimes } from '../next-times.ts'
import { originAfter } from '../origin.ts'
import { planSeries } from './plan-series.ts'
import { clockIn, hasOwnTimes, overridesOf, readOccurrences, zoneOf } from './series.ts'
import { NO_EFFECT, type Scope, type Write, type Written, writtenOf } from './written-series.ts'

/* A change of a series as a whole, or from a date on. */

export interface Range {
  readonly series: SeriesRecord
  readonly scope: Scope
  /** The occurrence that the request names; absent: it names the series. */
  readonly named?: OccurrenceRecord
}

/** A series and its occurrences before a write. */
interface Before {
  readonly series: SeriesRecord
  readonly existing: readonly OccurrenceRecord[]
  readonly named: OccurrenceRecord | undefined
  /** The rule that a client sees, which sends it back. A split has shortened that of `series`. */
  readonly shown: Series
  /** The date that the times of the request are about. */
  readonly from: WallClock
}

export async function updateFrom(write: Write, { series, scope, named }: Range): Promise<Written> {
  const { plan } = write
  const existing = await readOccurrences(plan.site.storage, series)
  const shown = series.series
  if (scope === 'future') {
    const date = named?.occurrence.at ?? nextDate(plan, series, existing)
    if (date === undefined) return { event: series, series: [], effect: NO_EFFECT }
    const head = headBefore(series, existing, date)
    if (head !== undefined) return splitAt(write, { series, shown, head, existing, named, from: date })
    return change(write, { series, existing, named, shown, from: date })
  }
  return change(write, { series, existing, named, shown, from: named?.occurrence.at ?? shownDate(shown) })
}

async function change(write: Write, before: Before): Promise<Written> {
  const { series, existing, named } = before
  const next = await decideSeries(write, before)
  const isRestored = series.status === 'trash' && next.series.status !== 'trash'
  const { moves, decided } = next
  const planned = await planSeries(write.plan, next.series, {
    ...{ before: series, existing, moves, decided, isRestored },
  })
  const written = writtenOf(planned, isEnding(next.series) ? undefined : named)
  return { ...written, isElsewhere: written.event.id !== (named ?? series).id }
}

const isEnding = ({ series: { work } }: SeriesRecord): boolean => work?.do === 'end'

/** The rest becomes a series of its own. */
async function splitAt(
  write: Write,
  { head, ...before }: Before & { readonly head: Series },
): Promise<Written> {
  const { plan } = write
  const { series, existing, named, from } = before
  const isBefore = ({ occurrence }: OccurrenceRecord) => occurrence.at < from
  const id = await plan.freshId('post')
  const now = clockIn(zoneOf(series, plan.site), plan.now)
  const rest = tailOf(series.series, from)
  const tail: SeriesRecord = {
    ...series,
    ...{ id, version: 0, uid: undefined, source: undefined },
    slug: series.slug === '' ? '' : await freeSlug(plan, 'event', series.slug, id),
    series: {
      ...rest,
      since: rest.since > now ? rest.since : now,
      work: { do: 'make', adopts: { id: series.id, from } },
    },
  }
  const later = existing.filter((own) => !isBefore(own))
  const next = await decideSeries(write, { ...before, series: tail, existing: later })
  const { moves, decided } = next
  const planned = await planSeries(plan, next.series, { before: null, existing: later, moves, decided })
  const kept = await planSeries(plan, shortened(series, head), {
    ...{ before: series, existing: existing.filter(isBefore) },
  })
  const written = writtenOf(planned, isEnding(next.series) ? undefined : named, kept)
  return { ...written, isElsewhere: written.event.id !== (named ?? series).id }
}

/** The part of a series before a date; `undefined` if there is nothing that a reader could see. */
export function headBefore(
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
  date: WallClock,
): Series | undefined {
  const isSeen = existing.some((own) => isLiving(own) && own.occurrence.at < date)
  return isSeen ? headOf(series.series, date) : undefined
}

/** The series without the rest of its dates. A source that has brought it does not bring them back. */
export function shortened(series: SeriesRecord, head: Series): SeriesRecord {
  const next = { ...series, series: head }
  return series.source === undefined ? next : { ...next, source: originAfter(series, next, undefined) }
}

/** The date of the first occurrence to come. */
export function nextDate(
  plan: Plan,
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
): WallClock | undefined {
  const clock = clockIn(zoneOf(series, plan.site), plan.now)
  return existing
    .filter((own) => isLiving(own) && own.occurrence.at > clock)
    .map(({ occurrence }) => occurrence.at)
    .reduce<WallClock | undefined>((a, b) => (a !== undefined && a < b ? a : b), undefined)
}

export function demandDates(series: Series, problems: Problems): void {
  if (firstDate(series) === undefined) problems.invalid('recurrence', 'has no occurrence')
  problems.throwIfAny()
}

// —— How the series will be ———————————————————————————————————————————————————————————————————————————————————

interface NextSeries {
  readonly series: SeriesRecord
  readonly moves: ReadonlyMap<number, WallClock>
  /** The occurrence that the request names. */
  readonly decided: OccurrenceRecord | undefined
}

async function decideSeries({ context, plan, prepared }: Write, before: Before): Promise<NextSeries> {
  const { site } = plan
  const { problems } = context
  const { named, series } = before
  const { start_date: _s, end_date: _e, utc_start_date: _us, utc_end_date: _ue, ...fields } = prepared.fields
  if (fields.recurrence === null) return endSeries({ context, plan, prepared }, before)
  const times = nextTimes(named ?? shownAs(before, plan), prepared.fields, site, plan.now, problems)
  const next = await decide(plan, series, { ...prepared, fields }, problems)
  const put = putTimes(before, prepared.fields, plan)
  const by = { plan, zone: zoneOf(next, site), problems, isGiven: prepared.origin !== undefined }
  const changed = changedSeries(before, fields, put, by)
  if (next.all_day && ruleOf(changed.series).byHour.length + ruleOf(changed.series).byMinute.length > 0) {
    problems.invalid('recurrence', 'has BYHOUR or BYMINUTE, which an event of whole days cannot have')
  }
  if (fields.recurrence !== undefined || put.isMoved) demandDates(changed.series, problems)
  problems.throwIfAny()
  const moved = { ...next, series: { ...changed.series, duration: put.duration } }
  const record =
    series.source === undefined ? moved : { ...moved, source: originAfter(series, moved, prepared.origin) }
  return { series: record, ...occurrencesAfter(record, before, { times, plan, newDate: changed.newDate }) }
}

/** The series with the times that the request is about: those that it shows. */
const shownAs = ({ series, shown }: Before, plan: Plan): SeriesRecord => ({
  ...series,
  ...timesAt({ ...series, series: shown }, shownDate(shown), zoneOf(series, plan.site)),
})

interface PutTimes {
  /** Where `from` goes. */
  readonly to: WallClock
  readonly isMoved: boolean
  /** From start to end of every date, in seconds. */
  readonly duration: number
}

/** By how much the times that are sent differ from those that the request is about; the series moves by as much. */
function putTimes(
  { series, named, shown, from }: Before,
  fields: EventFields,
  { site, now }: Plan,
): PutTimes {
  const { duration } = series.series
  const isOwn = named !== undefined && hasOwnTimes(named.occurrence)
  // As the rule names them: on a day where the start does not occur, the occurrence shows another time.
  const start = named === undefined ? shownDate(shown) : from
  const { all_day, timezone } = named ?? series
  const old = isOwn
    ? { start: named.start, end: named.end }
    : { start, end: wallOf(secondsOf(start) + duration) }
  const sent = sentTimes({ ...old, all_day, timezone }, fields, site, now)
  const by = secondsOf(sent.start) - secondsOf(old.start)
  const longer = secondsOf(sent.end) - secondsOf(old.end) - by
  return {
    to: wallOf(secondsOf(from) + by),
    isMoved: by !== 0,
    duration: Math.max(0, duration + longer),
  }
}

interface ChangedSeries extends Pick<MovedSeries, 'newDate'> {
  readonly series: Series
}

/** The rule and the dates after a write. A rule and exceptions that are sent back as they were move along. */
function changedSeries(
  { series: { series }, existing, shown, from }: Before,
  { recurrence }: EventFields,
  { to, isMoved }: PutTimes,
  {
    plan,
    zone,
    problems,
    isGiven,
  }: {
    readonly plan: Plan
    readonly zone: ReturnType<typeof zoneOf>
    readonly problems: Problems
    /** Another calendar says it. */
    readonly isGiven: boolean
  },
): ChangedSeries {
  const now = clockIn(zone, plan.now)
  const sent = recurrence ? nextRecurrence(recurrence, shown, zone) : shown
  const isSameRule = isRule(sent.rrule, shown.rrule)
  const last = existing.map(({ occurrence }) => occurrence.at).reduce((a, b) => (a > b ? a : b), '')
  const moved = isMoved ? movedSeries(series, { from, to, now, last }) : undefined
  if (isMoved && isGiven) {
    const by = secondsOf(to) - secondsOf(from)
    const newDate =
      typeof moved === 'object' ? moved.newDate : (date: WallClock) => wallOf(secondsOf(date) + by)
    const dates = existing.map(({ occurrence }) => occurrence.at)
    return givenSeries({ ...series, ...sent, start: to }, { now, existing: dates, newDate })
  }
  const isMovedRule = typeof moved === 'object' && isRule(sent.rrule, moved.series.rrule)
  const newExceptions = {
    ...(isSameList(sent.exdate, shown.exdate) ? {} : { exdate: sent.exdate }),
    ...(isSameList(sent.rdate, shown.rdate) ? {} : { rdate: sent.rdate }),
  }
  const stay = (date: WallClock) => date
  if (isSameRule || isMovedRule) {
    if (typeof moved === 'object') return { ...moved, series: { ...moved.series, ...newExceptions } }
    if (moved !== undefined) problems.invalid('recurrence', moved)
    return { series: { ...series, ...newExceptions }, newDate: stay }
  }
  const start = wallOf(secondsOf(series.start) + secondsOf(to) - secondsOf(from))
  const other = isMoved ? startingAt(series, start) : series
  return { series: { ...other, ...newExceptions, rrule: sent.rrule, since: now }, newDate: stay }
}

const isRule = (a: string, b: string): boolean =>
  a === b || formatRule(ruleOf({ rrule: a })) === formatRule(ruleOf({ rrule: b }))

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.join() === b.join()

/** Where the occurrences go, and the one that the request names: it ends where it was put. */
function occurrencesAfter(
  series: SeriesRecord,
  { existing, named }: Before,
  {
    times,
    plan,
    newDate,
  }: { times: EventTimes | undefined; plan: Plan; newDate: (date: WallClock) => WallClock },
): Omit<NextSeries, 'series'> {
  // Dates that are over stay, but for the one that is named.
  const now = clockIn(zoneOf(series, plan.site), plan.now)
  const moving = existing.filter(({ id, occurrence: { at } }) => at > now || id === named?.id)
  const moves = new Map(
    moving.flatMap(({ id, occurrence: { at } }): [number, WallClock][] =>
      newDate(at) === at ? [] : [[id, newDate(at)]],
    ),
  )
  if (named === undefined || times === undefined || !isLiving(named)) return { moves, decided: undefined }
  const at = moves.get(named.id) ?? named.occurrence.at
  const before = { ...named, occurrence: { ...named.occurrence, at } }
  const next = { ...named, ...times, ...newsOf(series, named) }
  const overrides = overridesOf(series, { before, next, zone: zoneOf(series, plan.site) })
  return { moves, decided: { ...next, occurrence: { at, overrides } } }
}

/** Where the series is rescheduled, so is the date that the request names: from where it was. */
function newsOf({ event_status }: SeriesRecord, { occurrence, start, ...named }: OccurrenceRecord) {
  const isNews = event_status === 'rescheduled' && named.event_status !== event_status
  if (!isNews || occurrence.overrides.includes('event_status')) return {}
  return { event_status, previous_start_date: start }
}

/** The series as an ordinary event, at its own start. */
async function endSeries({ context, plan, prepared }: Write, before: Before): Promise<NextSeries> {
  const { series } = before
  const own = { ...series, ...timesAt(series, shownDate(series.series), zoneOf(series, plan.site)) }
  const next = await decide(plan, own, prepared, context.problems)
  const adopts = series.series.work?.do === 'make' ? series.series.work.adopts : undefined
  const ended = { ...next, series: { ...series.series, work: { do: 'end', adopts } as const } }
  return { series: ended, moves: new Map(), decided: undefined }
}
