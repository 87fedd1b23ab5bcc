import { Slices } from '../../../../formats/give-way.ts'
import type { DateEffect } from '../../../../types/index.ts'
import { isDeepEqual } from '../../../domain/deep-equal.ts'
import type { EventRecord, SeriesWork } from '../../../domain/records/records.ts'
import {
  dayOf,
  endOn,
  isLiving,
  lastingOf,
  OVERDUE,
  type Schedule,
  scheduleOf,
  shownDate,
  takesPlace,
  timesAt,
} from '../../../domain/recurrence/series.ts'
import {
  lastTargets,
  newTargets,
  type OccurrenceRecord,
  pairedTargets,
  type SeriesRecord,
  type Target,
} from '../../../domain/recurrence/series-differences.ts'
import { withEnding } from '../../../domain/text/slug.ts'
import type { WallClock, Zone } from '../../../domain/time/zones.ts'
import type { Plan } from '../../writing/plan.ts'
import { claimSlugs, trashedSlug } from '../../writing/slugs.ts'
import { type Stamp, stampNow } from '../../writing/stamp.ts'
import { clockIn, hasOwnTimes, occurrenceOf, PUBLICATION, readOccurrences, zoneOf } from './series.ts'

/*
 * From how a series will be to its changes, in four steps: the dates that it should have, what becomes of each occurrence
 * (both in `domain/`), the records that change, and the series with its new count. Creation, changes, extension as time
 * passes and the completion of interrupted writes all take these steps.
 */

/** Of an occurrence, for `Slices`. */
const STEPS = 200

/** What a write of a series knows beside how the series will be. */
export interface SeriesChange {
  /** The series as it is stored; `null`: it is new. */
  readonly before: EventRecord | null
  /** The occurrences that exist. */
  readonly existing: readonly OccurrenceRecord[]
  /** Where occurrences go, by ID. */
  readonly moves?: ReadonlyMap<number, WallClock>
  /** An occurrence of `existing` as this write decided it. */
  readonly decided?: OccurrenceRecord | undefined
  /** Whether the series comes back from the trash, and its occurrences with it. */
  readonly isRestored?: boolean
}

export interface PlannedSeries {
  readonly series: EventRecord
  /** By ID, as they will be. */
  readonly occurrences: ReadonlyMap<number, EventRecord>
  /** The number of occurrences that change. */
  readonly written: number
  readonly effect: DateEffect
}

/** Plans to store the series, and all changes of its occurrences that follow. `series` has its own fields already. */
export async function planSeries(
  plan: Plan,
  series: SeriesRecord,
  change: SeriesChange,
): Promise<PlannedSeries> {
  plan.isDivisible = true
  const most = plan.isDivided ? 0 : Number.POSITIVE_INFINITY
  const planned = await planPairs(plan, series, change, most)
  const times = series.series.work?.do === 'end' ? {} : shownTimes(series, plan)
  return { ...planned, series: plan.put({ ...planned.series, ...stampNow(plan), ...times }, change.before) }
}

/** Completes what an interrupted write has left, `most` occurrences at a time. */
export async function planRest(
  plan: Plan,
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
  most: number,
): Promise<PlannedSeries> {
  const { work } = series.series
  const moves = new Map(work?.do === 'make' ? work.moves : [])
  const isRestored = work?.do === 'make' && work.isRestored === true
  const planned = await planPairs(plan, series, { existing, moves, isRestored }, most)
  return { ...planned, series: plan.put(planned.series, series) }
}

/** Plans the changes of all occurrences, `most` of them. The series is not put yet. */
async function planPairs(
  plan: Plan,
  series: SeriesRecord,
  { existing, moves = new Map(), decided, isRestored = false }: Omit<SeriesChange, 'before'>,
  most: number,
): Promise<PlannedSeries> {
  const schedule = wantedDates(plan, series, existing)
  const current = existing.map((own) => (own.id === decided?.id && decided !== undefined ? decided : own))
  const targets = targetsOf(plan, series, schedule, { existing: current, moves, isRestored })
  const planned = await writeTargets(plan, series, { existing, targets, decided, most })
  const left = workOf(series, { ...planned, moves, isRestored })
  return { ...planned, series: summarized(plan, series, schedule, planned.occurrences, left) }
}

/**
 * Makes the first `most` occurrences that the series needs by now, and remembers how far it came, so that what follows
 * need not compare all again. `existing`: those that start at `made` or later.
 */
export async function planExtension(
  plan: Plan,
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
  most: number,
): Promise<PlannedSeries> {
  const schedule = wantedDates(plan, series, existing, { hasPast: false })
  const wanted = newTargets(series, schedule, existing)
  const targets = wanted.slice(0, most)
  const planned = await writeTargets(plan, series, { existing, targets, most: Number.POSITIVE_INFINITY })
  // With the last dates made, the series lasts as long as all of them say.
  const earlier = schedule.due === null ? await readOccurrences(plan.site.storage, series) : []
  const all = new Map<number, EventRecord>(earlier.map((own) => [own.id, own]))
  for (const [id, own] of planned.occurrences) all.set(id, own)
  const { series: own } = summarized(plan, series, schedule, all, undefined)
  const made = targets.length < wanted.length ? { made: targets.at(-1)?.at ?? '', due: OVERDUE } : {}
  const count = series.series.count + planned.written
  return { ...planned, series: plan.put({ ...series, series: own && { ...own, ...made, count } }, series) }
}

// —— The steps ————————————————————————————————————————————————————————————————————————————————————————————————

function wantedDates(
  { site, now }: Plan,
  series: SeriesRecord,
  existing: readonly OccurrenceRecord[],
  { hasPast } = { hasPast: true },
): Schedule {
  const zone = zoneOf(series, site)
  return scheduleOf(series.series, {
    ...{ now: clockIn(zone, now), zone, most: site.limits.occurrences, hasPast },
    last: existing.map(({ occurrence }) => occurrence.at).reduce((a, b) => (a > b ? a : b), ''),
  })
}

function targetsOf(
  { site, now: instant }: Plan,
  series: SeriesRecord,
  schedule: Schedule,
  { existing, moves, isRestored }: Required<Omit<SeriesChange, 'before' | 'decided'>>,
): Target[] {
  const now = clockIn(zoneOf(series, site), instant)
  if (series.status === 'trash' || series.series.work?.do === 'end')
    return lastTargets(series, { existing, now })
  return pairedTargets(series, schedule, { existing, now }, { moves, isRestored })
}

interface Draft {
  readonly target: Target
  readonly record: EventRecord
  readonly isChanged: boolean
}

interface WrittenTargets {
  readonly occurrences: ReadonlyMap<number, EventRecord>
  readonly written: number
  /** Those that a later commit writes. */
  readonly left: readonly Draft[]
  readonly effect: DateEffect
}

/** Plans to write the records of the targets that change: the decided one, and at most `most` others. */
async function writeTargets(
  plan: Plan,
  series: SeriesRecord,
  {
    existing,
    targets,
    decided,
    most,
  }: {
    existing: readonly OccurrenceRecord[]
    targets: readonly Target[]
    decided?: OccurrenceRecord | undefined
    most: number
  },
): Promise<WrittenTargets> {
  // Other requests run between two slices: a series can have a thousand dates.
  const slices = new Slices()
  const drafts = await draftsOf(plan, series, targets, decided?.id)
  await slices.give(drafts.length * STEPS)
  const changed = drafts.filter(({ isChanged }) => isChanged)
  const isDecided = ({ record }: Draft) => record.id === decided?.id
  const others = changed.filter((draft) => !isDecided(draft))
  const written = [...changed.filter(isDecided), ...others.slice(0, most)]
  const occurrences = new Map(existing.map((event): [number, EventRecord] => [event.id, event]))
  for (const { record } of written) {
    occurrences.set(record.id, plan.put(record, occurrences.get(record.id) ?? null))
    await slices.give(STEPS)
  }
  return {
    occurrences,
    written: written.length,
    left: others.slice(most),
    effect: effectOf(existing, drafts, clockIn(zoneOf(series, plan.site), plan.now)),
  }
}

/** The records of the targets, with their slugs. Those that nothing changes keep their time of change. */
async function draftsOf(
  plan: Plan,
  series: SeriesRecord,
  targets: readonly Target[],
  decidedId: number | undefined,
): Promise<Draft[]> {
  const zone = zoneOf(series, plan.site)
  const stamp = stampNow(plan)
  const fresh = targets.filter(({ own }) => own === undefined)
  const ids = [...(fresh.length === 0 ? [] : await plan.freshIds('post', fresh.length))]
  const drafts = targets.map((target) => {
    const { own } = target
    const record = recordOf(series, target, { id: own?.id ?? ids.shift() ?? 0, zone })
    return { target, ...withSlug(series, record, own) }
  })
  const slugs = await claimSlugs(
    plan,
    'event',
    drafts.flatMap(({ record: { id }, wanted }) => (wanted === undefined ? [] : [{ id, slug: wanted }])),
  )
  return drafts.map(({ target, record, wanted }) => {
    const { own } = target
    const next = wanted === undefined ? record : { ...record, slug: slugs.get(record.id) ?? wanted }
    const isChanged = own === undefined || own.id === decidedId || !isSame(own, next)
    return { target, record: isChanged ? { ...next, ...stamp } : next, isChanged }
  })
}

/** What remains to be done for a series of which targets are not written yet; `undefined` for nothing. */
function workOf(
  { series: { work } }: SeriesRecord,
  {
    left,
    moves,
    isRestored,
  }: {
    left: readonly Draft[]
    moves: ReadonlyMap<number, WallClock>
    isRestored: boolean
  },
): SeriesWork | undefined {
  if (left.length === 0) return undefined
  if (work !== undefined && work.do !== 'make') return work
  const unmoved = left.flatMap(({ record: { id }, target: { at } }): [number, WallClock][] =>
    moves.has(id) ? [[id, at]] : [],
  )
  return {
    do: 'make',
    ...(work?.adopts === undefined ? {} : { adopts: work.adopts }),
    ...(unmoved.length === 0 ? {} : { moves: unmoved }),
    ...(isRestored ? { isRestored } : {}),
  }
}

/** The series after its occurrences, with their number. One that has ended is an ordinary event. */
function summarized(
  plan: Plan,
  series: SeriesRecord,
  schedule: Schedule,
  occurrences: ReadonlyMap<number, EventRecord>,
  work: SeriesWork | undefined,
): EventRecord {
  const { series: own } = series
  if (own.work?.do === 'end' && work === undefined) return { ...series, series: undefined }
  const living = [...occurrences.values()].filter(
    (event) => isLiving(event) && event.post_parent === series.id,
  )
  const isWhole = work === undefined
  const next = {
    ...own,
    count: living.length,
    made: isWhole ? (schedule.dates.at(-1) ?? own.made) : own.made,
    due: !isWhole ? OVERDUE : series.status === 'trash' ? null : schedule.due,
    work,
  }
  return withEnd(plan, { ...series, series: next }, living)
}

/** The series with the end of its dates, of which the last one may not change until the commit: see `planEnd`. */
function withEnd(plan: Plan, series: SeriesRecord, dates: readonly EventRecord[]): SeriesRecord {
  const { ends, last } = lastingOf(series, dates, zoneOf(series, plan.site))
  if (last !== undefined) plan.hold('event', last.id, last.version)
  return { ...series, series: { ...series.series, ends } }
}

/**
 * Plans what a change of one date means for the end of its series. Whoever writes a series reads its dates, and holds the
 * last one. So a date that ends later than before, or was the last one, writes the series; one that ends earlier only
 * expects its version. Then no two writes at the same time leave a wrong end.
 */
export async function planEnd(
  plan: Plan,
  series: SeriesRecord,
  current: OccurrenceRecord,
  decided: OccurrenceRecord,
): Promise<readonly EventRecord[]> {
  const zone = zoneOf(series, plan.site)
  const [before, after] = [current, decided].map((date) => ({
    isOn: takesPlace(date),
    end: endOn(date, series.timezone, zone),
  }))
  if (before === undefined || after === undefined || isDeepEqual(before, after)) return []
  const { ends = '' } = series.series
  const isEarlier = !after.isOn || (before.isOn && after.end <= before.end)
  if (isEarlier && before.end !== ends && after.end <= ends) {
    plan.hold('event', series.id, series.version)
    return []
  }
  const dates = await readOccurrences(plan.site.storage, series)
  return [
    plan.put(
      withEnd(
        plan,
        series,
        dates.map((own) => (own.id === decided.id ? decided : own)),
      ),
      series,
    ),
  ]
}

/** The times that the series shows: those of its first date, whether it is cancelled or not. */
const shownTimes = (series: SeriesRecord, { site }: Plan) =>
  timesAt(series, shownDate(series.series), zoneOf(series, site))

function effectOf(
  existing: readonly OccurrenceRecord[],
  drafts: readonly Draft[],
  now: WallClock,
): DateEffect {
  const stored = new Map(existing.map((own) => [own.id, own]))
  const effect = { moves: 0, keeps: 0, removes: 0, adds: 0 }
  for (const { record } of drafts) {
    const own = stored.get(record.id)
    const wasLiving = own !== undefined && isLiving(own)
    if (!wasLiving) effect.adds += isLiving(record) ? 1 : 0
    else if (!isLiving(record)) effect.removes++
    else if (own.utc_start !== record.utc_start || own.utc_end !== record.utc_end) effect.moves++
    else if (own.occurrence.at > now && hasOwnTimes(own.occurrence)) effect.keeps++
  }
  return effect
}

// —— One record ———————————————————————————————————————————————————————————————————————————————————————————————

/** The record of a target. `id`: its own, or that of a new one. */
function recordOf(
  series: SeriesRecord,
  { own, at, isGone, hasTimesOf }: Target,
  { id, zone }: { id: number; zone: Zone },
): EventRecord {
  if (own !== undefined && series.series.work?.do === 'end') return detach(own, isGone)
  if (own !== undefined && isGone) return trash({ ...own, occurrence: { ...own.occurrence, at } })
  // What the event was before the trash is not known.
  const known = own?.occurrence.overrides ?? []
  const overrides = own?.status === 'trash' ? known.filter((name) => !PUBLICATION.has(name)) : known
  const occurrence = { at, overrides }
  const keepsTimes = own !== undefined && (hasTimesOf === 'record' || hasOwnTimes(occurrence))
  const times = keepsTimes ? own : timesAt(series, at, zone)
  return occurrenceOf(series, own, { id, times, occurrence, isOver: hasTimesOf === 'record' })
}

/** The record, and the slug to claim if it needs another one than it has. */
function withSlug(
  { slug: seriesSlug }: SeriesRecord,
  record: EventRecord,
  own: OccurrenceRecord | undefined,
): { record: EventRecord; wanted: string | undefined } {
  const isTrashed = record.status === 'trash'
  if (own?.status === 'trash' && isTrashed) return { record, wanted: undefined }
  if (isTrashed) {
    const { slug, own_slug } = trashedSlug(record.slug)
    return { record: { ...record, own_slug }, wanted: slug }
  }
  const before = own?.status === 'trash' ? (own.own_slug ?? '') : (own?.slug ?? '')
  const made = seriesSlug === '' ? '' : withEnding(seriesSlug, `-${dayOf(record.occurrence?.at ?? '')}`)
  const slug = before || made
  const isClaimed = own !== undefined && own.slug === slug && !mayShareSlug(own)
  const next = { ...record, slug, own_slug: undefined }
  return { record: next, wanted: slug === '' || mayShareSlug(record) || isClaimed ? undefined : slug }
}

const mayShareSlug = ({ status }: EventRecord): boolean => status === 'draft' || status === 'pending'

const trash = (own: OccurrenceRecord): EventRecord =>
  own.status === 'trash' ? own : { ...own, status: 'trash', dated: true, published: true }

/** The occurrence as an event without a series: in the trash, unless it is past or was changed by itself. */
function detach(own: OccurrenceRecord, isGone: boolean): EventRecord {
  const isKept = !isGone || own.occurrence.overrides.length > 0
  return { ...(isKept ? own : trash(own)), post_parent: 0, occurrence: undefined }
}

const stampOf = ({ modified, modified_utc, site_timezone }: EventRecord): Stamp => ({
  ...{ modified, modified_utc, site_timezone },
})

/** Whether nothing changes but the time of the change. */
const isSame = (event: EventRecord, next: EventRecord): boolean => {
  const stamp = stampOf(event)
  return isDeepEqual({ ...event, ...stamp }, { ...next, ...stamp })
}
