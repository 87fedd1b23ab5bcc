import { isClientError } from 'kalends/client'
import type { EventPage, EventQuery, SiteEvent } from './calendar.ts'
import { addDays } from './days.ts'
import { clocksAround, corrected } from './ends.ts'
import type { Filters } from './filters.ts'
import type { Names } from './pages/filter-form.ts'
import { plain } from './plain.ts'
import type { Scene } from './scene.ts'
import { timesOf } from './times.ts'

/*
 * What filters mean to the API: slugs become IDs, and names for the words above the list.
 */

export interface Selection {
  /** `undefined`: nothing can match, because a filter names only what is not there. */
  readonly query: EventQuery | undefined
  readonly names: Names
  /** The same events as feeds; `undefined` where nothing can match. */
  readonly feeds: { readonly ics: string; readonly rss: string; readonly webcal: string } | undefined
}

/** Slugs that are asked for one by one. */
const MOST_LOOKED_UP = 10

interface Found {
  readonly id: number
  readonly name: string
}

/** What a filter of slugs or IDs names. */
async function find(
  entries: readonly string[],
  known: readonly { readonly id: number; readonly slug: string; readonly name: string }[],
  look: (entry: string) => Promise<Found>,
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  const unknown: string[] = []
  for (const entry of entries) {
    const one = known.find(({ id, slug }) => slug === entry || String(id) === entry)
    if (one === undefined) unknown.push(entry)
    else found.set(entry, { id: one.id, name: plain(one.name) })
  }
  await Promise.all(
    unknown.slice(0, MOST_LOOKED_UP).map(async (entry) => {
      try {
        found.set(entry, await look(entry))
      } catch (error) {
        if (!isClientError(error) || error.status >= 500) throw error
      }
    }),
  )
  return found
}

const isId = (entry: string): boolean => /^[1-9]\d{0,14}$/.test(entry)

async function findAll(scene: Scene, filters: Filters) {
  const { client } = scene.calendar
  const needs = filters.category.length + filters.venue.length > 0
  const choices = needs ? await scene.choices() : { categories: [], venues: [] }
  const term = (kind: 'categories' | 'tags') => async (entry: string) => {
    const { id, name } = isId(entry)
      ? await client[kind].get(Number(entry))
      : await client[kind].getBySlug(entry)
    return { id, name: plain(name) }
  }
  const [category, tag, venue, organizer] = await Promise.all([
    find(filters.category, choices.categories, term('categories')),
    find(filters.tag, [], term('tags')),
    find(filters.venue, choices.venues, async (entry) => {
      const one = isId(entry) ? await client.venues.get(Number(entry)) : await client.venues.getBySlug(entry)
      return { id: one.id, name: plain(one.venue) }
    }),
    find(filters.organizer, [], async (entry) => {
      const one = isId(entry)
        ? await client.organizers.get(Number(entry))
        : await client.organizers.getBySlug(entry)
      return { id: one.id, name: plain(one.organizer) }
    }),
  ])
  return { category, tag, venue, organizer }
}

export async function select(scene: Scene, filters: Filters): Promise<Selection> {
  const found = await findAll(scene, filters)
  const idsOf = (name: keyof typeof found) => [...found[name].values()].map(({ id }) => id)
  const namesOf = (name: keyof typeof found) =>
    new Map([...found[name]].map(([entry, { name }]) => [entry, name]))
  const names: Names = {
    ...{ category: namesOf('category'), tag: namesOf('tag') },
    ...{ venue: namesOf('venue'), organizer: namesOf('organizer') },
  }
  const isEmpty = (['category', 'tag', 'venue', 'organizer'] as const).some(
    (name) => filters[name].length > 0 && found[name].size === 0,
  )
  if (isEmpty) return { query: undefined, names, feeds: undefined }
  const listOf = <N extends string>(name: N, ids: readonly number[]) =>
    ids.length > 0 ? { [name]: ids } : {}
  const query: EventQuery = {
    ...(filters.search && { search: filters.search }),
    ...listOf('categories', idsOf('category')),
    ...listOf('tags', idsOf('tag')),
    ...listOf('venue', idsOf('venue')),
    ...listOf('organizer', idsOf('organizer')),
    ...(filters.featured && { featured: true }),
    ...(filters.free && { free: true }),
    ...(filters.online && { is_virtual: true }),
  }
  return { query, names, feeds: feedsOf(scene, query) }
}

export function feedsOf({ feedBase }: Pick<Scene, 'feedBase'>, query: EventQuery, bounds: EventQuery = {}) {
  const pairs = Object.entries({ ...query, ...bounds }).map(([name, value]): [string, string] => [
    name,
    String(value),
  ])
  const text = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString().replaceAll('%2C', ',')}`
  const ics = `${feedBase}.ics${text}`
  return { ics, rss: `${feedBase}.rss${text}`, webcal: ics.replace(/^https?:/, 'webcal:') }
}

/** A page of what is to come, or of what was. */
export async function listPage(
  scene: Scene,
  selection: Selection,
  filters: Filters,
  perPage: number,
): Promise<EventPage | undefined> {
  const { query } = selection
  if (query === undefined) return filters.page === 1 ? { events: [], total: 0, totalPages: 0 } : undefined
  const { page, past, from, to } = filters
  const [found, { early, late }] = await Promise.all([
    scene.calendar.page({ ...query, ...windowOf(scene, filters) }, page, perPage),
    from && !past ? { early: [], late: [] } : scene.wrongEnds(),
  ])
  const [into, out] = past ? [late, early] : [early, late]
  const isInside = ({ start_date, end_date }: SiteEvent) =>
    (!from || end_date > `${from} 00:00:00`) && (!to || start_date < `${to} 23:59:59`)
  return found && corrected(scene.calendar, found, { query, page, into, out, isInside })
}

/** What ends at this minute is over. */
function windowOf({ nowText }: Scene, { past, from, to }: Filters): EventQuery {
  const begin = from && `${from} 00:00:00`
  const end = to && `${to} 23:59:59`
  if (past) {
    return {
      ...{
        strict_dates: true,
        ends_before: nowText.replace(/0$/, '1'),
        order: 'desc',
        orderby: 'event_date',
      },
      ...(begin && { ends_after: begin }),
      ...(end && { starts_before: end }),
    }
  }
  return { strict_dates: true, ends_after: begin || nowText, ...(end && { starts_before: end }) }
}

/**
 * All events of some days of the site, as many as a page may hold. The API compares the wall clock of each event, so that
 * those of other zones are asked for, too, and sorted out here.
 */
export async function eventsWithin(
  scene: Scene,
  { query }: Selection,
  first: string,
  last: string,
): Promise<EventPage> {
  if (query === undefined) return { events: [], total: 0, totalPages: 0 }
  const { calendar, me, now } = scene
  const before = addDays(first, -1) ?? first
  const [earliest, latest] = clocksAround(`${before} 23:59:59`, `${last} 23:59:59`, me.timezone, now)
  const found = await calendar.all({
    ...{ ...query, strict_dates: true },
    ends_after: earliest,
    starts_before: latest,
  })
  const inside = inOrder(found.events).filter((event) => {
    const { start, lastDay } = timesOf(event, me.timezone)
    return start.day <= last && lastDay >= first
  })
  return { ...found, events: inside }
}

/** By instants, where the API sorts by wall clocks. */
export const inOrder = (events: readonly SiteEvent[], order: 'asc' | 'desc' = 'asc'): SiteEvent[] => {
  const sign = order === 'asc' ? 1 : -1
  const instantOf = ({ utc_start_date }: SiteEvent) => utc_start_date
  return [...events].sort((a, b) =>
    instantOf(a) === instantOf(b) ? 0 : instantOf(a) < instantOf(b) ? -sign : sign,
  )
}
