import type { DeclaredFields } from '../domain/custom-fields.ts'
import { htmlToText } from '../domain/html.ts'
import type { EventView } from '../domain/views.ts'
import type { FormatContext } from './format-context.ts'
import { escapeText, property } from './ics/content-line.ts'
import { vevent } from './ics/vevent.ts'
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
}>

export function writeCalendar(views: readonly EventView[], { site, links, size }: IcsContext): string {
  const { vtimezones, times } = zoneTimes(views.map(({ event }) => event))
  const title = escapeText(htmlToText(site.title))
  const begin = [
    property('BEGIN', 'VCALENDAR'),
    property('VERSION', '2.0'),
    property('PRODID', '-//Kalends//Kalends//EN'),
    property('CALSCALE', 'GREGORIAN'),
    property('METHOD', 'PUBLISH'),
    property('NAME', title),
    property('X-WR-CALNAME', title),
    property('X-WR-TIMEZONE', site.timezone),
    property('REFRESH-INTERVAL;VALUE=DURATION', REFRESH),
    property('X-PUBLISHED-TTL', REFRESH),
    vtimezones,
  ].join('')
  const vevents = views.map((view) => {
    const text = vevent(view, links, site.fields.event, times(view.event))
    size.write(text)
    return text
  })
  return [begin, ...vevents, property('END', 'VCALENDAR')].join('')
}
