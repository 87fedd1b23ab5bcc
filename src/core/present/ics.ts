import type { Image } from '../../types/index.ts'
import { htmlToText } from '../domain/html/html.ts'
import type { DeclaredFields } from '../domain/records/custom-fields.ts'
import type { EventView } from '../domain/records/views.ts'
import type { FormatContext } from './format-context.ts'
import { escapeText, property } from './ics/content-line.ts'
import { hasOrganizer, vevent } from './ics/vevent.ts'
import { zoneTimes } from './ics/zone-times.ts'

/*
 * Events as iCalendar, RFC 5545 and 7986. The same records give the same bytes.
 */

/** How often readers look for changes. They may take their own time: Google takes a day. */
const REFRESH = 'PT1H'

type IcsContext = FormatContext<{
  readonly title: string
  readonly timezone: string
  readonly fields: Pick<DeclaredFields, 'event'>
  readonly defaultImage: Image | null
}>

/** In parts: one for each event, one before and one after them. */
export function* writeCalendar(
  views: readonly EventView[],
  { site, links, size }: IcsContext,
): Generator<string> {
  const { vtimezones, times } = zoneTimes(views.map(({ event }) => event))
  const title = escapeText(htmlToText(site.title))
  yield [
    property('BEGIN', 'VCALENDAR'),
    property('VERSION', '2.0'),
    property('PRODID', '-//Kalends//Kalends//EN'),
    property('CALSCALE', 'GREGORIAN'),
    // It demands an ORGANIZER of each event (RFC 5546, section 3.2.1).
    views.every(hasOrganizer) ? property('METHOD', 'PUBLISH') : '',
    property('NAME', title),
    property('X-WR-CALNAME', title),
    property('X-WR-TIMEZONE', site.timezone),
    property('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    property('X-PUBLISHED-TTL', REFRESH),
    vtimezones,
  ].join('')
  for (const view of views) {
    const text = vevent(view, links, site, times(view.event))
    size.write(text)
    yield text
  }
  yield property('END', 'VCALENDAR')
}
