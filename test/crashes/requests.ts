import type { Dice } from '../../src/testing/dice.ts'
import type { Acknowledged, Body, Collection, Sent } from './told.ts'

/*
 * What a writer asks for: by dice, of what it knows to be there.
 *
 * What one creation makes (the event, its new venue, organizers and tags) carries one word that nothing else has, so
 * that pieces are known to belong together. Titles are few, so that slugs are in each other's way. Terms that come with
 * an event are never deleted; those that were made alone are.
 */

const TITLES = ['Concert', 'Market', 'Reading', 'Walk', 'Talk']
export const FIRST_DAY = Date.UTC(2031, 0, 1)
export const DAYS = 60
const DAY = 86_400_000
const HOUR = 3_600_000

/** The clock of a writer: each is an hour later than the one before, so that what was scheduled comes due. */
export const clockOf = (life: number): Date => new Date(FIRST_DAY + life * HOUR)

/** What tells the creations apart. */
export const WORD = /n\d+x\d+/g

const textOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

/** Of made-alone terms, by which they are told from those that came with an event. */
export const ALONE = 'Alone'

export class Requests {
  readonly #dice: Dice
  readonly #life: number
  readonly #known: Record<Collection, number[]> = {
    events: [],
    venues: [],
    organizers: [],
    tags: [],
    categories: [],
  }
  #made = 0

  constructor(dice: Dice, life: number) {
    this.#dice = dice
    this.#life = life
  }

  /** A record that there is. */
  learn(collection: Collection, id: number): void {
    const ids = this.#known[collection]
    if (!ids.includes(id)) ids.push(id)
  }

  learnFrom({ request, status, id }: Acknowledged): void {
    const { collection, method } = request
    if (status === 201) this.learn(collection, id)
    const isTerm = collection === 'tags' || collection === 'categories'
    if (status === 404 || (status === 200 && method === 'DELETE' && isTerm)) {
      this.#known[collection] = this.#known[collection].filter((known) => known !== request.id)
    }
  }

  next(): Sent {
    const roll = this.#dice.upTo(100)
    if (roll < 42) return this.#create()
    if (roll < 55) return this.#change('events', this.#fields())
    if (roll < 62) return this.#change('events', { slug: this.#dice.oneOf(TITLES).toLowerCase() })
    if (roll < 72) return this.#about('DELETE', 'events')
    if (roll < 77) return this.#change('events', { status: 'publish' })
    if (roll < 82) return this.#change('venues', { venue: `${this.#dice.oneOf(TITLES)} hall` })
    if (roll < 84) return this.#about('DELETE', 'venues')
    if (roll < 86) return this.#change('venues', { status: 'publish' })
    if (roll < 93) return this.#createTerm()
    const collection = this.#dice.oneOf(['tags', 'categories'] as const)
    if (roll < 96) return this.#change(collection, { name: `${ALONE} again ${this.#word()}` })
    return this.#about('DELETE', collection)
  }

  #word(): string {
    return `n${this.#life}x${this.#made++}`
  }

  #create(): Sent {
    const dice = this.#dice
    const word = this.#word()
    const isNew = !dice.chance(3)
    const website = `https://calendar.example/${word}`
    const body: Body = {
      ...this.#fields(),
      title: dice.chance(3) ? `${dice.oneOf(TITLES)} ${word}` : dice.oneOf(TITLES),
      website,
      ...(isNew ? { venue: { venue: `Hall ${word}`, website } } : this.#venue()),
      organizer: dice.some(3, () => 0).map((_, index) => ({ organizer: `Host ${word} ${index}`, website })),
      tags: [...dice.some(4, () => 0).map((_, index) => `Tag ${word} ${index}`), ...this.#some('tags')],
      categories: this.#some('categories'),
      ...(dice.chance(6) ? { status: 'draft' } : {}),
      // Published by the clock of one of the next writers.
      ...(dice.chance(6) ? { date_utc: textOf(clockOf(this.#life + 1 + dice.upTo(3)).getTime()) } : {}),
    }
    return { method: 'POST', collection: 'events', body }
  }

  /** Times, and now and then other links. */
  #fields(): Body {
    const dice = this.#dice
    const start = FIRST_DAY + dice.upTo(DAYS) * DAY + dice.upTo(24) * HOUR
    const end = start + (dice.chance(5) ? dice.upTo(20) * DAY : dice.upTo(6) * HOUR)
    return {
      start_date: textOf(start),
      end_date: textOf(end),
      ...(dice.chance(4) ? this.#venue() : {}),
      ...(dice.chance(4) ? { tags: this.#some('tags') } : {}),
      ...(dice.chance(4) ? { categories: this.#some('categories') } : {}),
    }
  }

  #createTerm(): Sent {
    const collection = this.#dice.oneOf(['tags', 'categories'] as const)
    return { method: 'POST', collection, body: { name: `${ALONE} ${this.#word()}` } }
  }

  #venue(): Pick<Body, 'venue'> {
    const { venues } = this.#known
    return venues.length === 0 ? {} : { venue: this.#dice.oneOf(venues) }
  }

  #some(collection: 'tags' | 'categories'): number[] {
    const ids = this.#known[collection]
    return ids.length === 0 ? [] : [...new Set(this.#dice.some(3, () => this.#dice.oneOf(ids)))]
  }

  #change(collection: Collection, body: Body): Sent {
    return this.#about('PATCH', collection, body)
  }

  #about(method: 'PATCH' | 'DELETE', collection: Collection, body?: Body): Sent {
    const ids = this.#known[collection]
    if (ids.length === 0) return this.#create()
    // Mostly of the latest, as people do, and so that several writers meet.
    const recent = ids.slice(-12)
    const id = this.#dice.oneOf(this.#dice.chance(4) ? ids : recent)
    return { method, collection, id, ...(body === undefined ? {} : { body }) }
  }
}
