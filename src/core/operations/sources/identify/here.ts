import { grouped } from '../../../domain/grouped.ts'
import { likeness } from '../../../domain/records/same-town.ts'

/*
 * Which event of a feed is here already, from another source or typed by hand: with the same title and place, and the same moment
 * of its start, or the same day if it lasts whole days.
 */

interface Named {
  readonly isDay: boolean
  /** The day, or the moment in UTC. */
  readonly start: string
  /** The key of the title. */
  readonly title: string
}

interface Placed {
  /** The key of the venue's name; '' for none. */
  readonly place: string
  /** What is known of the venue. */
  readonly venue: Readonly<Record<string, unknown>> | undefined
}

export interface Wanted<F> extends Named {
  readonly feed: F
  readonly repeats: boolean
}

export interface Here extends Named, Placed {
  /** It is a date of a series. */
  readonly isDate: boolean
}

/** Events of a feed by when they start and what they are called. */
export class WantedEvents<F> {
  readonly #byName: ReadonlyMap<string, readonly Wanted<F>[]>

  constructor(all: readonly Wanted<F>[]) {
    this.#byName = grouped(all, keyOf)
  }

  named(here: Named): readonly Wanted<F>[] {
    return this.#byName.get(keyOf(here)) ?? []
  }

  /** Those that are this event. */
  identify(here: Here, placeOf: (feed: F) => Placed): F[] {
    return this.named(here).flatMap(({ feed, repeats }) => {
      // A date of a series is here already, too, but is no series.
      if (here.isDate && repeats) return []
      return isSamePlace(here, placeOf(feed)) ? [feed] : []
    })
  }
}

const keyOf = ({ isDay, start, title }: Named): string => `${isDay ? 'day' : 'moment'} ${start} ${title}`

const isSamePlace = (a: Placed, b: Placed): boolean =>
  a.place === b.place &&
  (a.venue === undefined || b.venue === undefined || likeness(b.venue, a.venue) !== undefined)
