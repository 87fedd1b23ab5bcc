import { FACETS, type Keys, PARTITIONS, type Value } from '../shared/keys.ts'
import { listIn } from '../shared/own-json.ts'
import { type Keyspace, signed } from './keyspace.ts'
import { dateDigits, durationOf } from './spans.ts'
import { type Dated, valuesOf } from './timelines.ts'

/*
 * Stored counters, so that totals do not require counting.
 *
 * - Events per day, month and year of their start. Events that end on a later day also have counters by start and
 *   counters by end. Irregular events have no counters. Venues and organizers have one counter without dates. Each
 *   counter is split by class: one number per combination of partition-key values.
 * - The same counters for each reader and each full reader. The total that one reader sees then does not depend on the
 *   documents that others hide.
 * - Events with a term, venue or organizer, by status. Events that everyone may read in full have separate numbers.
 *
 * A value is a list of `[number, …class]`. Those of earlier versions lack the last part of the class, which is `false`.
 */

/** Whose documents a counter covers: everyone's, or those of one reader. */
export type Readers = 'a' | `${'r' | 'f'}${string}`

export const EVERYONE: Readers = 'a'

/** Each of these keys has counters of its own per reader. */
export const READER_KEYS = { reader: 'r', full_reader: 'f' } as const

export const readersOf = (key: keyof typeof READER_KEYS, reader: number): Readers =>
  `${READER_KEYS[key]}${signed(reader)}`

/** The digits of a period are a prefix of the digits of every date in it. */
export const PERIODS = [
  { level: 'y', digits: 4 },
  { level: 'm', digits: 6 },
  { level: 'd', digits: 8 },
] as const

/** What a period counts: events that start in it, and starts and ends of events that end on a later day. */
export const SIDES = { started: '', longStarted: 'S', longEnded: 'E' } as const
export type Side = (typeof SIDES)[keyof typeof SIDES]

export type Counted = readonly [count: number, ...of: Value[]]

export const numbersIn = (text = '[]'): Counted[] => listIn(text)

/** The changes that a commit makes to counters. */
export class Deltas {
  readonly #space: Keyspace
  readonly #deltas = new Map<string, Map<string, { readonly of: readonly Value[]; by: number }>>()

  constructor(space: Keyspace) {
    this.#space = space
  }

  /** `by` is 1 for an added document, -1 for a removed one. */
  count(kind: Dated, keys: Keys, by: 1 | -1): void {
    const ofClass = PARTITIONS[kind].map((key) => keys[key] ?? null)
    for (const readers of allReaders(keys)) {
      for (const period of periodsOf(kind, keys)) {
        this.#add(this.#space.numbers(kind, readers, period), ofClass, by)
      }
    }
    if (kind !== 'event') return
    const of = [String(keys.status), keys.full_reader === 0, keys.series === true]
    for (const facet of FACETS) {
      for (const value of valuesOf(keys, facet)) {
        this.#add(this.#space.tally(facet, value), of, by)
      }
    }
  }

  /** The keys of the counters that change. */
  get keys(): string[] {
    return [...this.#deltas]
      .filter(([, deltas]) => [...deltas.values()].some(({ by }) => by !== 0))
      .map(([key]) => key)
  }

  /** The new value of a key, or `undefined` if all its counts are 0. */
  next(key: string, current: string | undefined): string | undefined {
    const deltas = [...(this.#deltas.get(key) ?? [])]
    const length = deltas[0]?.[1].of.length ?? 0
    const whole = (of: readonly Value[]) => [...of, ...Array<Value>(length - of.length).fill(false)]
    const numbers = new Map(
      numbersIn(current).map(([count, ...of]) => [JSON.stringify(whole(of)), { of: whole(of), count }]),
    )
    for (const [name, { of, by }] of deltas) {
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
  const duration = durationOf(String(keys.start), String(keys.end))
  if (duration === 'irregular') return []
  const within = (side: Side, date: string) => {
    const digits = dateDigits(date)
    return PERIODS.map(({ level, digits: length }) => side + level + digits.slice(0, length))
  }
  const started = within(SIDES.started, String(keys.start))
  if (duration === 'short') return started
  return [
    ...started,
    ...within(SIDES.longStarted, String(keys.start)),
    ...within(SIDES.longEnded, String(keys.end)),
  ]
}
