import { json, type Kind, pageOf, type Row, SITE, type SmallSite, smallSite, term } from './small-site.ts'
import { shownText, texturized } from './wordpress-texts.ts'

/*
 * A site that shows its records as WordPress does: texts as they are rendered, prices as its plugin reads them, lists
 * without what only a record alone has, and to editors what was written.
 */

export interface Written {
  readonly id: number
  readonly title?: string
  readonly content?: string
  readonly excerpt?: string
  /** What the editor wrote as the cost. */
  readonly cost?: string
  readonly password?: string
  readonly status?: string
  /** Fields of answers that are as they are given. */
  readonly fields?: Row
  /** Fields of the view of editors. */
  readonly meta?: Row
}

export interface WrittenSite {
  readonly events: Written[]
  readonly venues: Written[]
  readonly organizers: Written[]
}

export interface WordPress extends SmallSite {
  /** May be changed between an import and a comparison. */
  readonly written: WrittenSite
}

export interface Faults {
  /** Pages of lists repeat records and leave others out, whatever their size. */
  readonly isUnstable?: boolean
  /** Changes an answer about an event before it is sent. */
  readonly changed?: (row: Row) => Row
}

const API = `${SITE}/wp-json/tribe/events/v1`
const TYPES = { events: 'tribe_events', venues: 'tribe_venue', organizers: 'tribe_organizer' } as const
type Posts = keyof typeof TYPES

const details = (wall: unknown) => {
  const [year, month, day, hour, minutes, seconds] = String(wall).split(/[- :]/)
  return { year, month, day, hour, minutes, seconds }
}

const postOf = ({ id, status = 'publish', content = '' }: Written) => ({
  ...{ id, global_id: `town.example?id=${id}`, global_id_lineage: [`town.example?id=${id}`] },
  ...{ author: '3', status, slug: `post-${id}`, image: false, description: shownText(content).trim() },
  ...{ date: '2031-01-01 10:00:00', date_utc: '2031-01-01 09:00:00' },
  ...{ modified: '2031-01-02 10:00:00', modified_utc: '2031-01-02 09:00:00' },
})

/** Without what is empty. */
const present = ({ image, description, ...row }: Row): Row => ({
  ...row,
  ...(image !== false && { image }),
  ...(description !== '' && { description }),
})

/** Numbers as the plugin finds them: separators end them. */
function costOf(written: string): Row {
  const values = [...new Set(written.match(/\.?\d+(?:\.\d{1,2})?/g) ?? [])].sort(
    (a, b) => Number(a) - Number(b),
  )
  const [symbol = ''] = /\p{Sc}/u.exec(written) ?? []
  const position = symbol === '' || written.startsWith(symbol) ? 'prefix' : 'postfix'
  const ends = values.length > 1 ? [values[0], values.at(-1)] : values
  const shown = ends.map((value) => (position === 'prefix' ? `${symbol}${value}` : `${value}${symbol}`))
  return {
    cost: values.length === 0 ? texturized(written) : shown.join(' &#8211; '),
    cost_details: {
      ...{ currency_symbol: symbol, currency_code: symbol === '$' ? 'USD' : '', currency_position: position },
      values: values.length === 0 && written !== '' ? [written.toLowerCase()] : values,
    },
  }
}

function eventRow(one: Written): Row {
  const { id, title = `Event ${id}`, excerpt = '', cost = '', fields = {} } = one
  const url = `${SITE}/event/post-${id}/`
  const times = {
    ...{ start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 21:00:00', timezone: 'Europe/Berlin' },
    ...{ utc_start_date: '2031-06-01 17:00:00', utc_end_date: '2031-06-01 19:00:00', timezone_abbr: 'CEST' },
    ...fields,
  }
  return {
    ...postOf(one),
    ...{ url, rest_url: `${API}/events/${id}`, title: texturized(title), all_day: false },
    excerpt: shownText(excerpt).trim(),
    ...times,
    start_date_details: details(times.start_date),
    end_date_details: details(times.end_date),
    utc_start_date_details: details(times.utc_start_date),
    utc_end_date_details: details(times.utc_end_date),
    ...costOf(cost),
    ...{ website: '', show_map: true, show_map_link: false, hide_from_listings: false, sticky: false },
    ...{ featured: false, categories: [], tags: [], venue: [], organizer: [], custom_fields: [] },
    ...fields,
  }
}

const linkedRow = (kind: 'venue' | 'organizer', one: Written): Row => ({
  ...present(postOf(one)),
  ...{ url: `${SITE}/${kind}/post-${one.id}/`, [kind]: texturized(one.title ?? `${kind} ${one.id}`) },
  ...(kind === 'venue' ? { show_map: true, show_map_link: true } : {}),
  ...one.fields,
})

const BLANKED = {
  ...{ description: '', excerpt: '', image: false, all_day: null, cost: '', website: '', show_map: null },
  ...{
    show_map_link: null,
    hide_from_listings: null,
    sticky: null,
    featured: null,
    venue: [],
    organizer: [],
  },
  cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
  ...{ categories: [], tags: [] },
}

const editOf = (one: Written): Row => ({
  ...{ id: one.id, status: one.status ?? 'publish', password: one.password ?? '' },
  title: { raw: one.title ?? '', rendered: texturized(one.title ?? '') },
  content: { raw: one.content ?? '', rendered: shownText(one.content ?? ''), protected: false },
  excerpt: { raw: one.excerpt ?? '', rendered: shownText(one.excerpt ?? ''), protected: false },
  meta: {
    ...{ _tribe_events_status: '', _tribe_events_status_reason: '' },
    ...(one.cost !== undefined && { _EventCost: one.cost }),
    ...one.meta,
  },
})

const termOf = (kind: 'categories' | 'tags', id: number): Row => ({
  ...term(id),
  ...{ count: 2, taxonomy: kind === 'tags' ? 'post_tag' : 'tribe_events_cat' },
  ...(kind === 'categories' ? { parent: 0 } : {}),
  ...{ url: `${SITE}/${kind === 'tags' ? 'tag' : 'events/category'}/term-${id}/`, meta: [] },
  urls: { self: `${API}/${kind}/${id}`, collection: `${API}/${kind}` },
})

/** Terms inside of events show less. */
const inside = (row: Row): Row => {
  if (!('taxonomy' in row)) return row
  const { url: _, meta: _meta, ...rest } = row
  return rest
}

const titled = (one: Written, kind: Posts): Written => ({ ...one, title: one.title ?? `${kind} ${one.id}` })

export function wordpressSite(given: Partial<WrittenSite>, faults: Faults = {}): WordPress {
  const written: WrittenSite = { events: [], venues: [], organizers: [], ...given }
  const { changed = (row: Row) => row } = faults

  const rows = (kind: Kind): readonly Row[] => {
    if (kind === 'categories' || kind === 'tags') return [termOf(kind, kind === 'tags' ? 4 : 2)]
    if (kind === 'events') return written.events.map((one) => changed(withLinks(eventRow(titled(one, kind)))))
    const name = kind === 'venues' ? 'venue' : 'organizer'
    return written[kind].map((one) => changed(linkedRow(name, titled(one, kind))))
  }
  const named = (kind: Kind, ids: unknown): Row[] =>
    Array.isArray(ids)
      ? rows(kind)
          .filter(({ id }) => ids.includes(id))
          .map(inside)
      : []
  const withLinks = (row: Row): Row => ({
    ...row,
    ...(['venue', 'organizer', 'categories', 'tags'] as const).reduce<Record<string, unknown>>(
      (all, name) => {
        const kind: Kind = name === 'venue' ? 'venues' : name === 'organizer' ? 'organizers' : name
        const links = named(kind, row[name])
        // One venue is shown alone.
        all[name] = name === 'venue' && links.length === 1 ? links[0] : links
        return all
      },
      {},
    ),
  })

  const listed = (kind: Kind): readonly Row[] =>
    rows(kind)
      .filter(({ hide_from_listings }) => hide_from_listings !== true)
      .map((row) => (isLocked(kind, row.id) ? { ...row, ...BLANKED } : row))
  const isLocked = (kind: Kind, id: unknown): boolean =>
    kind === 'events' && (written.events.find((one) => one.id === id)?.password ?? '') !== ''

  function alone(kind: Kind, id: string, password: string | null): Response {
    const row = rows(kind).find((one) => String(one.id) === id)
    if (row === undefined) return json({ code: 'not-found' }, { status: 404 })
    const isOpen =
      !isLocked(kind, row.id) || written.events.some((one) => one.id === row.id && one.password === password)
    return json(
      isOpen ? { ...row, ...(kind === 'events' && { json_ld: ldOf(row) }) } : { ...row, ...BLANKED },
    )
  }

  const ldOf = (row: Row): Row => {
    const { meta = {} } = written.events.find(({ id }) => id === row.id) ?? {}
    const words = new Map<unknown, string>([
      ['canceled', 'EventCancelled'],
      ['postponed', 'EventPostponed'],
    ])
    return {
      '@type': 'Event',
      eventStatus: `https://schema.org/${words.get(meta._tribe_events_status) ?? 'EventScheduled'}`,
    }
  }

  /** Pages of every size repeat their first record, and so leave their last one out. */
  function unstable(kind: Kind, query: URLSearchParams): Row {
    const all = listed(kind)
    const page = pageOf(kind, all, query)
    const shown: readonly Row[] = Array.isArray(page[kind]) ? page[kind] : []
    const before = (Number(query.get('page')) - 1) * Number(query.get('per_page'))
    return before === 0 ? { ...page, [kind]: shown.slice(0, -1) } : page
  }

  const site = smallSite({}, (url) => {
    const { pathname, searchParams: query } = url
    const [, kind = '', id] = /^\/wp-json\/tribe\/events\/v1\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? []
    const name = KINDS.find((one) => one === kind)
    if (name !== undefined && id !== undefined) return alone(name, id, query.get('password'))
    if (name !== undefined && query.has('status')) return json({ [name]: [], total: 0, total_pages: 0 })
    if (name !== undefined)
      return json(
        faults.isUnstable === true && name in TYPES
          ? unstable(name, query)
          : pageOf(name, listed(name), query),
      )
    const [, type, post] = /^\/wp-json\/wp\/v2\/(\w+)(?:\/(\d+))?$/.exec(pathname) ?? []
    const posts = POSTS.find((one) => TYPES[one] === type)
    if (posts === undefined) return undefined
    if (post === undefined) {
      const statuses = (query.get('status') ?? 'publish').split(',')
      const all = written[posts].filter(({ status = 'publish' }) => statuses.includes(status))
      const from = (Number(query.get('page')) - 1) * Number(query.get('per_page'))
      const headers = { 'x-wp-totalpages': String(Math.ceil(all.length / Number(query.get('per_page')))) }
      const page = all.slice(from, from + Number(query.get('per_page')))
      return json(
        page.map(({ id }) => ({ id })),
        { headers },
      )
    }
    const found = written[posts].find((one) => String(one.id) === post)
    return found === undefined
      ? json({ code: 'rest_post_invalid_id' }, { status: 404 })
      : json(editOf(titled(found, posts)))
  })
  return { ...site, written }
}

const KINDS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const satisfies Kind[]
const POSTS = ['events', 'venues', 'organizers'] as const satisfies Posts[]
