import { htmlToText } from '../domain/html/html.ts'
import type { EventRecord } from '../domain/records/records.ts'
import { statusPrefix } from '../domain/records/status-prefix.ts'
import type { EventView } from '../domain/records/views.ts'
import { isoTime } from '../domain/time/calendar.ts'
import type { FormatContext } from './format-context.ts'
import type { Links } from './links.ts'
import { placeOf } from './place.ts'
import { globalIdOf, permalinkOf } from './post.ts'

/*
 * Events as RSS 2.0 (https://www.rssboard.org/rss-specification), with their times and places as elements of
 * http://purl.org/rss/1.0/modules/event/.
 */

type RssContext = FormatContext<{ readonly title: string }>

/** In parts: one for each event, one before and one after them. `self`: the address of the feed. */
export function* writeRss(
  views: readonly EventView[],
  self: string,
  { site, links, size }: RssContext,
): Generator<string> {
  const title = htmlToText(site.title)
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/">\n',
    '<channel>\n',
    element('title', title),
    element('link', new URL('/', links.api).href),
    element('description', title),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(self)}"/>\n`,
  ].join('')
  for (const view of views) {
    const text = item(view, links)
    size.write(text)
    yield text
  }
  yield '</channel>\n</rss>\n'
}

function item({ event, embedded }: EventView, links: Links): string {
  const [venue] = embedded?.venues ?? []
  const place = venue === undefined ? '' : placeOf(venue)
  const terms = [...(embedded?.categories ?? []), ...(embedded?.tags ?? [])]
  const { event_status_reason: reason = '', virtual_url: address = '' } = event
  const open = embedded === undefined ? [] : [reason, event.is_virtual === true ? address : '']
  const lines = [timesOf(event), place, ...open].filter((line) => line !== '')
  const text = embedded === undefined ? '' : event.excerpt || event.description
  return [
    '<item>\n',
    element('title', `${statusPrefix(event.event_status)}${htmlToText(event.title)}`),
    element('link', permalinkOf(event, links)),
    `<guid isPermaLink="false">${escapeXml(globalIdOf(event, links))}</guid>\n`,
    element('pubDate', new Date(`${event.date_utc.replace(' ', 'T')}Z`).toUTCString()),
    element('description', `<p>${lines.map(escapeXml).join('<br>')}</p>${text}`),
    ...terms.map(({ term }) => element('category', htmlToText(term.name))),
    element('ev:startdate', isoTime(event.start, event.start_offset)),
    element('ev:enddate', isoTime(event.end, event.end_offset)),
    place === '' ? '' : element('ev:location', place),
    '</item>\n',
  ].join('')
}

/** Such as `2027-05-10 10:00 – 12:00, America/New_York`. */
function timesOf({ start, end, all_day, timezone }: EventRecord): string {
  const [day, lastDay] = [start.slice(0, 10), end.slice(0, 10)]
  if (all_day) return day === lastDay ? day : `${day} – ${lastDay}`
  const last = day === lastDay ? end.slice(11, 16) : end.slice(0, 16)
  return `${start.slice(0, 16)}${start === end ? '' : ` – ${last}`}, ${timezone}`
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>\n`

/** XML has no way to write other controls, halves of surrogate pairs, U+FFFE and U+FFFF. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
