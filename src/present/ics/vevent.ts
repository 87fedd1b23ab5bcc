import { type CustomField, shownValues } from '../../domain/custom-fields.ts'
import { htmlToText } from '../../domain/html.ts'
import { htmlToPlainText } from '../../domain/plain-text.ts'
import type { EventRecord, OrganizerRecord } from '../../domain/records.ts'
import type { Embedded, EventView } from '../../domain/views.ts'
import type { Links } from '../links.ts'
import { placeOf } from '../place.ts'
import { isDraft, permalinkOf } from '../post.ts'
import { dateTime, escapeText, property, quoted } from './content-line.ts'

/** VEVENT, RFC 5545 section 3.6.1. `times`: the properties of start and end. */
export function vevent(
  { event, embedded }: EventView,
  links: Links,
  fields: readonly CustomField[],
  times: string,
): string {
  const modified = `${dateTime(event.modified_utc)}Z`
  return [
    'BEGIN:VEVENT\r\n',
    property('UID', uidOf(event, links)),
    property('DTSTAMP', modified),
    property('LAST-MODIFIED', modified),
    isDraft(event) ? '' : property('CREATED', `${dateTime(event.date_utc)}Z`),
    times,
    property('SUMMARY', escapeText(htmlToText(event.title))),
    property('URL', permalinkOf(event, links)),
    property('STATUS', isDraft(event) ? 'TENTATIVE' : 'CONFIRMED'),
    embedded === undefined ? '' : details(event, embedded, links, fields),
    'END:VEVENT\r\n',
  ].join('')
}

export const uidOf = ({ id, uid }: EventRecord, { host }: Links): string =>
  uid === undefined ? `event-${id}@${host}` : escapeText(uid)

/** What an event with a password keeps secret. */
function details(
  event: EventRecord,
  { venues, organizers, categories, tags, parent }: Embedded,
  links: Links,
  fields: readonly CustomField[],
): string {
  const lines = [property('SEQUENCE', String(event.version - 1))]
  if (event.occurrence !== undefined && parent !== undefined)
    lines.push(property('RELATED-TO', uidOf(parent, links)))
  const text = (name: string, value: string) => {
    if (value !== '') lines.push(property(name, escapeText(value)))
  }
  text('DESCRIPTION', htmlToPlainText(event.description))
  const [venue] = venues
  if (venue !== undefined) {
    text('LOCATION', placeOf(venue))
    if (venue.geo_lat !== null && venue.geo_lng !== null)
      lines.push(property('GEO', `${venue.geo_lat};${venue.geo_lng}`))
  }
  const terms = [...categories, ...tags].map(({ term }) => escapeText(htmlToText(term.name)))
  if (terms.length > 0) lines.push(property('CATEGORIES', terms.join(',')))
  // There can be one organizer, and it is known by its address of mail (section 3.8.4.3).
  const organizer = organizers.find(({ email }) => email !== '')
  for (const one of organizers) {
    if (one === organizer)
      lines.push(property(`ORGANIZER;CN=${quoted(htmlToText(one.organizer))}`, `mailto:${one.email}`))
    else text('CONTACT', contactOf(one))
  }
  if (event.image !== null) {
    lines.push(property('IMAGE;VALUE=URI;DISPLAY=FULLSIZE', event.image.url))
    lines.push(property('ATTACH', event.image.url))
  }
  const values = shownValues(fields, event.custom_fields) ?? {}
  for (const { name, feed } of fields) if (feed !== undefined) text(feed, textOf(values[name]))
  return lines.join('')
}

/** The text itself, else JSON. '' without a value. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

const contactOf = ({ organizer, phone, email, website }: OrganizerRecord): string =>
  joined(htmlToText(organizer), phone, email, website)
