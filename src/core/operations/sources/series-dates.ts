import type { FileChange } from '../../../formats/file-event.ts'
import type { Storage } from '../../../storage/contract.ts'
import type { EventInput } from '../../../types/index.ts'
import { grouped } from '../../domain/grouped.ts'
import type { EventRecord, Series } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { occurrencesOf } from '../../domain/recurrence/expand.ts'
import { parseRule } from '../../domain/recurrence/rule.ts'
import type { OccurrenceRecord } from '../../domain/recurrence/series-differences.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { addDays, SECONDS_PER_DAY, secondsOf, wallOf } from '../../domain/time/calendar.ts'
import { memberOf } from '../../fields/row.ts'
import { followed } from '../events/origin.ts'
import { isOccurrence } from '../events/series/series.ts'
import { findInParts } from '../reading/parts.ts'

/*
 * The dates of a series that differ from it in its source. What somebody has changed of a date here stays.
 */

/** What an event has of which its source says nothing. */
export const UNSAID = { event_status: 'scheduled', event_status_reason: '', is_virtual: false } as const

/** Hashes by the IDs of dates, which stay when the times of the series move. */
type Dates = Readonly<Record<string, number>>

/** Fields of the record, of overrides that are called otherwise. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  start_date: ['start', 'end'],
  end_date: ['start', 'end'],
}

/** Of what a date has for itself. */
function ownHash(record: OccurrenceRecord): number {
  const { overrides } = record.occurrence
  const values = overrides
    .flatMap((name) => FIELDS[name] ?? [name])
    .map((name) => memberOf(record, name) ?? null)
  return textHash(JSON.stringify([overrides, values]))
}

interface DatesJob {
  readonly storage: Storage
  /** Answers why it is refused. */
  readonly update: (id: number, body: Partial<EventInput>) => Promise<string | undefined>
  readonly refuse: (why: string) => void
}

/** Returns what is known of the dates afterwards, and whether one stays as somebody has changed it. */
export async function writeDates(
  { storage, update, refuse }: DatesJob,
  series: EventRecord,
  body: Partial<EventInput>,
  changes: readonly FileChange[],
  known: Dates,
): Promise<{ readonly dates: Dates; readonly isKept: boolean }> {
  const dates: Record<string, number> = {}
  const records = await occurrencesIn(storage, series.id)
  const { meant, lost } = meantBy(changes, records)
  let isKept = false
  for (const record of records) {
    const { at, overrides } = record.occurrence
    const change = meant.get(at)
    const before = known[record.id]
    if (record.status === 'trash') {
      // It can come back with what it had.
      if (before !== undefined) dates[record.id] = before
      continue
    }
    if (change === undefined && overrides.length === 0) continue
    if (overrides.length > 0 && before !== ownHash(record)) {
      isKept = true
      continue
    }
    const why = await update(record.id, bodyOf(series, at, body, change))
    if (why !== undefined) refuse(`${at}: ${why}`)
    const [after] = await storage.get('event', [record.id])
    const next = after === undefined ? undefined : fromDocument('event', after)
    if (isOccurrence(next) && next.occurrence.overrides.length > 0) dates[record.id] = ownHash(next)
  }
  for (const { at } of lost) refuse(`the series has no date ${at}`)
  return { dates, isKept }
}

async function occurrencesIn(storage: Storage, series: number): Promise<OccurrenceRecord[]> {
  const records: OccurrenceRecord[] = []
  for await (const document of findInParts(storage, 'event', [{ key: 'parent', in: [series] }])) {
    const record = fromDocument('event', document)
    if (isOccurrence(record)) records.push(record)
  }
  return records
}

/**
 * The changes by the dates that they mean. Publishers that give a series another time forget its changed dates, which then name
 * the time before: the only date of that day is meant.
 */
function meantBy(changes: readonly FileChange[], records: readonly OccurrenceRecord[]) {
  const dates = new Set(records.map(({ occurrence }) => occurrence.at))
  const days = grouped(dates, dayOf)
  const meant = new Map<string, FileChange>()
  const lost: FileChange[] = []
  const [exact, other] = [true, false].map((isExact) => changes.filter(({ at }) => dates.has(at) === isExact))
  for (const change of exact ?? []) meant.set(change.at, change)
  for (const change of other ?? []) {
    const [only, ...others] = days.get(dayOf(change.at)) ?? []
    if (only === undefined || others.length > 0 || meant.has(only)) lost.push(change)
    else meant.set(only, change)
  }
  return { meant, lost }
}

const dayOf = (at: string): string => at.slice(0, 10)

function bodyOf(
  series: EventRecord,
  at: string,
  body: Partial<EventInput>,
  change: FileChange | undefined,
): Partial<EventInput> {
  const event = change?.event
  // What is kept of the series is kept of its dates.
  if (event?.start_date !== undefined) return followed({ ...UNSAID, ...event }, series.source?.kept ?? [])
  const end = wallOf(secondsOf(at) + (series.series?.duration ?? 0))
  const { recurrence: _r, utc_start_date: _us, utc_end_date: _ue, ...own } = body
  return { ...own, ...event, start_date: at, end_date: end }
}

/** Days of a series that somebody has cut out here: what it excludes beside what its source did. They move with it. */
export function cutHere(
  { exdate, start }: Series,
  known: readonly string[],
  { recurrence, start_date }: Pick<EventInput, 'recurrence' | 'start_date'>,
): string[] {
  const theirs = new Set(known)
  const own = exdate.filter((entry) => !theirs.has(entry))
  const [first] = own
  const begin = String(start_date)
  const by = Math.round(
    (secondsOf(`${dayOf(begin)} 00:00:00`) - secondsOf(`${dayOf(start)} 00:00:00`)) / SECONDS_PER_DAY,
  )
  const rule = parseRule(recurrence?.rrule ?? '', (utc) => utc)
  if (first === undefined || by === 0 || typeof rule === 'string') return own
  const days = new Set<string>()
  for (const date of occurrencesOf(rule, begin, `${dayOf(first)} 00:00:00`)) {
    if (days.add(dayOf(date)).size === MOST_DAYS) break
  }
  return own.map((entry) =>
    days.has(dayOf(entry)) ? entry : `${dayOf(addDays(`${dayOf(entry)} 00:00:00`, by))}${entry.slice(10)}`,
  )
}

/** Days of a rule that are looked at. */
const MOST_DAYS = 2000
