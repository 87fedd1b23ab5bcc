import { type Asker, eventOf } from '../routes/calendar.ts'
import type { Question, World } from './stock.ts'
import { isWriter, STATES, type State } from './table.ts'

/*
 * Every way to come across a record, as requests.
 */

export interface Way extends Question {
  /** What an answer to somebody who may read everything shows: so each way is known to lead there. */
  readonly finds: 'event' | 'venue' | 'organizer' | 'a difference' | 'nothing'
  /**
   * A filter by a venue or organizer in the trash finds nothing, for everybody, and is no mistake: then its answer is
   * the one for another in the trash, which this asks for.
   */
  readonly known?: string
}

const statuses = STATES.filter((state) => state !== 'password').join(',')

/** The records themselves, named in every way that they can be. */
export function waysTo({ ids, slugs }: World, kind: 'event' | 'venue' | 'organizer'): readonly Question[] {
  const [id, slug] = [ids[kind], slugs[kind]]
  const paths = [
    `/${kind}s/${id}`,
    `/${kind}s/${id}/`,
    `/${kind}s/0${id}`,
    `/${kind}s/${id}?id=${id}`,
    `/${kind}s/by-slug/${slug}`,
    `/${kind}s/by-slug/${slug}/`,
    `/${kind}s/by-slug/${slug.toUpperCase()}`,
    `/${kind}s/by-slug/${slug}?id=${id}`,
  ]
  return paths.flatMap((path) => [
    { path },
    { path, method: 'HEAD' },
    { path, headers: { 'if-none-match': '*' } },
    { path, headers: { 'if-match': '"1.0"', accept: 'text/html' } },
  ])
}

/** A wrong guess of the ID beside the slug: it must not tell that it was wrong. */
export const guess = ({ slugs }: World, kind: 'event' | 'venue' | 'organizer'): Question => ({
  path: `/${kind}s/by-slug/${slugs[kind]}?id=7799`,
})

/** Everything else that could show them. */
export function waysAround(world: World, state: State, as: Asker): Way[] {
  const status = state === 'password' ? 'publish' : state
  const lists = [...eventLists(world), ...linkedLists(world)].flatMap((way): Way[] => [
    way,
    ...[status, ...(isWriter(as) ? [statuses] : [])].map((one) => withQuery(way, `status=${one}`)),
  ])
  const unasked: Way[] = ['events', 'venues', 'organizers'].flatMap((name): Way[] => [
    { path: `/${name}?status=${statuses}`, finds: 'a difference' },
    { path: `/${name}?status=any&any_status=1`, finds: 'a difference' },
    { path: `/${name}?page=99`, finds: 'nothing' },
  ])
  return [...lists, ...unasked, ...terms(world), ...others(world)]
}

const withQuery = (way: Way, query: string): Way => ({
  ...way,
  path: `${way.path}&${query}`,
  ...(way.known === undefined ? {} : { known: `${way.known}&${query}` }),
})

function eventLists({ ids }: World): Way[] {
  const { event, venue, organizer, gone, lone, rare, hall, choir } = ids
  const of = (finds: Way['finds'], ...queries: string[]): Way[] =>
    queries.map((query) => ({ path: `/events?${query}`, finds }))
  return [
    ...of('event', 'per_page=50', 'per_page=1&page=2', 'search=zqtitle', 'search=zqdescription'),
    ...of(
      'event',
      'search=zqexcerpt',
      'search=%22zqtitle%22',
      'search=zqtitle+-open',
      'search=title+-zqnone',
    ),
    ...of(
      'event',
      'start_date=2027-06-17&end_date=2027-06-18',
      'starts_after=2027-06-16',
      'ends_before=2027-06-18',
    ),
    ...of('event', 'start_date=2027-06-17T03:52:11-04:00&strict_dates=1', `include=${event}`),
    ...of(
      'event',
      `include=${event},${ids.open}`,
      `categories=${rare.category}`,
      'categories=rare',
      'categories=food',
    ),
    ...of('event', `tags=${rare.tag}`, 'tags=seldom', `venue=${lone.venue}`, `organizer=${lone.organizer}`),
    ...of('event', 'featured=1', 'ticketed=true', 'geoloc=1', 'geoloc_lat=61.2857&geoloc_lng=103.7159'),
    ...of('event', `post_parent=${ids.late}`),
    ...of('a difference', `post_parent=${event}`, 'search=-zqtitle', 'search=open', 'geoloc=0', 'featured=0'),
    ...of('a difference', 'geoloc_lat=40&geoloc_lng=-74', `venue=${hall}`, `organizer=${choir}`),
    { path: `/events?venue=${venue}`, finds: 'venue', known: `/events?venue=${gone.venue}` },
    { path: `/events?venue=${hall},${venue}`, finds: 'venue', known: `/events?venue=${hall},${gone.venue}` },
    {
      path: `/events?organizer=${organizer}`,
      finds: 'organizer',
      known: `/events?organizer=${gone.organizer}`,
    },
  ]
}

function linkedLists({ ids }: World): Way[] {
  const words = {
    venue: ['zqvenue', 'zqroom', 'zqstreet', 'zqcity', 'zqprovince', 'zqzip', 'zqphone'],
    organizer: ['zqorganizer', 'zqband', 'zqcall', 'zq@mail.example', 'zqorganizer.example'],
  }
  return (['venue', 'organizer'] as const).flatMap((kind) => {
    const queries = [
      'per_page=50',
      'per_page=2',
      'has_events=1',
      'only_with_upcoming=true',
      `event=${ids.event}`,
    ]
    const own = [...queries, `event=${ids.open}`, ...words[kind].map((word) => `search=${word}`)]
    return [
      ...own.map((query): Way => ({ path: `/${kind}s?${query}`, finds: kind })),
      { path: `/${kind}s?has_events=0`, finds: 'a difference' } as const,
      { path: `/${kind}s?search=lone&has_events=1`, finds: 'a difference' } as const,
      { path: `/${kind}s?search=lone&only_with_upcoming=true`, finds: 'a difference' } as const,
    ]
  })
}

function terms({ ids }: World): Way[] {
  const { event, open, rare } = ids
  return (['categories', 'tags'] as const).flatMap((name) => {
    const id = name === 'tags' ? rare.tag : rare.category
    const finding = [
      '',
      'hide_empty=0',
      'orderby=count&order=desc',
      `post=${event}`,
      `event=${event}`,
      'search=e',
    ]
    return [
      ...finding.map((query): Way => ({ path: `/${name}?${query}`, finds: 'a difference' })),
      { path: `/${name}?include=${id}`, finds: 'a difference' } as const,
      { path: `/${name}?event=${open}`, finds: 'nothing' } as const,
      { path: `/${name}/${id}`, finds: 'a difference' } as const,
    ]
  })
}

/** Other records, the same numbers and slugs as another kind, and what describes the interface. */
function others({ ids, slugs }: World): Way[] {
  const { event, venue, organizer } = ids
  const of = (finds: Way['finds'], ...paths: string[]): Way[] => paths.map((path) => ({ path, finds }))
  return [
    ...of('venue', `/events/${ids.open}`, '/events/by-slug/open-day', `/events/${ids.late}`),
    ...of('nothing', `/venues/${ids.hall}`, `/venues/${ids.lone.venue}`, `/organizers/${ids.choir}`),
    ...of('nothing', `/venues/${event}`, `/organizers/${event}`, `/events/${venue}`, `/organizers/${venue}`),
    ...of(
      'nothing',
      `/events/${organizer}`,
      `/venues/${organizer}`,
      '/events/by-slug/zqhouse',
      '/venues/by-slug/zqevent',
    ),
    ...of('nothing', '/venues/by-slug/zqpeople', `/categories/${event}`, '/', '/doc', '/doc?format=html'),
    ...(['event', 'venue', 'organizer'] as const).flatMap((kind): Way[] => [
      { method: 'OPTIONS', path: `/${kind}s`, finds: 'nothing' },
      { method: 'OPTIONS', path: `/${kind}s/${ids[kind]}`, finds: 'nothing' },
      { method: 'OPTIONS', path: `/${kind}s/by-slug/${slugs[kind]}`, finds: 'nothing' },
    ]),
  ]
}

/** Writes that name what may not be read: each is refused as if it named nothing. */
export function mentions({ ids }: World): Question[] {
  const shapes = (id: number) => [id, String(id), [id], { id }, [ids.hall, id], `${ids.hall},${id}`]
  const bodies = [
    ...shapes(ids.venue).map((venue) => ({ venue })),
    ...shapes(ids.organizer).map((organizer) => ({
      organizer: typeof organizer === 'string' ? ids.organizer : organizer,
    })),
    { post_parent: ids.event },
    { venue: ids.venue, organizer: [ids.organizer], post_parent: String(ids.event), title: '' },
  ]
  return bodies.map((fields) => ({ method: 'POST', path: '/events', body: eventOf(fields) }))
}
