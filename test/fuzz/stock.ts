import { type Calendar, eventOf, inStatus, on, STATUSES } from '../routes/calendar.ts'
import { USERS } from '../setup/users.ts'

/*
 * A calendar with something of everything: every status, several authors, passwords, zones, links of every kind.
 */

export interface Ids {
  readonly events: readonly number[]
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

export const COLLECTIONS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type Collection = (typeof COLLECTIONS)[number]

/** Of the one event that has a password. */
export const PASSWORD = 'ladle'

const AUTHORS = ['editor', 'author', 'contributor'] as const

export async function stockUp({ make }: Calendar): Promise<Ids> {
  const food = await make('categories', { name: 'Food' })
  const soups = await make('categories', { name: 'Soups', parent: food, description: '<p>Hot</p>' })
  const categories = [food, soups, await make('categories', { name: 'Cold soups', parent: soups })]
  const tags = [await make('tags', { name: 'free entry' }), await make('tags', { name: 'Straße & Co' })]
  const venues: number[] = []
  const organizers: number[] = []
  for (const [turn, status] of STATUSES.entries()) {
    const author = USERS[AUTHORS[turn % AUTHORS.length] ?? 'editor'].id
    const place = turn % 2 === 0 ? { geo_lat: 40 + turn, geo_lng: -74 } : {}
    venues.push(await make('venues', { venue: `Hall ${turn}`, author, ...place, ...inStatus(status) }))
    organizers.push(await make('organizers', { organizer: `Choir ${turn}`, author, ...inStatus(status) }))
  }
  const events: number[] = []
  const [hall = 0, attic = 0] = venues
  const linked = { venue: [hall, attic], organizer: [organizers[0] ?? 0], categories, tags }
  for (const status of STATUSES) {
    for (const name of AUTHORS) {
      const title = `${status} of ${name}`
      const fields = { title, author: USERS[name].id, description: `<p>Of ${name}</p>`, ...inStatus(status) }
      events.push(await make('events', eventOf({ ...fields, ...(name === 'editor' ? linked : {}) })))
    }
  }
  const [first = 0] = events
  for (const fields of [
    on('2027-05-11', '2027-05-12', { title: 'All day', all_day: true, cost: '$10 - $25' }),
    on('2027-06-01 10:00', '2027-06-01 11:00', { title: 'Far', timezone: 'Asia/Kathmandu', cost: 'Free' }),
    on('2027-03-14 02:30', '2027-11-07 01:30', {
      title: 'Gap',
      featured: true,
      ticketed: true,
      sticky: true,
    }),
    eventOf({ title: 'Below', post_parent: first, website: 'https://a.example/', cost: ['5', '7 €'] }),
    eventOf({ title: 'Unlisted', hide_from_listings: true, image: 'https://a.example/b.png' }),
    eventOf({ title: 'Locked', password: PASSWORD, ...linked }),
  ])
    events.push(await make('events', fields))
  return { events, venues, organizers, categories, tags }
}
