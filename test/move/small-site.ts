/*
 * A small site in memory, whose answers a test replaces with those of a hostile or broken one.
 */

export type Kind = 'events' | 'venues' | 'organizers' | 'categories' | 'tags'

export type Row = Readonly<Record<string, unknown>>

export interface Asked {
  readonly url: URL
  readonly authorization: string | null
}

export interface SmallSite {
  readonly fetch: typeof fetch
  readonly asked: Asked[]
  /** May be replaced between two imports. */
  readonly records: Record<Kind, readonly Row[]>
}

/** `undefined`: answered as an honest site does. */
export type Special = (url: URL) => Response | undefined

export const SITE = 'https://town.example'

const post = (id: unknown) => ({
  ...{ id, status: 'publish', author: '1', slug: `post-${String(id)}`, image: false },
  ...{ date: '2031-01-01 10:00:00', date_utc: '2031-01-01 09:00:00' },
  ...{ modified: '2031-01-01 10:00:00', modified_utc: '2031-01-01 09:00:00' },
})

export const event = (id: unknown, fields: Row = {}): Row => ({
  ...post(id),
  ...{ title: `Event ${String(id)}`, description: '', excerpt: '', url: `${SITE}/event/${String(id)}/` },
  ...{ start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:00:00', all_day: false },
  ...{ utc_start_date: '2031-06-01 17:00:00', utc_end_date: '2031-06-01 19:00:00' },
  ...{ timezone: 'Europe/Berlin', cost: '', website: '', hide_from_listings: false },
  ...{ categories: [], tags: [], venue: [], organizer: [], ...fields },
})

export const venue = (id: unknown, fields: Row = {}): Row => ({
  ...post(id),
  venue: `Hall ${String(id)}`,
  ...fields,
})

export const term = (id: unknown): Row => ({
  id,
  name: `Term ${String(id)}`,
  slug: `term-${String(id)}`,
  description: '',
})

export const json = (body: unknown, init?: ResponseInit): Response => Response.json(body, init)

/** The page of a list as an honest site shows it. */
export function pageOf(kind: Kind, rows: readonly Row[], query: URLSearchParams): Row {
  const [size, page] = [Number(query.get('per_page')), Number(query.get('page'))]
  return {
    [kind]: rows.slice((page - 1) * size, page * size),
    ...{ total: rows.length, total_pages: Math.ceil(rows.length / size) },
  }
}

export function smallSite(
  records: Partial<Record<Kind, readonly Row[]>>,
  special: Special = () => undefined,
): SmallSite {
  const all = { events: [], venues: [], organizers: [], categories: [], tags: [], ...records }
  const asked: Asked[] = []

  function answer(url: URL): Response {
    if (url.pathname === '/') {
      return new Response('<html>', {
        headers: { link: `<${url.origin}/wp-json/>; rel="https://api.w.org/"` },
      })
    }
    if (url.pathname === '/wp-json/') {
      const namespaces = ['tribe/events/v1', 'wp/v2']
      return json({ name: 'Town', home: SITE, timezone_string: 'Europe/Berlin', namespaces })
    }
    const [, kind = '', id] = /^\/wp-json\/tribe\/events\/v1\/(\w+)(?:\/(\w+))?$/.exec(url.pathname) ?? []
    const rows = new Map<string, readonly Row[]>(Object.entries(all)).get(kind)
    if (rows === undefined || url.searchParams.has('status'))
      return json({ code: 'no_route' }, { status: 404 })
    if (id === undefined) return json(pageOf(asKind(kind), rows, url.searchParams))
    const row = rows.find((one) => String(one.id) === id)
    return row === undefined ? json({ code: 'not-found' }, { status: 404 }) : json(row)
  }

  return {
    asked,
    records: all,
    fetch: async (input, init) => {
      const url = new URL(String(input))
      asked.push({ url, authorization: new Headers(init?.headers).get('authorization') })
      return special(url) ?? answer(url)
    },
  }
}

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const satisfies Kind[]
const asKind = (name: string): Kind => KINDS.find((one) => one === name) ?? 'events'

/** Whether a request is for a list of the events interface. */
export const isListOf = (url: URL, kind: Kind): boolean => url.pathname === `/wp-json/tribe/events/v1/${kind}`
