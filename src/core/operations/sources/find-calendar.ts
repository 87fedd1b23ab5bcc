import { findFeed } from '../../../formats/find-feed.ts'
import type { Storage } from '../../../storage/contract.ts'
import type { SourceRecord, SourceSettings } from '../../domain/records/sources.ts'
import { type FeedFetch, FeedTrouble, type Fetched } from './fetch-feed.ts'
import { allSources } from './find-source.ts'
import { calendarIn } from './read-feed.ts'
import { bareUrl } from './show-source.ts'

/*
 * The calendar behind an ordinary page: what people paste is the address that they see in their browser.
 */

export interface FoundCalendar {
  readonly first: Fetched
  /** What the source is from now on; nothing where its address is that of the calendar. */
  readonly moved: Partial<Pick<SourceSettings, 'url' | 'format'>>
}

/**
 * Only of a source that was never read: one that has been a calendar stays at its address, whatever a page there says in its
 * place, such as that the site is out of order.
 */
export async function findCalendar(
  first: Fetched,
  source: SourceRecord,
  storage: Storage,
  ask: FeedFetch['ask'],
): Promise<FoundCalendar> {
  const text = source.last_ok === null && source.format === 'ics' ? new TextDecoder().decode(first.bytes) : ''
  if (!/^\s*</.test(text) || calendarIn(text) !== undefined) return { first, moved: {} }
  const found = findFeed(text, first.url)
  if (found === undefined) throw new FeedTrouble('it is a page that names no calendar')
  const { format } = found
  const url = withCredentials(found.url, source.url)
  const other = (await allSources(storage)).find(
    (one) => one.id !== source.id && bareUrl(one.url) === bareUrl(url),
  )
  if (other !== undefined)
    throw new FeedTrouble(`the calendar of this page is read already, as source ${other.id}`)
  const calendar = await ask(url)
  if (calendar === undefined) throw new FeedTrouble('the calendar that the page names cannot be read')
  return { first: calendar, moved: { url, format } }
}

/** Credentials are for the origin that somebody gave them for. */
function withCredentials(found: string, given: string): string {
  const [url, before] = [new URL(found), new URL(given)]
  if (url.origin === before.origin) {
    url.username = before.username
    url.password = before.password
  }
  return url.href
}
