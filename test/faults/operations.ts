import { memoryStorage } from 'kalends/storage/memory'
import { type Asker, at, type Calendar, eventOf, on, openCalendar } from '../routes/calendar.ts'
import { copierOf } from './copies.ts'

/*
 * Everything that can be asked of the interface: each operation of its document, and those requests that take more
 * calls of the storage than the plain ones.
 */

export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly as?: Asker
  /** When it is asked; default: 2027-03-01. */
  readonly time?: string
  /** What it is answered when it is asked again after it took effect, where that is no success. */
  readonly again?: readonly number[]
  /** Calls that may go wrong without anybody noticing. */
  readonly spares?: (call: string) => boolean
}

/** When the scheduled records of the calendar are due. */
export const DUE = '2027-12-02T12:00:00Z'
export const LATER = '2027-12-02T12:01:00Z'

/** A calendar with a bit of everything; `copy` opens it anew, each time in a storage of its own. */
export async function stocked() {
  const storage = memoryStorage()
  const { make, ask } = openCalendar({}, storage)
  const music = await make('categories', { name: 'Music' })
  const jazz = await make('categories', { name: 'Jazz', parent: music })
  const hall = await make('venues', { venue: 'Hall', geo_lat: 40, geo_lng: -105 })
  const choir = await make('organizers', { organizer: 'Choir' })
  const linked = { venue: hall, organizer: [choir], categories: [jazz], tags: 'loud, late' }
  const first = await make('events', eventOf({ ...linked, featured: true }))
  await make(
    'events',
    on('2027-06-01 19:00:00', '2027-06-01 21:00:00', { title: 'Concert', venue: hall, post_parent: first }),
  )
  await make('events', eventOf({ title: 'Draft', status: 'draft', author: 3 }))
  const later = { status: 'future', date: '2027-12-01' }
  await make('events', eventOf({ title: 'Scheduled', ...later }))
  await make('venues', { venue: 'Barn', ...later })
  await make('organizers', { organizer: 'Band', ...later })
  await ask('PATCH', `/events/${first}`, { description: 'Changed once.' })
  return { copy: await copierOf(storage), ids: { music, jazz, hall, choir, first } }
}

export type Stock = Awaited<ReturnType<typeof stocked>>

const NEW = {
  events: eventOf({ title: 'New' }),
  venues: { venue: 'New' },
  organizers: { organizer: 'New' },
  categories: { name: 'New' },
  tags: { name: 'New' },
} as const

type Collection = keyof typeof NEW
const isCollection = (name: string): name is Collection => name in NEW

/** One request for each operation of the interface's own document. */
export async function documented({ ask }: Calendar, { ids }: Stock): Promise<Operation[]> {
  const ones = { events: ids.first, venues: ids.hall, organizers: ids.choir, categories: ids.jazz, tags: 3 }
  const slugs: Readonly<Record<string, string>> = { events: 'open-day', venues: 'hall', organizers: 'choir' }
  const paths = at((await ask('GET', '/doc')).body, 'paths')
  // Merges take several commits: test/merging/ interrupts them. A batch is 207 whatever its entries meet: test/batch/.
  const single = Object.entries(paths ?? {}).filter(([template]) => !/\/(merge|batch)$/.test(template))
  return single.flatMap(([template, item]) => {
    const [, collection = ''] = template.split('/')
    const id = isCollection(collection) ? ones[collection] : 0
    const path = template.replace('{id}', `${id}`).replace('{slug}', slugs[collection] ?? '')
    return Object.entries(item ?? {}).map(([verb, operation]): Operation => {
      const method = verb.toUpperCase()
      const body =
        method === 'GET' || method === 'DELETE' || !isCollection(collection) ? {} : { body: NEW[collection] }
      const isNewTerm = /^POST \/(?:categories|tags)$/.test(`${method} ${path}`)
      // What is in the trash, or gone for good, cannot be deleted again; and the name of a term is taken then.
      const again = method === 'DELETE' ? [404, 410] : isNewTerm ? [400] : []
      return { name: `${at(operation, 'operationId')}`, method, path, ...body, again }
    })
  })
}

const sweeps = (call: string) => call === 'find receipt' || call === 'commit '

export const MORE: readonly Operation[] = [
  {
    name: 'a list with every filter',
    method: 'GET',
    path: '/events?search=day&categories=jazz&tags=loud&venue=1&organizer=2&featured=1&status=publish,draft&geoloc=1&geoloc_lat=40&geoloc_lng=-105&starts_after=2027-01-01',
  },
  { name: 'a list by IDs', method: 'GET', path: '/events?include=3,4,5' },
  { name: 'a page beyond the first', method: 'GET', path: '/events?per_page=1&page=2' },
  { name: 'a list for visitors', method: 'GET', path: '/events', as: 'visitor' },
  { name: 'venues of upcoming events', method: 'GET', path: '/venues?only_with_upcoming=1&search=hall' },
  { name: 'organizers with events', method: 'GET', path: '/organizers?has_events=1' },
  { name: 'categories by event', method: 'GET', path: '/categories?post=3&hide_empty=0' },
  { name: 'tags by search', method: 'GET', path: '/tags?search=lo&hide_empty=1' },
  { name: 'a HEAD', method: 'HEAD', path: '/events/3' },
  {
    name: 'an event with new linked records and terms',
    method: 'POST',
    path: '/events',
    body: eventOf({
      title: 'Festival',
      venue: { venue: 'Meadow', address: '1 Lane' },
      organizer: [{ organizer: 'Ada' }, { organizer: 'Ben' }],
      categories: ['Theatre', 'Jazz'],
      tags: 'outside, cold',
    }),
  },
  {
    name: 'an update with new linked records and terms',
    method: 'PATCH',
    path: '/events/3',
    body: {
      title: 'Festival',
      venue: { venue: 'Meadow' },
      organizer: [2, { organizer: 'Ben' }],
      tags: 'outside',
    },
  },
  {
    name: 'an event of a title that is taken',
    method: 'POST',
    path: '/events',
    body: eventOf({ slug: 'open-day' }),
    as: 'author',
  },
  {
    name: 'a move of a category below another',
    method: 'PATCH',
    path: '/categories/2',
    body: { parent: 0, name: 'Blues' },
  },
  { name: 'a restored event', method: 'PATCH', path: '/events/5', body: { status: 'publish' } },
  {
    name: 'an event with a key against doubles',
    method: 'POST',
    path: '/events',
    headers: { 'idempotency-key': 'once-1' },
    body: eventOf({ title: 'Once', venue: { venue: 'Meadow' } }),
    spares: sweeps,
  },
  {
    name: 'a tag with a key against doubles',
    method: 'POST',
    path: '/tags',
    headers: { 'idempotency-key': 'once-2' },
    body: { name: 'Once' },
    spares: sweeps,
  },
  { name: 'an event for good', method: 'DELETE', path: '/events/3?force=true', again: [404] },
  { name: 'a publication that is due', method: 'GET', path: '/events/6', time: DUE },
  {
    name: 'a write when publications are due',
    method: 'PATCH',
    path: '/events/3',
    body: { title: 'Late' },
    time: DUE,
  },
]

/** The request, at the time when it is asked. */
export async function perform(calendar: Calendar, operation: Operation, signal?: AbortSignal) {
  const { method, path, body, headers, as, time } = operation
  if (time !== undefined) calendar.setTime(time)
  const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...headers } }
  if (body !== undefined) init.body = JSON.stringify(body)
  return calendar.send(path, { ...init, ...(signal === undefined ? {} : { signal }) }, as ?? 'administrator')
}
