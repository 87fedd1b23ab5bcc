import type { Caller } from '../access/policy.ts'
import { isDeepEqual } from '../domain/deep-equal.ts'
import type { EventTimes } from '../domain/event-times.ts'
import type { EventRecord, Occurrence, Series } from '../domain/records.ts'
import { dayOf, firstDate, isExcluded, type Schedule, scheduleOf, timesAt } from '../domain/series.ts'
import { withEnding } from '../domain/slug.ts'
import { fromDocument } from '../domain/stored-record.ts'
import { atInstant, resolveZone, UTC, unixSeconds, type WallClock, type Zone } from '../domain/zones.ts'
import type { Site } from '../site.ts'
import type { Condition, Storage } from '../storage/contract.ts'
import { isTooLarge } from '../storage/failures.ts'
import { planSeriesErasure } from './erase.ts'
import { findInParts } from './parts.ts'
import { commit, type Plan } from './plan.ts'
import { readRecord } from './read-record.ts'
import { claimSlugs, trashedSlug } from './slugs.ts'

/*
 * A series and its occurrences, which are events of their own. Every write of a series says how the series will be, and
 * `planSeries` plans what follows for the occurrences. It compares what there is with what there should be. So the same
 * function makes a series, changes it, extends it as time passes, and completes what was interrupted.
 */

export type SeriesRecord = EventRecord & { readonly series: Series }
export type OccurrenceRecord = EventRecord & { readonly occurrence: Occurrence }

export const isSeries = (event: EventRecord | undefined): event is SeriesRecord => event?.series !== undefined
export const isOccurrence = (event: EventRecord | undefined): event is OccurrenceRecord =>
  event?.occurrence !== undefined

/** A series that is always due, because it is unfinished. */
const AT_ONCE = '0001-01-01 00:00:00'

/** Occurrences that are loaded at a time. */
const PART = 500

/** Occurrences of one commit, if all of them are too many for the storage. */
const MOST_IN_PARTS = 64

export const zoneOf = ({ timezone }: EventRecord, site: Site): Zone => resolveZone(timezone) ?? site.zone

/** Now, on the clock of a zone. */
export const clockIn = (zone: Zone, now: Date): WallClock => atInstant(unixSeconds(now), zone).wall

/** The series of an occurrence; `undefined` for other events, and if it is no series any more. */
export async function readSeries(site: Site, event: EventRecord): Promise<SeriesRecord | undefined> {
  if (!isOccurrence(event)) return undefined
  const parent = await readRecord(site.storage, 'event', event.post_parent)
  return isSeries(parent) ? parent : undefined
}

/** The occurrences that start at `from` or later, those in the trash included. */
export async function readOccurrences(
  storage: Storage,
  { id, series }: SeriesRecord,
  from: WallClock | '' = '',
): Promise<OccurrenceRecord[]> {
  const found: OccurrenceRecord[] = []
  const where: Condition<'event'>[] = [
    { key: 'parent', in: series.adopts === undefined ? [id] : [id, series.adopts.id] },
    ...(from === '' ? [] : [{ key: 'start', gte: from } as const]),
  ]
  for await (const document of findInParts(storage, 'event', where, PART)) {
    const event = fromDocument('event', document)
    if (!isOccurrence(event)) continue
    if (event.post_parent === id || event.occurrence.at >= (series.adopts?.from ?? '')) found.push(event)
  }
  return found
}

export interface PlannedSeries {
  readonly series: EventRecord
  /** By ID, as they will be. */
  readonly occurrences: ReadonlyMap<number, EventRecord>
  /** The number of occurrences that change. */
  readonly written: number
}

export interface PlanOptions {
  /** Those that exist. */
  readonly existing: readonly OccurrenceRecord[]
  /** An occurrence of `existing` as this write decided it. */
  readonly decided?: OccurrenceRecord | undefined
  /** Whether the series comes back from the trash, and its occurrences with it. */
  readonly isRestored?: boolean
  /** Whether nobody changes the series: time has passed, or a write is completed. Then it keeps its time of change. */
  readonly isUntouched?: boolean
  /** Whether only dates after `made` matter. Then `existing` are those that start at `made` or later. */
  readonly isExtended?: boolean
  /** The number of occurrences that may change; the others remain for later. */
  readonly most?: number
}

/** What an occurrence becomes. */
interface Target {
  readonly own: OccurrenceRecord | undefined
  readonly at: WallClock
  readonly isGone: boolean
}

/** Plans to store the series, and all changes of its occurrences that follow. `series` has its own fields already. */
export async function planSeries(
  plan: Plan,
  series: SeriesRecord,
  { existing, decided, isRestored = false, isUntouched = false, isExtended = false, most }: PlanOptions,
): Promise<PlannedSeries> {
  const { site, now } = plan
  const zone = zoneOf(series, site)
  const clock = clockIn(zone, now)
  const schedule = scheduleOf(series.series, {
    ...{ now: clock, zone, most: site.limits.occurrences, hasPast: !isExtended },
    last: existing.map(({ occurrence }) => occurrence.at).reduce((a, b) => (a > b ? a : b), ''),
  })
  const targets = isExtended
    ? newDates(series, schedule, existing)
    : matchDates(series, schedule, { existing, clock, isRestored })
  const today = atInstant(unixSeconds(now), site.zone)
  const stamp = { modified: today.wall, modified_utc: today.utc, site_timezone: site.zone.name }
  const made = await makeOccurrences(plan, series, targets, { clock, zone, decided, stamp })

  plan.isDivisible = most === undefined
  const limit = most ?? (plan.isDivided ? 0 : Number.POSITIVE_INFINITY)
  const changed = made.filter(({ isChanged }) => isChanged)
  const isDecided = ({ record }: Made) => record.id === decided?.id
  const others = changed.filter((one) => !isDecided(one))
  const isWhole = others.length <= limit
  const written = isWhole ? changed : [...changed.filter(isDecided), ...others.slice(0, limit)]

  const occurrences = new Map(existing.map((event): [number, EventRecord] => [event.id, event]))
  for (const { record } of written) occurrences.set(record.id, plan.put(record))
  return { series: plan.put(summarize()), occurrences, written: written.length }

  function summarize(): EventRecord {
    const { series: own } = series
    if (own.unfinished === 'end' && isWhole) return { ...series, series: undefined }
    const living = [...occurrences.values()].filter(
      (event) => event.status !== 'trash' && event.post_parent === series.id,
    )
    const isLater = isExtended && own.count > 0
    return {
      ...series,
      ...(isUntouched ? {} : stamp),
      ...(isLater || own.unfinished === 'end' ? {} : shownTimes(living)),
      series: {
        ...own,
        count: isExtended ? own.count + written.length : living.length,
        made: isWhole ? (schedule.dates.at(-1) ?? own.made) : own.made,
        due: !isWhole ? AT_ONCE : series.status === 'trash' ? null : schedule.due,
        unfinished: isWhole ? undefined : (own.unfinished ?? 'make'),
        adopts: isWhole ? undefined : own.adopts,
      },
    }
  }

  /** The times of the first occurrence. */
  function shownTimes(living: readonly EventRecord[]): EventTimes {
    const dates = living.flatMap(({ occurrence }) => occurrence?.at ?? [])
    const first = dates.reduce(
      (a, b) => (a < b ? a : b),
      dates[0] ?? firstDate(series.series) ?? series.series.start,
    )
    // An occurrence of the past can have the times of an earlier state of the series.
    const date = first > clock ? first : `${dayOf(first)} ${series.series.start.slice(11)}`
    return timesAt(series, date, zone)
  }
}

type Stamp = Pick<EventRecord, 'modified' | 'modified_utc' | 'site_timezone'>

const stampOf = ({ modified, modified_utc, site_timezone }: EventRecord): Stamp => ({
  modified,
  modified_utc,
  site_timezone,
})

/** The dates after `made`. One of them can have an occurrence in the trash, from an earlier rule. */
function newDates(
  { series }: SeriesRecord,
  { dates }: Schedule,
  existing: readonly OccurrenceRecord[],
): Target[] {
  const byDate = new Map(existing.map((own) => [own.occurrence.at, own]))
  return dates.filter((at) => at > series.made).map((at) => ({ own: byDate.get(at), at, isGone: false }))
}

/** Finds the date of each occurrence that exists, and the dates that need a new one. */
function matchDates(
  { series, status }: SeriesRecord,
  { dates, known }: Schedule,
  {
    existing,
    clock,
    isRestored,
  }: { existing: PlanOptions['existing']; clock: WallClock; isRestored: boolean },
): Target[] {
  if (status === 'trash' || series.unfinished === 'end') {
    return existing.map((own) => ({
      own,
      at: own.occurrence.at,
      isGone: status === 'trash' || own.occurrence.at > clock,
    }))
  }
  const targets: Target[] = []
  const taken = new Set<WallClock>()
  const unmatched: OccurrenceRecord[] = []
  const keep = (own: OccurrenceRecord, at: WallClock) => {
    taken.add(at)
    targets.push({ own, at, isGone: false })
  }
  for (const own of existing) {
    const { at } = own.occurrence
    const isPast = at <= clock
    if (isExcluded(series, at)) targets.push({ own, at, isGone: true })
    else if (known.has(at)) keep(own, at)
    else if (isPast && (own.status !== 'trash' || isRestored)) keep(own, at)
    else if (!isPast) unmatched.push(own)
  }
  // Another time of day keeps the occurrences of the days that stay.
  const free = new Map<string, WallClock>()
  for (const date of known) if (date > clock && !taken.has(date)) free.set(dayOf(date), date)
  for (const own of unmatched) {
    const day = dayOf(own.occurrence.at)
    const at = free.get(day)
    if (at === undefined) targets.push({ own, at: own.occurrence.at, isGone: true })
    else keep(own, at)
    free.delete(day)
  }
  for (const at of dates) if (!taken.has(at)) targets.push({ own: undefined, at, isGone: false })
  return targets
}

interface Made {
  readonly record: EventRecord
  readonly isChanged: boolean
}

async function makeOccurrences(
  plan: Plan,
  series: SeriesRecord,
  targets: readonly Target[],
  {
    clock,
    zone,
    decided,
    stamp,
  }: { clock: WallClock; zone: Zone; decided: OccurrenceRecord | undefined; stamp: Stamp },
): Promise<Made[]> {
  const fresh = targets.filter(({ own }) => own === undefined)
  const ids = [...(fresh.length === 0 ? [] : await plan.freshIds('post', fresh.length))]
  const drafts = targets.map((target) => draft(target))
  const slugs = await claimSlugs(
    plan,
    'event',
    drafts.flatMap(({ record: { id }, wanted }) => (wanted === undefined ? [] : [{ id, slug: wanted }])),
  )
  return drafts.map(({ record, own, wanted }) => {
    const next = wanted === undefined ? record : { ...record, slug: slugs.get(record.id) ?? wanted }
    const isChanged = own === undefined || own.id === decided?.id || !isSame(own, next)
    return { record: isChanged ? { ...next, ...stamp } : next, isChanged }
  })

  function draft({ own: stored, at, isGone }: Target) {
    const own = stored !== undefined && stored.id === decided?.id ? decided : stored
    if (own === undefined) return withSlug(follow(series, undefined, at, ids.shift() ?? 0), undefined)
    if (series.series.unfinished === 'end') return withSlug(detach(own, isGone), own)
    if (isGone) return withSlug(trash(own), own)
    return withSlug(follow(series, own, at, own.id), own)
  }

  /** The slug to claim, if the occurrence needs another one than it has. */
  function withSlug(record: EventRecord, own: OccurrenceRecord | undefined) {
    const isTrashed = record.status === 'trash'
    if (own?.status === 'trash' && isTrashed) return { record, own, wanted: undefined }
    if (isTrashed) {
      const { slug, own_slug } = trashedSlug(record.slug)
      return { record: { ...record, own_slug }, own, wanted: slug }
    }
    const before = own?.status === 'trash' ? (own.own_slug ?? '') : (own?.slug ?? '')
    const slug =
      before || (series.slug === '' ? '' : withEnding(series.slug, `-${dayOf(record.occurrence?.at ?? '')}`))
    const isClaimed = own !== undefined && own.slug === slug && !isUnfinished(own)
    const next = { ...record, slug, own_slug: undefined }
    return { record: next, own, wanted: slug === '' || isUnfinished(record) || isClaimed ? undefined : slug }
  }

  function follow(
    of: SeriesRecord,
    own: OccurrenceRecord | undefined,
    at: WallClock,
    id: number,
  ): EventRecord {
    // What the event was before the trash is not known.
    const known = own?.occurrence.overrides ?? []
    const overrides = own?.status === 'trash' ? known.filter((name) => !PUBLICATION.has(name)) : known
    const times =
      own !== undefined && (at <= clock || overrides.some((name) => TIMES.has(name)))
        ? own
        : timesAt(of, at, zone)
    return occurrenceOf(of, own, { id, times, occurrence: { at, overrides } })
  }
}

/** Drafts may share a slug. */
const isUnfinished = ({ status }: EventRecord): boolean => status === 'draft' || status === 'pending'

const trash = (own: OccurrenceRecord): EventRecord =>
  own.status === 'trash' ? own : { ...own, status: 'trash', dated: true, published: true }

/** The occurrence as an event without a series: in the trash, unless it is past or was changed by itself. */
function detach(own: OccurrenceRecord, isToCome: boolean): EventRecord {
  const isKept = !isToCome || own.occurrence.overrides.length > 0
  return { ...(isKept ? own : trash(own)), post_parent: 0, occurrence: undefined }
}

// —— What occurrences have from their series ——————————————————————————————————————————————————————————————————

/** Names in answers of what an occurrence can have for itself, and the fields of the record. */
const OVERRIDABLE = {
  title: ['title'],
  description: ['description'],
  excerpt: ['excerpt'],
  image: ['image'],
  cost: ['cost'],
  website: ['website'],
  show_map: ['show_map'],
  show_map_link: ['show_map_link'],
  hide_from_listings: ['hide_from_listings'],
  sticky: ['sticky'],
  featured: ['featured'],
  ticketed: ['ticketed'],
  password: ['password'],
  categories: ['categories'],
  tags: ['tags'],
  venue: ['venue'],
  organizer: ['organizer'],
  author: ['author'],
  status: ['status'],
  date: ['date', 'date_utc'],
  start_date: ['start', 'utc_start'],
  end_date: ['end', 'utc_end'],
  all_day: ['all_day'],
  timezone: ['timezone'],
  custom_fields: ['custom_fields'],
} as const satisfies Record<string, readonly (keyof EventRecord)[]>

/** An occurrence that has one of these for itself has all of them. */
const PUBLICATION = new Set(['status', 'date'])
const TIMES = new Set(['start_date', 'end_date', 'all_day', 'timezone'])

/** The record of an occurrence: the fields of its series, except those that it has for itself. */
function occurrenceOf(
  series: SeriesRecord,
  own: OccurrenceRecord | undefined,
  { id, times, occurrence }: { id: number; times: EventTimes; occurrence: Occurrence },
): EventRecord {
  const of = (name: keyof typeof OVERRIDABLE): EventRecord =>
    own !== undefined && occurrence.overrides.includes(name) ? own : series
  const publication = occurrence.overrides.some((name) => PUBLICATION.has(name)) ? (own ?? series) : series
  return {
    all_day: times.all_day,
    start: times.start,
    end: times.end,
    timezone: times.timezone,
    utc_start: times.utc_start,
    utc_end: times.utc_end,
    start_offset: times.start_offset,
    end_offset: times.end_offset,
    timezone_abbr: times.timezone_abbr,
    status: publication.status,
    date: publication.date,
    date_utc: publication.date_utc,
    dated: publication.dated,
    published: publication.published,
    modified: own?.modified ?? series.modified,
    modified_utc: own?.modified_utc ?? series.modified_utc,
    site_timezone: own?.site_timezone ?? series.site_timezone,
    kind: 'event',
    id,
    version: own?.version ?? 0,
    author: of('author').author,
    slug: own?.slug ?? '',
    own_slug: own?.own_slug,
    title: of('title').title,
    description: of('description').description,
    excerpt: of('excerpt').excerpt,
    image: of('image').image,
    cost: of('cost').cost,
    website: of('website').website,
    show_map: of('show_map').show_map,
    show_map_link: of('show_map_link').show_map_link,
    hide_from_listings: of('hide_from_listings').hide_from_listings,
    sticky: of('sticky').sticky,
    featured: of('featured').featured,
    ticketed: of('ticketed').ticketed,
    post_parent: series.id,
    uid: own?.uid,
    password: of('password').password,
    categories: of('categories').categories,
    tags: of('tags').tags,
    venue: of('venue').venue,
    organizer: of('organizer').organizer,
    series: undefined,
    occurrence,
    custom_fields: of('custom_fields').custom_fields,
  }
}

/**
 * What the occurrence has for itself after a write of it alone. What was changed to the value of the series follows the
 * series again.
 */
export function overridesOf(
  series: SeriesRecord,
  { before, next, zone }: { before: OccurrenceRecord; next: EventRecord; zone: Zone },
): readonly string[] {
  const { at } = before.occurrence
  const times = timesAt(series, at, zone)
  const followed = occurrenceOf(series, before, { id: before.id, times, occurrence: { at, overrides: [] } })
  const differs = (fields: readonly (keyof EventRecord)[], a: EventRecord, b: EventRecord) =>
    fields.some((field) => !isDeepEqual(a[field], b[field]))
  return Object.entries(OVERRIDABLE).flatMap(([name, fields]) => {
    const isOverride = differs(fields, before, next)
      ? differs(fields, followed, next)
      : before.occurrence.overrides.includes(name)
    return isOverride ? [name] : []
  })
}

/** Whether nothing changes but the time of the change. */
const isSame = (event: EventRecord, next: EventRecord): boolean => {
  const stamp = stampOf(event)
  return isDeepEqual({ ...event, ...stamp }, { ...next, ...stamp })
}

// —— Later commits ————————————————————————————————————————————————————————————————————————————————————————————

/**
 * Makes the occurrences that a series needs by now, and completes what was interrupted: in as many commits as the
 * storage needs. Returns the number of occurrences that are written. `caller`: whoever wrote the series just now.
 */
export async function completeSeries(
  site: Site,
  id: number,
  now: Date,
  caller: Caller = null,
): Promise<number> {
  let written = 0
  for (let most = Number.POSITIVE_INFINITY; ; ) {
    try {
      const done = await commit({ site, caller, now }, (plan) => extend(plan, id, most))
      written += done.written
      if (done.series?.series?.unfinished === undefined) return written
    } catch (error) {
      if (!isTooLarge(error) || most === 1) throw error
      most = Math.min(MOST_IN_PARTS, Math.ceil(most / 2))
    }
  }
}

async function extend(
  plan: Plan,
  id: number,
  most: number,
): Promise<{ series: EventRecord | undefined; written: number }> {
  const { storage } = plan.site
  const event = await readRecord(storage, 'event', id)
  if (!isSeries(event) || !isDue(event, plan.now)) return { series: event, written: 0 }
  const isExtended = event.series.unfinished === undefined
  const existing = await readOccurrences(storage, event, isExtended ? event.series.made : '')
  if (event.series.unfinished === 'erase') return planSeriesErasure(plan, event, existing, most)
  return planSeries(plan, event, { existing, most, isUntouched: true, isExtended })
}

const isDue = ({ series: { due } }: SeriesRecord, now: Date): boolean =>
  due !== null && due <= atInstant(unixSeconds(now), UTC).wall
