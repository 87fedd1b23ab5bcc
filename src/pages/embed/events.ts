import type { Event, EventList, Me } from '../../types/index.ts'
import { clockOf, dayOf, plusDays } from './days.ts'
import { plainText } from './plain-text.ts'
import type { Settings } from './settings.ts'

/** What is shown of an event. All texts are plain. */
export interface Shown {
  readonly id: number
  readonly title: string
  /** What the title begins with if the event is not as scheduled, such as `Cancelled: `. */
  readonly news: string
  readonly isCanceled: boolean
  /** Why it is not as scheduled. */
  readonly reason: string
  /** Its page; where the calendar has no pages, its place in this one. */
  readonly url: string | undefined
  /** `undefined` if it is the same as `url`, or as the page of the source. */
  readonly website: string | undefined
  /** The calendar that it comes from, if it is to be shown, and its page there. */
  readonly source: { readonly name: string; readonly page: string | undefined } | undefined
  /** Wall clock in the zone that is shown, `YYYY-MM-DD HH:MM:SS`. */
  readonly start: string
  readonly end: string
  readonly isAllDay: boolean
  /** Name of the zone, if its clocks differ from the visitor's at the start of the event. */
  readonly zone: string
  readonly place: string
  readonly cost: string
  readonly summary: string
  readonly isFeatured: boolean
}

export interface ShownPage {
  readonly events: readonly Shown[]
  readonly total: number
  readonly pages: number
}

/** Throws if there is no list of events, with the reason for the page's author. */
export async function readPage(
  settings: Settings,
  query: URLSearchParams,
  page: number,
  signal: AbortSignal,
): Promise<ShownPage> {
  if (settings.api === '') throw new TypeError('the attribute api is missing')
  const url = new URL(`${settings.api}/events`, document.baseURI)
  url.search = String(query)
  url.searchParams.set('page', String(page))
  const [response, hasPages] = await Promise.all([
    fetch(url, { headers: { accept: 'application/json' }, signal }),
    findsPages(settings),
  ])
  // Events were deleted since the page before.
  if (response.status === 404 && page > 1) return { events: [], total: 0, pages: 0 }
  if (!response.ok) throw new TypeError(`${url} answers ${response.status}: ${await response.text()}`)
  const list: EventList = await response.json()
  const clocks = { visitor: clockOf(undefined), zone: clockOf(settings.zone) }
  return {
    events: list.events.map((event) => shownOf(event, settings, clocks, hasPages)),
    total: list.total,
    pages: list.total_pages,
  }
}

const pagesOf = new Map<string, Promise<boolean>>()

/** Whether the addresses of events lead to pages. Asked once for each calendar. */
export function findsPages({ api }: Settings): Promise<boolean> {
  const known = pagesOf.get(api) ?? askForPages(api)
  pagesOf.set(api, known)
  return known
}

async function askForPages(api: string): Promise<boolean> {
  try {
    const response = await fetch(new URL(`${api}/me`, document.baseURI), {
      headers: { accept: 'application/json' },
    })
    const me: Me = await response.json()
    return me.features.pages
  } catch {
    // What is wrong is told by the list.
    pagesOf.delete(api)
    return true
  }
}

export interface ShownEvent {
  readonly event: Shown
  readonly paragraphs: readonly string[]
  /** The event as iCalendar. */
  readonly ics: string
}

/** One event, for a place of its own. `undefined` if visitors may not see it. */
export async function readOne(settings: Settings, id: string): Promise<ShownEvent | undefined> {
  const url = new URL(`${settings.api}/events/${id}`, document.baseURI)
  const response = await fetch(url, { headers: { accept: 'application/json' } })
  if (!response.ok) return undefined
  const event: Event = await response.json()
  const clocks = { visitor: clockOf(undefined), zone: clockOf(settings.zone) }
  const shown = shownOf(event, settings, clocks, false)
  const paragraphs = event.description.split(/<\/(?:p|li|h\d|blockquote)>/i).map(plainText)
  return {
    event: { ...shown, url: undefined, summary: '' },
    paragraphs: paragraphs.filter((text) => text !== ''),
    ics: `${url}.ics`,
  }
}

/** All pages. An event that moves to another page between two requests is there once. */
export async function readAll(
  settings: Settings,
  query: URLSearchParams,
  signal: AbortSignal,
): Promise<readonly Shown[]> {
  const first = await readPage(settings, query, 1, signal)
  const others = Array.from({ length: Math.max(0, first.pages - 1) }, (_, at) =>
    readPage(settings, query, at + 2, signal),
  )
  const pages = [first, ...(await Promise.all(others))]
  const byId = new Map(pages.flatMap(({ events }) => events.map((event) => [event.id, event])))
  return [...byId.values()]
}

interface Clocks {
  readonly visitor: (instant: Date) => string
  readonly zone: (instant: Date) => string
}

function shownOf(
  event: Event,
  { zone, texts, showsSources }: Settings,
  clocks: Clocks,
  hasPages: boolean,
): Shown {
  const isAllDay = event.all_day === true
  const isOwnZone = isAllDay || zone === undefined
  const [startsAt, endsAt] = [instantOf(event.utc_start_date), instantOf(event.utc_end_date)]
  const start = isOwnZone ? event.start_date : clocks.zone(startsAt)
  const isElsewhere = !isAllDay && start !== clocks.visitor(startsAt)
  const url = linkOf(event.url)
  const website = linkOf(event.website)
  const { name = '', url: page = '' } = (showsSources && event.source) || {}
  const source = name === '' ? undefined : { name, page: linkOf(page) }
  return {
    id: event.id,
    title: plainText(event.title),
    news: newsOf(event, texts),
    isCanceled: event.event_status === 'canceled',
    reason: event.event_status_reason ?? '',
    url: hasPages ? url : `#event-${event.id}`,
    website: website === url || website === source?.page ? undefined : website,
    source,
    start,
    end: isOwnZone ? event.end_date : clocks.zone(endsAt),
    isAllDay,
    zone: isElsewhere ? (zone ?? event.timezone_abbr) : '',
    place: [
      ...[event.venue]
        .flat()
        .map(({ venue, city = '' }) => [venue, city].map(plainText).filter(Boolean).join(', ')),
      ...(event.is_virtual === true ? [texts.online] : []),
    ].join('; '),
    cost: plainText(event.cost),
    summary: beginningOf(plainText(event.excerpt || event.description)),
    isFeatured: event.featured === true,
  }
}

function newsOf({ event_status: status }: Event, texts: Settings['texts']): string {
  return status === undefined || status === 'scheduled' ? '' : `${texts[status]}: `
}

const instantOf = (utc: string): Date => new Date(`${utc.replace(' ', 'T')}Z`)

/** Only addresses of the web: a `javascript:` link would run in the page. */
const linkOf = (address: string): string | undefined => (/^https?:\/\//i.test(address) ? address : undefined)

const SUMMARY_LENGTH = 200

function beginningOf(text: string): string {
  if (text.length <= SUMMARY_LENGTH) return text
  return `${text.slice(0, SUMMARY_LENGTH).replace(/\s+\S*$/, '')} …`
}

/** The days on which a part of the event takes place. One that ends at midnight does not take place on the next day. */
export function daysOf({ start, end }: Pick<Shown, 'start' | 'end'>): { first: string; last: string } {
  const first = dayOf(start)
  const last = end.endsWith('00:00:00') && end > start ? plusDays(end, -1) : dayOf(end)
  return { first, last: last < first ? first : last }
}
