import { type Atom, atomsOf } from '../atoms.ts'
import type { Filter, Kind } from '../contract.ts'
import { type DateRange, dateRangeOf, EVER, overlap } from '../date-range.ts'
import type { Calendar } from './calendar.ts'
import { CLASS, countIn, PERIODS, periodsOf, type Side } from './counters.ts'
import { END, lines } from './keyspace.ts'
import { Sieve } from './sieve.ts'
import { type Dated, isDated } from './timelines.ts'
import { eventStretches, type Stretch, stretch, walk } from './walk.ts'

/*
 * Totals from kept numbers.
 *
 * How many events start before a moment, and how many end before it, is summed from years, months and days; of a day
 * that the moment cuts, the events are counted. Let n(a, b) be the number of those that start before a and end before
 * b. No event ends before it starts, so where b is not after a, n(a, b) is the number of those that end before b. Else
 * it is the number of those that start before a, less those that are under way all the time from a to b: few, if a and
 * b are far apart. A window of starts and ends is a sum of four such numbers.
 */

type Class = readonly Atom[]

/** `undefined` where the filter asks for more than a class and a window. */
export async function total<K extends Kind>(
  calendar: Calendar,
  kind: K,
  { where = [], text }: Filter<K>,
): Promise<number | undefined> {
  if (!isDated(kind) || (text !== undefined && text.all.length + text.none.length > 0)) return undefined
  const classKeys: readonly string[] = CLASS[kind]
  const isWindow = (key: string) => kind === 'event' && (key === 'start' || key === 'end')
  if (where.some(({ key }) => !classKeys.includes(key) && !isWindow(key))) return undefined
  const ofClass = atomsOf(where.filter(({ key }) => !isWindow(key)))
  if (kind !== 'event') return sum(calendar, kind, ofClass, calendar.keys.numbers(kind, ''))
  const starts = dateRangeOf(where.filter(({ key }) => key === 'start'))
  const ends = dateRangeOf(where.filter(({ key }) => key === 'end'))
  const statuses = ofClass.find((atom) => atom.key === 'status' && atom.form === 'in')
  if (starts === undefined || ends === undefined) return undefined
  if (statuses?.form !== 'in') {
    // Without statuses there are no timelines to look into.
    const isWhole = [starts, ends].every(({ from, to }) => from === EVER.from && to === EVER.to)
    if (!isWhole) return undefined
  }
  const values = statuses?.form === 'in' ? [...statuses.values] : []
  const found = values.map((status) => lines.ofStatus('event', String(status)))
  return new EventTotal(calendar, ofClass, found).of(starts, ends)
}

/** The sum of the counters of a class whose keys begin so, or lie in a range. */
async function sum(
  calendar: Calendar,
  kind: Dated,
  ofClass: Class,
  start: string,
  end = start + END,
): Promise<number> {
  if (start >= end) return 0
  const names: readonly string[] = CLASS[kind]
  const wanted = ofClass.map((atom) => ({ atom, at: 1 + names.indexOf(atom.key) }))
  let all = 0
  for await (const entries of calendar.parts(start, end)) {
    for (const [, text] of entries) {
      const counted = countIn(text)
      if (wanted.every(({ atom, at }) => atom.accepts(counted[at] ?? null))) all += counted[0]
    }
  }
  return all
}

class EventTotal {
  readonly #calendar: Calendar
  readonly #class: Class
  /** The timelines of the statuses that are asked for. */
  readonly #lines: readonly string[]

  constructor(calendar: Calendar, ofClass: Class, found: readonly string[]) {
    this.#calendar = calendar
    this.#class = ofClass
    this.#lines = found
  }

  async of(starts: DateRange, ends: DateRange): Promise<number> {
    if (starts.from >= starts.to || ends.from >= ends.to) return 0
    const [all, early, short, both, irregular] = await Promise.all([
      this.#before(starts.to, ends.to),
      this.#before(starts.from, ends.to),
      this.#before(starts.to, ends.from),
      this.#before(starts.from, ends.from),
      this.#irregular(starts, ends),
    ])
    return all - early - short + both + irregular
  }

  /** Regular events that start before one moment and end before another. */
  async #before(start: string, end: string): Promise<number> {
    if (start === EVER.from || end === EVER.from) return 0
    if (end <= start && end !== EVER.to) return this.#until('end', end)
    const [started, underWay] = await Promise.all([
      this.#until('start', start),
      end === EVER.to ? 0 : this.#underWay(start, end),
    ])
    return started - underWay
  }

  /** Regular events that start, or end, before a moment. */
  async #until(side: Side, moment: string): Promise<number> {
    const day = moment.slice(0, 10)
    const isWholeDay = moment > `${day} 23:59:59`
    const digits = day.replaceAll('-', '')
    const isEver = moment === EVER.to
    const sums = PERIODS.map(({ level, digits: length }, index) => {
      const prefix = this.#calendar.keys.numbers('event', periodsOf(side, level))
      // Of the years all before this one, of the months those of this year before this one, and so on.
      const within = digits.slice(0, PERIODS[index - 1]?.digits ?? 0)
      if (isEver) return level === 'y' ? sum(this.#calendar, 'event', this.#class, prefix) : 0
      const isLast = level === 'd' && isWholeDay
      const end = prefix + digits.slice(0, length) + (isLast ? END : '')
      return sum(this.#calendar, 'event', this.#class, prefix + within, end)
    })
    const isCut = !isEver && !isWholeDay && moment > `${day} 00:00:00`
    const rest = isCut ? this.#count(side, { from: `${day} 00:00:00`, to: moment }) : 0
    return (await Promise.all([...sums, rest])).reduce((a, b) => a + b, 0)
  }

  /** Regular events that start before one moment and end at a later one, or after it. */
  async #underWay(start: string, end: string): Promise<number> {
    const starts = { from: '', to: start }
    return this.#walk(starts, { from: end, to: EVER.to })
  }

  /** Those that start, or end, within a day, counted one by one. */
  #count(side: Side, range: DateRange): Promise<number> {
    return side === 'start' ? this.#walk(range, EVER) : this.#walk(EVER, range)
  }

  #walk(starts: DateRange, ends: DateRange): Promise<number> {
    const { keys } = this.#calendar
    return this.#counted(
      this.#lines.flatMap((line) => eventStretches(keys, line, starts, ends)),
      starts,
      ends,
    )
  }

  #irregular(starts: DateRange, ends: DateRange): Promise<number> {
    const found = stretch(this.#calendar.keys, lines.irregular, 'a', overlap(starts, EVER))
    return this.#counted([found], starts, ends)
  }

  async #counted(stretches: readonly Stretch[], starts: DateRange, ends: DateRange): Promise<number> {
    const window = atomsOf<'event'>([
      { key: 'start', gte: starts.from, lt: starts.to },
      { key: 'end', gte: ends.from, lt: ends.to },
    ])
    const sieve = new Sieve(this.#calendar, 'event', [...this.#class, ...window], undefined)
    let found = 0
    const first = this.#calendar.stride
    for await (const batch of walk(this.#calendar, 'event', stretches, { first })) {
      found += (await sieve.pass(batch)).length
    }
    return found
  }
}
