import type { Condition, Filter, Kind } from '../contract.ts'
import { type Atom, atomsOf, hasWords, isAmong } from '../shared/atoms.ts'
import { type DateRange, dateRangeOf, daysOf, EVER, isBound, overlap } from '../shared/date-range.ts'
import { PARTITIONS } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import {
  EVERYONE,
  numbersIn,
  PERIODS,
  READER_KEYS,
  type Readers,
  readersOf,
  SIDES,
  type Side,
} from './counters.ts'
import { END, lines } from './keyspace.ts'
import { Sieve } from './sieve.ts'
import { type Dated, isDated } from './timelines.ts'
import { eventStretches, type Stretch, stretch, walk } from './walk.ts'

/*
 * Totals from stored counters.
 *
 * Events that start in a window are summed by day, month and year. If a bound cuts a day, the events of that day are
 * counted one by one.
 *
 * With a bound on the end: events that end at `x` or later are the events that start at `x` or later plus the events
 * under way at `x`. At midnight, the latter are the long events that have started minus those that have ended, so
 * counters are enough. At other times they are counted along the timelines of long events. Events that start before the
 * window and end after it are counted the same way.
 */

/** `undefined` if the filter contains more than partition keys, readers and a window. */
export async function total<K extends Kind>(
  calendar: Calendar,
  kind: K,
  filter: Filter<K>,
): Promise<number | undefined> {
  const { where = [] } = filter
  if (!isDated(kind) || hasWords(filter)) return undefined
  const on = (keys: readonly string[]) => where.filter(({ key }) => keys.includes(key))
  const ofReaders = on(Object.keys(READER_KEYS))
  const ofClass = atomsOf(on(PARTITIONS[kind]))
  const ofWindow = kind === 'event' ? on(['start', 'end']) : []
  const readers = readersIn(ofReaders)
  if (
    readers === undefined ||
    on(PARTITIONS[kind]).length + ofReaders.length + ofWindow.length < where.length
  ) {
    return undefined
  }
  const sums = new Sums(calendar, kind, readers, ofClass)
  if (kind !== 'event') return sums.all()
  const starts = dateRangeOf(on(['start']))
  const ends = dateRangeOf(on(['end']))
  const statuses = ofClass.filter(isAmong).find(({ key }) => key === 'status')
  // Without a status filter, no timeline contains all the events.
  if (starts === undefined || ends === undefined || (ofWindow.length > 0 && statuses === undefined))
    return undefined
  const found = [...(statuses?.values ?? [])].map((status) => lines.ofStatus('event', String(status)))
  return new EventTotal(calendar, sums, [...ofClass, ...atomsOf(ofReaders)], found).of(starts, ends)
}

/** The readers whose counters add up to the total; `undefined` if there are no such counters. */
function readersIn(conditions: readonly AnyCondition[]): Readers[] | undefined {
  const [one, ...others] = conditions
  if (one === undefined) return [EVERYONE]
  const { key, in: among, ...more } = one
  if (others.length > 0 || Object.keys(more).length > 0 || among === undefined) return undefined
  if (key !== 'reader' && key !== 'full_reader') return undefined
  return [...new Set(among)].flatMap((reader) =>
    Number.isSafeInteger(reader) ? [readersOf(key, Number(reader))] : [],
  )
}

type AnyCondition = Omit<Condition, 'key'> & { readonly key: string }

/** Sums of stored counters. */
class Sums {
  readonly #calendar: Calendar
  readonly #kind: Dated
  readonly #readers: readonly Readers[]
  readonly #wanted: readonly { readonly atom: Atom; readonly at: number }[]

  constructor(calendar: Calendar, kind: Dated, readers: readonly Readers[], ofClass: readonly Atom[]) {
    this.#calendar = calendar
    this.#kind = kind
    this.#readers = readers
    this.#wanted = ofClass.map((atom) => ({ atom, at: 1 + PARTITIONS[kind].indexOf(atom.key) }))
  }

  /** For kinds without dates in their counters. */
  async all(): Promise<number> {
    const keys = this.#readers.map((readers) => this.#calendar.keys.numbers(this.#kind, readers, ''))
    return sum((await this.#calendar.get(keys)).map((text) => this.#in(text)))
  }

  /**
   * From one day (inclusive) to another (exclusive). Each is given in digits, or as a text that sorts before or after
   * all days.
   */
  async days(from: string, to: string, side: Side = SIDES.started): Promise<number> {
    const sums = this.#readers.flatMap((readers) =>
      rangesOf(from, to).map(async ({ level, start, end }) => {
        const prefix = this.#calendar.keys.numbers(this.#kind, readers, side + level)
        const entries = await this.#calendar.all(prefix + start, prefix + end)
        return sum(entries.map(([, text]) => this.#in(text)))
      }),
    )
    return sum(await Promise.all(sums))
  }

  #in(text: string | undefined): number {
    const numbers = numbersIn(text).filter((one) =>
      this.#wanted.every(({ atom, at }) => atom.accepts(one[at] ?? false)),
    )
    return sum(numbers.map(([count]) => count))
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

interface PeriodRange {
  readonly level: string
  readonly start: string
  readonly end: string
}

/** Splits a range into few periods: days up to the end of a month, months up to the end of a year, then years. */
function rangesOf(from: string, to: string): PeriodRange[] {
  const [year, month, day] = PERIODS
  const first = { year: from.slice(0, year.digits), month: from.slice(0, month.digits) }
  const last = { year: to.slice(0, year.digits), month: to.slice(0, month.digits) }
  const ranges: PeriodRange[] = []
  const add = (level: string, start: string, end: string) => {
    if (start < end) ranges.push({ level, start, end })
  }
  if (first.month === last.month) {
    add(day.level, from, to)
    return ranges
  }
  if (from !== '') add(day.level, from, first.month + END)
  if (to !== END) add(day.level, last.month, to)
  if (first.year === last.year) {
    add(month.level, first.month + END, last.month)
    return ranges
  }
  if (from !== '') add(month.level, first.month + END, first.year + END)
  if (to !== END) add(month.level, last.year, last.month)
  add(year.level, from === '' ? '' : first.year + END, to === END ? END : last.year)
  return ranges
}

class EventTotal {
  readonly #calendar: Calendar
  readonly #sums: Sums
  /** Other conditions, for events that are counted one by one. */
  readonly #atoms: readonly Atom[]
  /** The timelines of the statuses in the filter. */
  readonly #lines: readonly string[]

  constructor(calendar: Calendar, sums: Sums, atoms: readonly Atom[], found: readonly string[]) {
    this.#calendar = calendar
    this.#sums = sums
    this.#atoms = atoms
    this.#lines = found
  }

  async of(starts: DateRange, ends: DateRange): Promise<number> {
    if (starts.from >= starts.to || ends.from >= ends.to) return 0
    const [started, before, after, irregular] = await Promise.all([
      this.#starting(overlap(starts, ends)),
      isBound(ends.from) ? this.#underWay(starts, ends.from) : 0,
      isBound(ends.to) ? this.#underWay(starts, ends.to) : 0,
      this.#irregular(starts, ends),
    ])
    return started + before - after + irregular
  }

  /** Regular events that start in the range. */
  async #starting(range: DateRange): Promise<number> {
    if (range.from >= range.to) return 0
    const { whole, parts } = daysOf(range)
    const ofParts = parts.map((part) => this.#walk(part, EVER))
    if (whole === undefined) return sum(await Promise.all(ofParts))
    const { first, last, has } = whole
    const ofDays = this.#sums.days(
      digitsOfDay(first) + (has.first ? '' : END),
      isBound(range.to) ? digitsOfDay(last) + (has.last ? END : '') : END,
    )
    return sum(await Promise.all([ofDays, ...ofParts]))
  }

  /** Regular events that start in the range and before the moment, and end at the moment or later. */
  async #underWay(starts: DateRange, moment: string): Promise<number> {
    const before = overlap(starts, { from: '', to: moment })
    if (before.from >= before.to) return 0
    const midnight = before.to === moment ? dayBeginningAt(moment) : undefined
    if (midnight === undefined) return this.#walk(before, { from: moment, to: EVER.to })
    // Only long events are under way at midnight: those that have started minus those that have ended.
    const [started, ended, early] = await Promise.all([
      this.#sums.days('', midnight, SIDES.longStarted),
      this.#sums.days('', midnight, SIDES.longEnded),
      isBound(before.from) ? this.#walk({ from: '', to: before.from }, { from: moment, to: EVER.to }) : 0,
    ])
    return started - ended - early
  }

  #walk(starts: DateRange, ends: DateRange): Promise<number> {
    const { keys } = this.#calendar
    const stretches = this.#lines.flatMap((line) => eventStretches(keys, line, starts, ends))
    return this.#counted(stretches, starts, ends)
  }

  #irregular(starts: DateRange, ends: DateRange): Promise<number> {
    return this.#counted([stretch(this.#calendar.keys, lines.irregular, 'a', starts)], starts, ends)
  }

  async #counted(stretches: readonly Stretch[], starts: DateRange, ends: DateRange): Promise<number> {
    const window = atomsOf<'event'>([
      { key: 'start', gte: starts.from, lt: starts.to },
      { key: 'end', gte: ends.from, lt: ends.to },
    ])
    const sieve = new Sieve(this.#calendar, 'event', [...this.#atoms, ...window], undefined)
    let found = 0
    for await (const batch of walk(this.#calendar, 'event', stretches, { first: this.#calendar.stride })) {
      found += (await sieve.pass(batch)).length
    }
    return found
  }
}

/**
 * The digits of the day that begins at the moment, or a text that sorts in the same place; `undefined` if no day begins
 * then.
 */
function dayBeginningAt(moment: string): string | undefined {
  const day = moment.slice(0, 10)
  if (moment === `${day} 00:00:00`) return digitsOfDay(day)
  return moment > `${day} 23:59:59` ? digitsOfDay(day) + END : undefined
}

const digitsOfDay = (day: string): string => day.replaceAll('-', '')
