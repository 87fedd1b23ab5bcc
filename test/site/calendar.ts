import { createEventsApi, type EventsApi, type EventsApiOptions } from 'kalends'
import { type Client, createClient } from 'kalends/client'
import { createSite, type SiteOptions } from 'kalends/site'
import type { Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'

export const ORIGIN = 'https://town.example'

export interface Visited {
  readonly api: EventsApi
  readonly client: Client
  readonly visit: (path: string, init?: RequestInit) => Promise<Response>
  readonly text: (path: string, init?: RequestInit) => Promise<string>
}

/** A calendar with pages, at noon of Thursday, 3 December 2026, in Berlin. */
export function visited(
  site: SiteOptions = {},
  options: EventsApiOptions = {},
  storage: Storage = memoryStorage(),
): Visited {
  const api = createEventsApi(storage, {
    ...{ timezone: 'Europe/Berlin', locale: 'en-GB', title: 'Our town' },
    now: () => new Date('2026-12-03T11:00:00Z'),
    site: (api) => createSite(api, site),
    ...options,
  })
  const visit = (path: string, init?: RequestInit) => api.fetch(new Request(`${ORIGIN}${path}`, init))
  return {
    api,
    visit,
    client: createClient({
      baseUrl: `${ORIGIN}${api.basePath}`,
      fetch: api.as({ id: 1, role: 'administrator' }),
    }),
    text: async (path, init) => (await visit(path, init)).text(),
  }
}

/** What a person reads of a page. */
export const wordsOf = (page: string): string =>
  page
    .replace(/<head>.*<\/head>/s, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

export const titleOf = (page: string): string => /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? ''

export const headOf = (page: string, expression: RegExp): string | undefined => expression.exec(page)?.[1]
