import type { Value } from '../atoms.ts'
import { classDigits, type Keyspace } from './keyspace.ts'
import { spanOf } from './spans.ts'
import { type Dated, FACETS, valuesOf } from './timelines.ts'

/*
 * Numbers that are kept, so that totals need not be counted.
 *
 * - Events by the day, the month and the year in which they start, and likewise by that in which they end; those that
 *   are irregular are in none of them. Venues and organizers all together. Each for every combination of the values of
 *   some keys, its class.
 * - Events with a term, venue or organizer, by status, those that everyone may read in full apart from the others.
 *
 * The value of each is `[number, …values of its class]`.
 */

type Keys = Readonly<Record<string, Value>>

/** By these a total may be filtered. */
export const CLASS = {
  event: ['status', 'hidden', 'reader', 'full_reader', 'featured', 'ticketed'],
  venue: ['status', 'reader'],
  organizer: ['status', 'reader'],
} as const satisfies { readonly [K in Dated]: readonly string[] }

export type Side = 'start' | 'end'

/** The counters of years, months and days: each period is named in digits, and begins like those within it. */
export const PERIODS = [
  { level: 'y', digits: 4 },
  { level: 'm', digits: 6 },
  { level: 'd', digits: 8 },
] as const

export const periodsOf = (side: Side, level: 'y' | 'm' | 'd'): string => `${side[0]}/${level}`

/** A number, and what it counts. */
export type Counted = readonly [count: number, ...of: Value[]]

export function countIn(text: string): Counted {
  return JSON.parse(text)
}

/** By how much numbers change. */
export class Deltas {
  readonly #space: Keyspace
  readonly #deltas = new Map<string, { readonly of: readonly Value[]; by: number }>()

  constructor(space: Keyspace) {
    this.#space = space
  }

  /** `by` is 1 for a document that comes, -1 for one that goes. */
  count(kind: Dated, keys: Keys, by: 1 | -1): void {
    const of = CLASS[kind].map((key) => keys[key] ?? null)
    const digits = classDigits(of.map((value) => (typeof value === 'object' ? '' : value)))
    if (kind !== 'event') {
      this.#add(`${this.#space.numbers(kind, '')}${digits}`, of, by)
      return
    }
    if (spanOf(String(keys.start), String(keys.end)) !== 'irregular') {
      for (const side of ['start', 'end'] as const) {
        const date = String(keys[side]).replace(/\D/g, '')
        for (const { level, digits: length } of PERIODS) {
          const period = `${periodsOf(side, level)}${date.slice(0, length)}`
          this.#add(`${this.#space.numbers(kind, period)}/${digits}`, of, by)
        }
      }
    }
    const isOpen = keys.full_reader === 0
    const status = String(keys.status)
    for (const facet of FACETS) {
      for (const value of valuesOf(keys, facet)) {
        this.#add(this.#space.tally(facet, value, status, isOpen), [status, isOpen], by)
      }
    }
  }

  /** Those that do change. */
  get keys(): string[] {
    return [...this.#deltas].filter(([, { by }]) => by !== 0).map(([key]) => key)
  }

  /** The new value of a counter; `undefined` where it has come down to none. */
  next(key: string, current: string | undefined): string | undefined {
    const { of, by } = this.#deltas.get(key) ?? { of: [], by: 0 }
    const sum = (current === undefined ? 0 : countIn(current)[0]) + by
    return sum === 0 ? undefined : JSON.stringify([sum, ...of])
  }

  #add(key: string, of: readonly Value[], by: number): void {
    const delta = this.#deltas.get(key)
    if (delta === undefined) this.#deltas.set(key, { of, by })
    else delta.by += by
  }
}
