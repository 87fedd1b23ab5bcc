import type { Value } from '../atoms.ts'
import { FACETS } from '../facets.ts'
import { type Keyspace, signed } from './keyspace.ts'
import { dateDigits, spanOf } from './spans.ts'
import { type Dated, valuesOf } from './timelines.ts'

/*
 * Numbers that are kept, so that totals need not be counted.
 *
 * - Events by the day, the month and the year in which they start; those that do not end on that day once more by when
 *   they start, and by when they end. Those that are irregular are in none. Venues and organizers all together. Each by
 *   class, that is for every combination of the values of some keys.
 * - Of all that is kept once more for each reader, and for each full reader: who may see only some does not pay for what
 *   others keep to themselves.
 * - Events with a term, venue or organizer, by status, those that everyone may read in full apart from the others.
 *
 * A value is a list of `[number, …class]`.
 */

type Keys = Readonly<Record<string, Value>>

/** By these a total may be filtered, beside the readers. */
export const CLASS = {
  event: ['status', 'hidden', 'featured', 'ticketed'],
  venue: ['status'],
  organizer: ['status'],
} as const satisfies { readonly [K in Dated]: readonly string[] }

/** Whose numbers these are: everyone's, or a reader's. */
export type Readers = 'a' | `${'r' | 'f'}${string}`

export const EVERYONE: Readers = 'a'

/** Of the keys that tell readers apart each has numbers of its own. */
export const READER_KEYS = { reader: 'r', full_reader: 'f' } as const

export const readersOf = (key: keyof typeof READER_KEYS, reader: number): Readers =>
  `${READER_KEYS[key]}${signed(reader)}`

/** Each period is named in the first digits of its dates, and so begins like those within it. */
export const PERIODS = [
  { level: 'y', digits: 4 },
  { level: 'm', digits: 6 },
  { level: 'd', digits: 8 },
] as const

/** What happened in a period: events that started, and of those that do not end on that day which started and ended. */
export const SIDES = { started: '', longStarted: 'S', longEnded: 'E' } as const
export type Side = (typeof SIDES)[keyof typeof SIDES]

export type Counted = readonly [count: number, ...of: Value[]]

export function numbersIn(text: string | undefined): Counted[] {
  return text === undefined ? [] : JSON.parse(text)
}

/** By how much numbers change. */
export class Deltas {
  readonly #space: Keyspace
  readonly #deltas = new Map<string, Map<string, { readonly of: readonly Value[]; by: number }>>()

  constructor(space: Keyspace) {
    this.#space = space
  }

  /** `by` is 1 for a document that comes, -1 for one that goes. */
  count(kind: Dated, keys: Keys, by: 1 | -1): void {
    const ofClass = CLASS[kind].map((key) => keys[key] ?? null)
    for (const readers of allReaders(keys)) {
      for (const period of periodsOf(kind, keys)) {
        this.#add(this.#space.numbers(kind, readers, period), ofClass, by)
      }
    }
    if (kind !== 'event') return
    const of = [String(keys.status), keys.full_reader === 0]
    for (const facet of FACETS) {
      for (const value of valuesOf(keys, facet)) {
        this.#add(this.#space.tally(facet, value), of, by)
      }
    }
  }

  /** The keys of those that do change. */
  get keys(): string[] {
    return [...this.#deltas]
      .filter(([, deltas]) => [...deltas.values()].some(({ by }) => by !== 0))
      .map(([key]) => key)
  }

  /** The new value at a key; `undefined` where no number is left. */
  next(key: string, current: string | undefined): string | undefined {
    const numbers = new Map(numbersIn(current).map(([count, ...of]) => [JSON.stringify(of), { of, count }]))
    for (const [name, { of, by }] of this.#deltas.get(key) ?? []) {
      const count = (numbers.get(name)?.count ?? 0) + by
      if (count === 0) numbers.delete(name)
      else numbers.set(name, { of: [...of], count })
    }
    if (numbers.size === 0) return undefined
    return JSON.stringify([...numbers.values()].map(({ of, count }) => [count, ...of]))
  }

  #add(key: string, of: readonly Value[], by: number): void {
    const name = JSON.stringify(of)
    const deltas = this.#deltas.get(key) ?? new Map<string, { readonly of: readonly Value[]; by: number }>()
    this.#deltas.set(key, deltas)
    const delta = deltas.get(name)
    if (delta === undefined) deltas.set(name, { of, by })
    else delta.by += by
  }
}

function allReaders({ reader, full_reader }: Keys): Readers[] {
  return [
    EVERYONE,
    ...(typeof reader === 'number' ? [readersOf('reader', reader)] : []),
    ...(typeof full_reader === 'number' ? [readersOf('full_reader', full_reader)] : []),
  ]
}

function periodsOf(kind: Dated, keys: Keys): string[] {
  if (kind !== 'event') return ['']
  const span = spanOf(String(keys.start), String(keys.end))
  if (span === 'irregular') return []
  const within = (side: Side, date: string) => {
    const digits = dateDigits(date)
    return PERIODS.map(({ level, digits: length }) => side + level + digits.slice(0, length))
  }
  const started = within(SIDES.started, String(keys.start))
  if (span === 'short') return started
  return [
    ...started,
    ...within(SIDES.longStarted, String(keys.start)),
    ...within(SIDES.longEnded, String(keys.end)),
  ]
}
