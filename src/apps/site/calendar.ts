import type { Event, Me, Organizer, Term, Venue } from 'kalends'
import { type Client, createClient, isClientError } from 'kalends/client'
import type { SiteApi } from './settings.ts'

/*
 * Questions to the API, as a visitor asks them.
 */

type PlainClient = Client

export type SiteEvent = Awaited<ReturnType<PlainClient['events']['get']>>
export type SiteVenue = Awaited<ReturnType<PlainClient['venues']['get']>>
export type SiteOrganizer = Awaited<ReturnType<PlainClient['organizers']['get']>>
export type EventQuery = NonNullable<Parameters<PlainClient['events']['list']>[0]>
export type { Event, Me, Organizer, Term, Venue }

export interface EventPage {
  readonly events: readonly SiteEvent[]
  readonly total: number
  readonly totalPages: number
}

/** Events that a page may hold. */
export const MOST_EVENTS = 500
const PAGE_SIZE = 50

export interface Calendar {
  /** The address of the site, without a slash at its end. */
  readonly base: string
  readonly client: PlainClient
  /** `undefined`: there is no such page. */
  readonly page: (query: EventQuery, page: number, perPage: number) => Promise<EventPage | undefined>
  /** All of them, at most `MOST_EVENTS`. */
  readonly all: (query: EventQuery) => Promise<EventPage>
  /** A request of a visitor, below the address of the API. */
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  /** What only tells whether a record is there, and why nobody sees it. */
  readonly insider: PlainClient
}

export function calendarAt<Host>(
  api: SiteApi<Host>,
  base: string,
  host: Host | undefined,
  signal: AbortSignal,
): Calendar {
  // The API sees paths without that of `baseUrl`, which a proxy takes away.
  const baseUrl = `${new URL(base).origin}${api.basePath}`
  const asVisitor = api.as(null)
  const client = createClient({ baseUrl, fetch: (request) => asVisitor(request, host) })
  const asInsider = api.as({ id: 'kalends-site', role: 'administrator' })
  const insider = createClient({ baseUrl, fetch: (request) => asInsider(request, host) })

  async function page(query: EventQuery, number: number, perPage: number): Promise<EventPage | undefined> {
    try {
      const asked = { ...query, page: number, per_page: Math.min(perPage, api.limits.perPage) }
      const { items, total, totalPages } = await client.events.list(asked, { signal })
      return { events: items, total, totalPages }
    } catch (error) {
      if (isClientError(error, 'event-archive-page-not-found')) return undefined
      // Beyond `limits.offset`.
      if (number > 1 && isClientError(error, 'rest_invalid_param')) return undefined
      throw error
    }
  }

  async function all(query: EventQuery): Promise<EventPage> {
    const first = (await page(query, 1, PAGE_SIZE)) ?? { events: [], total: 0, totalPages: 0 }
    const events = [...first.events]
    for (let number = 2; number <= first.totalPages && events.length < MOST_EVENTS; number++) {
      events.push(...((await page(query, number, PAGE_SIZE))?.events ?? []))
    }
    return { ...first, events }
  }

  return {
    ...{ base, client, insider, page, all },
    ask: (path, init) => asVisitor(new Request(`${baseUrl}${path}`, { signal, ...init }), host),
  }
}
