import { ApiError, Problems } from '../../../../errors.ts'
import { forbidden, mayEdit } from '../../../access/policy.ts'
import { isDeepEqual } from '../../../domain/deep-equal.ts'
import { defaultOf } from '../../../domain/records/plain-fields.ts'
import { publication } from '../../../domain/records/publication.ts'
import { nextCost } from '../../../domain/records/read-cost.ts'
import type { EventRecord, Series } from '../../../domain/records/records.ts'
import { durationOf, including, isLiving, without } from '../../../domain/recurrence/series.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../domain/recurrence/series-differences.ts'
import { nextRecurrence } from '../../../domain/recurrence/series-fields.ts'
import type { WallClock } from '../../../domain/time/zones.ts'
import { EVENT, type PlainEventField } from '../../../fields/event.ts'
import { keysOf } from '../../../fields/keys-of.ts'
import type { RequestContext } from '../../../mount/request.ts'
import type { EventFields } from '../../../schema/events.ts'
import { demandChange } from '../../writing/change-checks.ts'
import type { Plan } from '../../writing/plan.ts'
import { decide, NOTHING, type Prepared, withoutEchoes } from '../decide-event.ts'
import { nextTimes, sentTimes } from '../next-times.ts'
import { demandDates, headBefore, nextDate, shortened, updateFrom } from './change-series.ts'
import { planEnd, planSeries } from './plan-series.ts'
import {
  clockIn,
  isOccurrence,
  isSeries,
  overridesOf,
  readOccurrences,
  readSeries,
  zoneOf,
} from './series.ts'
import { effectOfOne, NO_EFFECT, type Scope, type Write, type Written, writtenOf } from './written-series.ts'

/* Writes of series and of occurrences. */

/** A new event that repeats. `event` has no slug to claim any more and is not put yet. */
export async function planNewSeries(
  { plan, context, prepared }: Write,
  event: EventRecord,
  before?: EventRecord,
): Promise<Written> {
  const series = beginSeries({ plan, context, prepared }, event, before)
  return writtenOf(await planSeries(plan, series, { before: before ?? null, existing: [] }))
}

function beginSeries(
  { plan: { site, now }, context: { problems }, prepared: { fields } }: Write,
  event: EventRecord,
  before: EventRecord | undefined,
): SeriesRecord {
  const bare = { rrule: '', exdate: [], rdate: [] }
  // As they were sent: a start that does not occur moves on that day only.
  const { start, end } = sentTimes(before ?? event, fields, site, now)
  const series: Series = {
    ...nextRecurrence(fields.recurrence ?? {}, bare, zoneOf(event, site)),
    ...{ start, duration: durationOf({ start, end }), since: '', made: '', count: 0, due: null },
  }
  if (series.rrule === '') problems.invalid('recurrence', 'must have an rrule')
  problems.throwIfAny()
  demandDates(series, problems)
  return { ...event, series, occurrence: undefined }
}

/** An update of a series, of an occurrence, or of an event that becomes a series. */
export async function planUpdate(write: Write, current: EventRecord, scope: Scope): Promise<Written> {
  const { context, plan, prepared } = write
  const { caller, site, problems } = context
  const series = isSeries(current) ? current : await readSeries(site, current)
  if (series?.series.work?.do === 'erase') throw new ApiError('rest-event-not-found')
  demandChange(caller, current, context.client, series)
  const fields = await withoutEchoes(prepared.fields, current, context)
  if (series === undefined) {
    const next = {
      ...(await decide(plan, current, { ...prepared, fields }, problems)),
      occurrence: undefined,
    }
    const own = { ...write, prepared: { ...prepared, fields } }
    if (fields.recurrence) return planNewSeries(own, next, current)
    return { event: plan.put(next, current), series: [], effect: effectOfOne(current, next) }
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
  const { at, overrides } = current.occurrence
  const zone = zoneOf(series, site)
  if (!wasTrashed && !isTrashed) {
    const own = overridesOf(series, { before: current, next, zone })
    const decided = { ...next, occurrence: { at, overrides: own } }
    const event = plan.put(decided, current)
    const written = await planEnd(plan, series, current, decided)
    return { event, series: written, effect: effectOfOne(current, decided) }
  }
  if (wasTrashed && isTrashed) {
    const event = plan.put({ ...next, occurrence: { at, overrides } }, current)
    return { event, series: [], effect: NO_EFFECT }
  }
  const existing = await readOccurrences(site.storage, series)
  if (isTrashed) {
    const decided = { ...next, occurrence: { at, overrides } }
    const rest = { ...series, series: without(series.series, at) }
    return writtenOf(await planSeries(plan, rest, { before: series, existing, decided }), current)
  }
  const taken = new Set(
    existing.filter((own) => own.id !== current.id && isLiving(own)).map(({ occurrence }) => occurrence.at),
  )
  const returned = including(series.series, at, {
    isTaken: (date) => taken.has(date),
    now: clockIn(zone, plan.now),
  })
  const before = { ...current, occurrence: { at: returned.at, overrides } }
  const own = overridesOf(series, { before, next, zone })
  const decided = { ...next, occurrence: { at: returned.at, overrides: own } }
  const whole = { ...series, series: returned.series }
  return writtenOf(await planSeries(plan, whole, { before: series, existing, decided }), current)
}

// —— What an occurrence has for itself ————————————————————————————————————————————————————————————————————————

/** A body that names an occurrence. */
interface Sent {
  readonly fields: EventFields
  readonly prepared: Prepared
  readonly own: OccurrenceRecord
  readonly plan: Plan
}

type Repeats = (sent: Sent) => boolean

const equal =
  (name: keyof EventFields & keyof EventRecord): Repeats =>
  ({ fields, own }) =>
    fields[name] === own[name]

const equalIds =
  (name: 'categories' | 'tags' | 'venue' | 'organizer'): Repeats =>
  ({ fields, own }) => {
    const refs = (fields[name] ?? []).map((ref) => ('id' in ref ? ref.id : undefined))
    return isDeepEqual([...refs].sort(), [...own[name]].sort())
  }

const equalDates: Repeats = ({ fields: { date, date_utc }, own, plan: { now, site } }) => {
  const next = publication(own, own.status, { date, date_utc }, now, site.zone)
  return next.date === own.date && next.date_utc === own.date_utc
}

/** Values that an occurrence does not have, or that `withoutOwn` compares together. */
const never: Repeats = () => false

/** Whether a field repeats the value of the occurrence. Plain fields have the values of records. */
const REPEATS: { readonly [N in Exclude<keyof EventFields, PlainEventField>]-?: Repeats } = {
  title: equal('title'),
  description: equal('description'),
  excerpt: equal('excerpt'),
  slug: equal('slug'),
  author: equal('author'),
  status: equal('status'),
  date: equalDates,
  date_utc: equalDates,
  image: ({ prepared, own }) => isDeepEqual(prepared.image, own.image),
  start_date: never,
  end_date: never,
  utc_start_date: never,
  utc_end_date: never,
  timezone: never,
  all_day: never,
  cost: ({ fields, own, plan: { site } }) =>
    isDeepEqual(nextCost(fields.cost, own.cost, site.currency), own.cost),
  website: equal('website'),
  post_parent: equal('post_parent'),
  previous_start_date: ({ fields, own }) => fields.previous_start_date === (own.previous_start_date ?? ''),
  recurrence: never,
  // No answer shows it.
  password: never,
  categories: equalIds('categories'),
  tags: equalIds('tags'),
  venue: equalIds('venue'),
  organizer: equalIds('organizer'),
  custom_fields: never,
}

/** Beside the fields of the event, `fields` has those of the query, such as `scope`. */
const isPlain = (name: keyof EventFields): name is PlainEventField =>
  Object.hasOwn(EVENT, name) && !Object.hasOwn(REPEATS, name)

/**
 * The fields of a request that names an occurrence and means its series. A client that sends the whole occurrence back
 * does not mean what only this occurrence has. A value that it has from its series changes nothing there either. So each
 * value that repeats the occurrence is left out.
 */
function withoutOwn(
  fields: EventFields,
  own: OccurrenceRecord,
  { plan, prepared }: Write,
): Pick<Prepared, 'fields' | 'image' | 'custom'> {
  const sent: Sent = { fields, prepared, own, plan }
  const repeats = (name: keyof EventFields) =>
    fields[name] !== undefined &&
    (isPlain(name) ? fields[name] === (own[name] ?? defaultOf(EVENT[name])) : REPEATS[name]?.(sent) === true)
  const next: EventFields = { ...fields }
  for (const name of keysOf(fields)) if (repeats(name)) delete next[name]
  const { custom_fields: values = {} } = own
  const custom = Object.entries(prepared.custom ?? {}).filter(
    ([name, value]) => !(Object.hasOwn(values, name) && isDeepEqual(value, values[name])),
  )
  return {
    fields: withoutSameTimes(next, own, plan),
    image: repeats('image') ? undefined : prepared.image,
    custom: custom.length === 0 ? undefined : Object.fromEntries(custom),
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
  demandChange(context.caller, current, context.client, series)
  if (current.status === 'trash') throw new ApiError('event-is-in-trash')
  if (series === undefined) {
    const next = plan.put(await decide(plan, current, TRASH, context.problems), current)
    return { event: next, series: [], effect: effectOfOne(current, next) }
  }
  const named = isOccurrence(current) ? current : undefined
  if (named !== undefined && scope !== 'this') demandSeriesRight(context, series)
  const existing = await readOccurrences(plan.site.storage, series)
  if (named !== undefined && scope === 'this') {
    const rest = { ...series, series: without(series.series, named.occurrence.at) }
    return writtenOf(await planSeries(plan, rest, { before: series, existing }), named)
  }
  const date = named?.occurrence.at ?? nextDate(plan, series, existing)
  if (scope === 'future' && date === undefined) return { event: series, series: [], effect: NO_EFFECT }
  const head = scope === 'future' && date !== undefined ? headBefore(series, existing, date) : undefined
  const next =
    head === undefined || date === undefined
      ? { ...(await decide(plan, series, TRASH, context.problems)), series: series.series }
      : shortened(
          series,
          withoutPast(head, existing, {
            from: date,
            clock: clockIn(zoneOf(series, plan.site), plan.now),
          }),
        )
  return writtenOf(await planSeries(plan, next, { before: series, existing }), named)
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
