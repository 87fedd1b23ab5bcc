import type { Image } from '../../../types/index.ts'
import { htmlToText } from '../../domain/html/html.ts'
import { htmlToPlainText } from '../../domain/html/plain-text.ts'
import { shownImage } from '../../domain/images.ts'
import { type CustomField, shownValues } from '../../domain/records/custom-fields.ts'
import type { EventRecord, OrganizerRecord } from '../../domain/records/records.ts'
import { uidOf } from '../../domain/records/uid.ts'
import type { Embedded, EventView } from '../../domain/records/views.ts'
import { ICS_FIELDS } from '../../fields/event.ts'
import { memberOf } from '../../fields/row.ts'
import type { Links } from '../links.ts'
import { placeOf } from '../place.ts'
import { isDraft, permalinkOf } from '../post.ts'
import { dateTime, escapeText, jsonText, property, quoted } from './content-line.ts'

/** What it shows of the site. */
interface Shown {
  readonly fields: { readonly event: readonly CustomField[] }
  readonly defaultImage: Image | null
}

/** VEVENT, RFC 5545 section 3.6.1. `times`: the properties of start and end. `uid`: of a date that a file shows as a part of its series. */
export function vevent(
  { event, embedded }: EventView,
  links: Links,
  site: Shown,
  times: string,
  uid = uidOf(event, links.host),
): string {
  const modified = `${dateTime(event.modified_utc)}Z`
  return [
    'BEGIN:VEVENT\r\n',
    property('UID', escapeText(uid)),
    property('DTSTAMP', modified),
    property('LAST-MODIFIED', modified),
    isDraft(event) ? '' : property('CREATED', `${dateTime(event.date_utc)}Z`),
    times,
    property('SUMMARY', escapeText(htmlToText(event.title))),
    property('URL', permalinkOf(event, links)),
    property('STATUS', statusOf(event)),
    embedded === undefined ? '' : details(event, embedded, links, site),
    'END:VEVENT\r\n',
  ].join('')
}

/** iCalendar knows three (section 3.8.1.11). */
const statusOf = (event: EventRecord): string =>
  event.event_status === 'canceled'
    ? 'CANCELLED'
    : event.event_status === 'postponed' || isDraft(event)
      ? 'TENTATIVE'
      : 'CONFIRMED'

/** What an event with a password keeps secret. */
function details(
  event: EventRecord,
  { venues, organizers, categories, tags, parent }: Embedded,
  links: Links,
  { fields, defaultImage }: Shown,
): string {
  const lines = [property('SEQUENCE', String(event.version - 1))]
  if (event.occurrence !== undefined && parent !== undefined)
    lines.push(property('RELATED-TO', escapeText(uidOf(parent, links.host))))
  const text = (name: string, value: string) => {
    if (value !== '') lines.push(property(name, escapeText(value)))
  }
  const { event_status_reason: reason = '', is_virtual, virtual_url } = event
  const link = (is_virtual === true && virtual_url) || ''
  // Google, Outlook and Thunderbird show no CONFERENCE.
  const paragraphs = [reason, link, htmlToPlainText(event.description)]
  text('DESCRIPTION', paragraphs.filter((one) => one !== '').join('\n\n'))
  const [venue] = venues
  text('LOCATION', venue === undefined ? link : placeOf(venue))
  if (venue !== undefined) {
    if (venue.geo_lat !== null && venue.geo_lng !== null)
      lines.push(property('GEO', `${venue.geo_lat};${venue.geo_lng}`))
  }
  if (link !== '') lines.push(property('CONFERENCE;VALUE=URI', link))
  const terms = [...categories, ...tags].map(({ term }) => escapeText(htmlToText(term.name)))
  if (terms.length > 0) lines.push(property('CATEGORIES', terms.join(',')))
  // There can be one organizer, and it is known by its address of mail (section 3.8.4.3).
  const organizer = organizerIn(organizers)
  for (const one of organizers) {
    if (one === organizer)
      lines.push(property(`ORGANIZER;CN=${quoted(htmlToText(one.organizer))}`, `mailto:${one.email}`))
    else text('CONTACT', contactOf(one))
  }
  const image = shownImage(event.image, links.api) ?? defaultImage
  if (image !== null) {
    lines.push(property('IMAGE;VALUE=URI;DISPLAY=FULLSIZE', image.url))
    lines.push(property('ATTACH', image.url))
  }
  for (const { name, ics, older } of ICS_FIELDS) {
    const value = memberOf(event, name)
    if (value !== older) text(ics, String(value))
  }
  const values = shownValues(fields.event, event.custom_fields) ?? {}
  for (const { name, feed } of fields.event) if (feed !== undefined) text(feed, textOf(values[name]))
  return lines.join('')
}

/** The organizer that iCalendar can name: it has an address of mail. */
const organizerIn = (organizers: readonly OrganizerRecord[]): OrganizerRecord | undefined =>
  organizers.find(({ email }) => email !== '')

/** Whether a VEVENT of the event has an ORGANIZER. */
export const hasOrganizer = ({ embedded }: EventView): boolean =>
  embedded !== undefined && organizerIn(embedded.organizers) !== undefined

/** The text itself, else JSON. '' without a value. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : jsonText(value)

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

const contactOf = ({ organizer, phone, email, website }: OrganizerRecord): string =>
  joined(htmlToText(organizer), phone, email, website)
