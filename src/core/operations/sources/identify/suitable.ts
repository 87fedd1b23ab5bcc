import { grouped } from '../../../domain/grouped.ts'
import type { Item } from '../../../domain/records/sources.ts'
import { Nearest } from './nearest.ts'

/*
 * Which of several items an event becomes: what is here before what was taken out; for a series another series before a single
 * event. A series that has begun does not become a single event: its earlier dates would be lost.
 */

type Sort = 'single' | 'coming series' | 'begun series'

const SINGLE: readonly Sort[] = ['single', 'coming series']
const SERIES: readonly Sort[] = ['begun series', 'coming series', 'single']

type Timed = Pick<Item, 'repeats' | 'start'>

const sortOf = ({ repeats, start }: Timed, now: number): Sort =>
  repeats ? (start < now ? 'begun series' : 'coming series') : 'single'

const sortsFor = ({ repeats }: Pick<Timed, 'repeats'>): readonly Sort[] => (repeats ? SERIES : SINGLE)

export const suits = (feed: Pick<Timed, 'repeats'>, item: Timed, now: number): boolean =>
  sortsFor(feed).includes(sortOf(item, now))

export class Suitable {
  /** Those that are here, then those that were taken out. */
  readonly #shelves: readonly ReadonlyMap<Sort, Nearest<Item>>[]

  constructor(items: readonly Item[], now: number) {
    this.#shelves = [false, true].map((isGone) => {
      const sorts = grouped(
        items.filter((item) => item.isGone === isGone),
        (item) => sortOf(item, now),
      )
      return new Map([...sorts].map(([sort, own]) => [sort, new Nearest(own)]))
    })
  }

  /** Takes the nearest of the first sort that has one. `within`: seconds. */
  take(feed: Timed, within: number): Item | undefined {
    for (const shelf of this.#shelves) {
      for (const sort of sortsFor(feed)) {
        const item = shelf.get(sort)?.take(feed.start, within)
        if (item !== undefined) return item
      }
    }
    return undefined
  }
}
