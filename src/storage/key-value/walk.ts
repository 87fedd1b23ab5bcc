import { absentValue } from '../contract.ts'
import { type DateRange, EVER, isBound, overlap } from '../shared/date-range.ts'
import { earliestStart } from '../shared/durations.ts'
import { keyOf, type Value } from '../shared/keys.ts'
import { listIn } from '../shared/own-json.ts'
import { after, type Calendar } from './calendar.ts'
import { END, idIn, type Keyspace } from './keyspace.ts'
import type { Met } from './sieve.ts'
import { cutBefore, DURATIONS, dateDigits, dateOf } from './spans.ts'
import { type Dated, DIGEST, mainDate } from './timelines.ts'

/* Range scans of timelines. */

export class TimelineEntry {
  readonly sort: string
  readonly id: number
  readonly met: Met | undefined
  readonly #kind: Dated
  readonly #text: string
  #values: readonly Value[] | undefined

  constructor(kind: Dated, sort: string, text: string, met?: Met) {
    this.sort = sort
    this.id = idIn(sort.slice(-11))
    this.met = met
    this.#kind = kind
    this.#text = text
  }

  /** `undefined` for a key that is not in the digest. */
  valueOf(key: string): Value | undefined {
    if (key === 'id') return this.id
    if (key === mainDate(this.#kind)) return dateOf(this.sort)
    if (key === 'date') return dateOf(this.sort.slice(14))
    this.#values ??= listIn<Value[]>(this.#text)
    const at = DIGEST[this.#kind].indexOf(key)
    return at < 0 ? undefined : (this.#values[at] ?? absentValue(keyOf(this.#kind, key)))
  }
}

/** A range of a list. */
export interface Stretch {
  /** The prefix of the keys in the list. */
  readonly list: string
  readonly start: string
  readonly end: string
  /** Conditions that all entries of the range meet. */
  readonly met?: Met
}

/** The place of a bound in the sort order: that of the first date that is not before it. */
export function placeOf(bound: string): string {
  if (bound === EVER.from) return ''
  if (bound === EVER.to) return END
  return dateDigits(bound.slice(0, 19)) + (bound.length > 19 ? END : '')
}

export function stretch(space: Keyspace, line: string, list: string, { from, to }: DateRange): Stretch {
  const prefix = space.list(line, list)
  return { list: prefix, start: prefix + placeOf(from), end: prefix + placeOf(to) }
}

/**
 * Ranges of a line that contain all regular events with start and end in these ranges, and possibly others. No event is
 * in two of them.
 */
export function eventStretches(space: Keyspace, line: string, starts: DateRange, ends: DateRange): Stretch[] {
  // An event that ends before a moment also starts before it.
  const range = overlap(starts, { from: '', to: ends.to })
  const cut = isBound(ends.from) ? cutBefore(ends.from) : ''
  const parts = [stretch(space, line, 'a', overlap(range, { from: cut, to: EVER.to }))]
  if (cut !== '') {
    for (const [index, longest] of DURATIONS.longest.entries()) {
      const early = overlap(range, { from: earliestStart(DURATIONS, longest, ends.from), to: cut })
      parts.push(stretch(space, line, String(index), early))
    }
  }
  return parts.filter(({ start, end }) => start < end)
}

/** Each batch is this many times larger than the previous one. */
const GROWTH = 4

/** The position in one range. */
interface Cursor {
  readonly stretch: Stretch
  entries: readonly (readonly [key: string, value: string])[]
  next: number
  /** The keys that have not been read yet. */
  start: string
  end: string
  isDone: boolean
}

/**
 * Merges several ranges into one sorted list without duplicates, in batches. `first`: the expected number of entries
 * needed.
 */
export function walk(
  calendar: Calendar,
  kind: Dated,
  stretches: readonly Stretch[],
  way: Way,
): AsyncGenerator<TimelineEntry[], void, void> {
  const read = (sort: string, text: string, met?: Met) => new TimelineEntry(kind, sort, text, met)
  return walkEntries(calendar, stretches, way, read)
}

interface Way {
  readonly first: number
  readonly reverse?: boolean
}

/** The same for entries of any lists. */
export async function* walkEntries<E>(
  calendar: Calendar,
  stretches: readonly Stretch[],
  { first, reverse = false }: Way,
  read: (sort: string, text: string, met?: Met) => E,
): AsyncGenerator<E[], void, void> {
  const cursors = stretches.map(
    (one): Cursor => ({ stretch: one, entries: [], next: 0, start: one.start, end: one.end, isDone: false }),
  )
  let last = ''
  for (let size = Math.min(first, calendar.stride); ; size = Math.min(size * GROWTH, calendar.stride)) {
    await Promise.all(cursors.map((cursor) => refill(calendar, cursor, size, reverse)))
    const batch: E[] = []
    for (;;) {
      const foremost = foremostOf(cursors, reverse)
      const entry = foremost?.entries[foremost.next]
      if (foremost === undefined || entry === undefined) break
      foremost.next++
      const sort = entry[0].slice(foremost.stretch.list.length)
      // A document with two of the values is in two ranges.
      if (sort !== last) batch.push(read(sort, entry[1], foremost.stretch.met))
      last = sort
      if (foremost.next === foremost.entries.length && !foremost.isDone) break
    }
    if (batch.length > 0) yield batch
    if (cursors.every(({ isDone, next, entries }) => isDone && next === entries.length)) return
  }
}

async function refill(calendar: Calendar, cursor: Cursor, size: number, reverse: boolean): Promise<void> {
  if (cursor.isDone || cursor.next < cursor.entries.length) return
  const { start, end } = cursor
  cursor.entries = await calendar.range({ start, end, limit: size, reverse })
  cursor.next = 0
  cursor.isDone = cursor.entries.length < size
  const [key] = cursor.entries.at(-1) ?? ['']
  if (reverse) cursor.end = key
  else cursor.start = after(key)
}

function foremostOf(cursors: readonly Cursor[], reverse: boolean): Cursor | undefined {
  let foremost: Cursor | undefined
  let least = ''
  for (const cursor of cursors) {
    const entry = cursor.entries[cursor.next]
    if (entry === undefined) continue
    const sort = entry[0].slice(cursor.stretch.list.length)
    if (foremost === undefined || (reverse ? sort > least : sort < least)) {
      foremost = cursor
      least = sort
    }
  }
  return foremost
}
