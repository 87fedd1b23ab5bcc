import { type FileEvent, type FileNote, fileNote } from '../../../formats/file-event.ts'
import { findFeed } from '../../../formats/find-feed.ts'
import type { Slices } from '../../../formats/give-way.ts'
import { isRow, type Row, rowsOf } from '../../../formats/rows.ts'
import { siteEvent } from '../../../formats/site-events.ts'
import { parse } from '../../domain/json.ts'
import { type FeedFetch, FeedTrouble, type Fetched } from './fetch-feed.ts'

/*
 * The events of a WordPress calendar, or of another Kalends, by its events interface: all pages of its list between two days.
 * A reading is the whole list, or it fails: what a page leaves out would count as gone.
 */

export interface SiteOptions {
  /** Zone of events that name none. */
  readonly timezone: string
  readonly slices: Slices
  readonly ask: FeedFetch['ask']
  /** `YYYY-MM-DD`, the last one included. */
  readonly from: string
  readonly to: string
}

const NAMESPACE = 'tribe/events/v1'
const LIST = /\/tribe\/events\/v1\/events\/?$/
/** Records per page. Where many events have one date, what one size leaves out between two pages, another one shows. */
const SIZES = [50, 43, 31]
const MOST_PAGES = 400
/** Reading an event, for `Slices`. */
const STEPS = 20

/** `first`: the answer of the address that somebody gave: a list, an index of an interface, or a page that names one. */
export async function readSite(first: Fetched, options: SiteOptions) {
  const list = listIn(first)
  if (list === undefined) {
    throw new FeedTrouble(
      'it names no events interface, as sites with The Events Calendar and Kalends have one',
    )
  }
  const rows = await allRows(list, options)
  const events: FileEvent[] = []
  const notes: FileNote[] = []
  for (const [id, row] of rows) {
    if (options.slices.isOver(STEPS)) await options.slices.next()
    const line = events.length + notes.length + 1
    const event = siteEvent(row, line, list.host, options.timezone)
    if (event !== undefined) events.push(event)
    else if (row.status === undefined || row.status === 'publish') {
      const title = typeof row.title === 'string' ? row.title : ''
      notes.push(fileNote({ line, key: `${id}@${list.host}`, title }, 'no_start', 'it has no start'))
    }
  }
  return { name: '', events, notes }
}

/** The address of the list of events. */
function listIn(first: Fetched): URL | undefined {
  const text = textOf(first)
  const url = new URL(first.url)
  if (/^\s*</.test(text)) {
    const found = findFeed(text, first.url)
    return found?.format === 'site' ? listOf(new URL(found.url)) : undefined
  }
  const body = parse(text)
  if (!isRow(body)) return undefined
  if (Array.isArray(body.events)) return url
  if (Array.isArray(body.namespaces))
    return body.namespaces.includes(NAMESPACE) ? below(url, `${NAMESPACE}/events`) : undefined
  return isRow(body.routes) ? below(url, 'events') : undefined
}

/** A page may name the interface itself, a list with its filters, or one event. */
function listOf(url: URL): URL {
  const place = placeOf(url)
  if (LIST.test(place)) return url
  const list = new URL(url.origin + url.pathname)
  const root = place.slice(0, place.indexOf(`/${NAMESPACE}`) + NAMESPACE.length + 1)
  if (url.searchParams.has('rest_route')) list.searchParams.set('rest_route', root)
  else list.pathname = root
  return below(list, 'events')
}

const placeOf = (url: URL): string => url.searchParams.get('rest_route') ?? url.pathname

function below(url: URL, path: string): URL {
  const place = `${placeOf(url).replace(/\/$/, '')}/${path}`
  const next = new URL(url)
  if (url.searchParams.has('rest_route')) next.searchParams.set('rest_route', place)
  else next.pathname = place
  return next
}

/** Each event once, by its ID. */
async function allRows(list: URL, options: SiteOptions): Promise<ReadonlyMap<unknown, Row>> {
  const rows = new Map<unknown, Row>()
  let total = 0
  for (const size of SIZES) {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const body = await pageOf(list, size, page, options)
      const found = rowsOf(body.events)
      for (const row of found) rows.set(row.id, row)
      total = numberIn(body.total) ?? rows.size
      if (found.length === 0 || page >= (numberIn(body.total_pages) ?? MOST_PAGES)) break
    }
    if (rows.size >= total) return rows
  }
  throw new FeedTrouble(`the site counts ${total} events, and shows ${rows.size}`)
}

async function pageOf(list: URL, size: number, page: number, { ask, from, to }: SiteOptions): Promise<Row> {
  const url = new URL(list)
  const own = { start_date: `${from} 00:00:00`, end_date: `${to} 23:59:59`, per_page: size, page }
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, String(value))
  const answer = await ask(url.href)
  const body = answer === undefined ? undefined : parse(textOf(answer))
  if (isRow(body) && Array.isArray(body.events)) return body
  throw new FeedTrouble('a page of its list of events cannot be read')
}

const textOf = ({ bytes }: Fetched): string => new TextDecoder().decode(bytes)

/** A site may write numbers as texts. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
