import { createEventsApi, type EventsApi, type Principal } from 'kalends'
import { createClient } from 'kalends/client'
import type { Storage } from 'kalends/storage/contract'

/*
 * An app of one's own: the programme of a theatre for the week. What differs between a test and the real thing comes in
 * as a parameter: the storage, the clock, and whom a session belongs to.
 */

export interface Surroundings {
  readonly storage: Storage
  readonly now: () => Date
  /** Whom a session belongs to; `undefined` for one that is over. */
  readonly userOf: (session: string) => Principal | undefined
}

export interface App {
  readonly fetch: (request: Request) => Promise<Response>
  /** The calendar, which the app also answers for, below `/calendar`. */
  readonly api: EventsApi
}

export function createApp({ storage, now, userOf }: Surroundings): App {
  const api = createEventsApi(storage, {
    basePath: '/calendar',
    timezone: 'Europe/Vienna',
    now,
    authenticate: (request) => {
      const [, session] = /(?:^|; )session=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? []
      return session === undefined ? null : (userOf(session) ?? null)
    },
  })
  return { api, fetch: async (request) => (await api.handle(request)) ?? programme(api, now()) }
}

/** What is on in the next seven days, as a visitor may know it. */
async function programme(api: EventsApi, now: Date): Promise<Response> {
  const client = createClient({ baseUrl: `http://localhost${api.basePath}`, fetch: api.fetch })
  const shows: string[] = []
  const until = new Date(now.getTime() + 7 * 24 * 60 * 60 * 1000)
  const filters = { start_date: now.toISOString(), end_date: until.toISOString(), strict_dates: true }
  for await (const { start_date, title } of client.events.list(filters)) shows.push(`${start_date} ${title}`)
  return new Response(shows.join('\n') || 'The house is closed.')
}
