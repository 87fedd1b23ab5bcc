import type { Condition, Storage } from '../../../../storage/contract.ts'
import { isDeepEqual } from '../../../domain/deep-equal.ts'
import type { EventTimes } from '../../../domain/records/event-times.ts'
import type { EventRecord, Occurrence } from '../../../domain/records/records.ts'
import { OF_THE_DAY, previousStart } from '../../../domain/records/standing.ts'
import { fromDocument } from '../../../domain/records/stored-record.ts'
import { timesAt } from '../../../domain/recurrence/series.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../domain/recurrence/series-differences.ts'
import { atInstant, resolveZone, unixSeconds, type WallClock, type Zone } from '../../../domain/time/zones.ts'
import { EVENT } from '../../../fields/event.ts'
import { keysOf } from '../../../fields/keys-of.ts'
import type { NamesWith } from '../../../fields/row.ts'
import type { Site } from '../../../mount/site.ts'
import { findInParts } from '../../reading/parts.ts'
import { readRecord } from '../../reading/read-record.ts'

/* A series and its occurrences, which are events of their own: how they are read, and what an occurrence has from its series. */

export const isSeries = (event: EventRecord | undefined): event is SeriesRecord => event?.series !== undefined
export const isOccurrence = (event: EventRecord | undefined): event is OccurrenceRecord =>
  event?.occurrence !== undefined

/** Occurrences that are loaded at a time. */
const PART = 500

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
  const adopts = series.work?.adopts
  const where: Condition<'event'>[] = [
    { key: 'parent', in: adopts === undefined ? [id] : [id, adopts.id] },
    ...(from === '' ? [] : [{ key: 'start', gte: from } as const]),
  ]
  for await (const document of findInParts(storage, 'event', where, PART)) {
    const event = fromDocument('event', document)
    if (!isOccurrence(event)) continue
    if (event.post_parent === id || event.occurrence.at >= (adopts?.from ?? '')) found.push(event)
  }
  return found
}

// —— What occurrences have from their series ——————————————————————————————————————————————————————————————————

type EventField = keyof typeof EVENT
type FollowingField = NamesWith<typeof EVENT, { readonly follows: string | true }>

const FOLLOWING = keysOf(EVENT).filter((name): name is FollowingField => EVENT[name].follows !== null)

/** Names in answers of what an occurrence can have for itself, and the fields of the record. */
const OVERRIDABLE = new Map<string, FollowingField[]>()
for (const name of FOLLOWING)
  OVERRIDABLE.set(overrideOf(name), [...(OVERRIDABLE.get(overrideOf(name)) ?? []), name])

function overrideOf(name: FollowingField): string {
  const { follows } = EVENT[name]
  return follows === true ? name : follows
}

/** An occurrence that has one of these for itself has all of them. */
export const PUBLICATION = new Set(['status', 'date'])
const TIMES = new Set(['start_date', 'end_date', 'all_day', 'timezone'])

export const hasOwnTimes = ({ overrides }: Occurrence): boolean => overrides.some((name) => TIMES.has(name))

type Writable = { -readonly [N in keyof EventRecord]: EventRecord[N] }

/** Copies one field, whatever its type is. */
function copy<N extends FollowingField>(name: N, from: EventRecord, to: Writable): void {
  to[name] = from[name]
}

interface Draft {
  readonly id: number
  readonly times: EventTimes
  readonly occurrence: Occurrence
  /** Whether its date is over. */
  readonly isOver?: boolean
}

/** The record of an occurrence: the fields of its series, except those that it has for itself. */
export function occurrenceOf(
  series: SeriesRecord,
  own: OccurrenceRecord | undefined,
  { id, times, occurrence, isOver = false }: Draft,
): EventRecord {
  const publication = occurrence.overrides.some((name) => PUBLICATION.has(name)) ? (own ?? series) : series
  // What never follows the series: a field that is missing here does not compile.
  const alone: { readonly [N in Exclude<EventField, FollowingField>]: EventRecord[N] } = {
    kind: 'event',
    slug: own?.slug ?? '',
    own_slug: own?.own_slug,
    dated: publication.dated,
    published: publication.published,
    modified: own?.modified ?? series.modified,
    modified_utc: own?.modified_utc ?? series.modified_utc,
    site_timezone: own?.site_timezone ?? series.site_timezone,
    start_offset: times.start_offset,
    end_offset: times.end_offset,
    timezone_abbr: times.timezone_abbr,
    post_parent: series.id,
    uid: own?.uid,
    series: undefined,
    occurrence,
    source: undefined,
    previous_start_date: undefined,
  }
  const record: Writable = {
    ...series,
    ...alone,
    id,
    version: own?.version ?? 0,
    // Not by a spread: `times` can be a whole record.
    all_day: times.all_day,
    start: times.start,
    end: times.end,
    timezone: times.timezone,
    utc_start: times.utc_start,
    utc_end: times.utc_end,
  }
  for (const name of FOLLOWING) {
    const override = overrideOf(name)
    if (PUBLICATION.has(override)) copy(name, publication, record)
    else if (own !== undefined && !TIMES.has(override)) {
      if (occurrence.overrides.includes(override) || (isOver && OF_THE_DAY.includes(name)))
        copy(name, own, record)
    }
  }
  const { start } = times
  record.previous_start_date = previousStart(record.event_status, own, { isNamed: false, start })
  return record
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
  return [...OVERRIDABLE].flatMap(([name, fields]) => {
    const isOverride = differs(fields, before, next)
      ? differs(fields, followed, next)
      : before.occurrence.overrides.includes(name)
    return isOverride ? [name] : []
  })
}
