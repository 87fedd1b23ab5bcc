import type { Content } from '../storage/contract.ts'
import { fieldKeys } from './field-keys.ts'
import { fold } from './fold.ts'
import { htmlToText, markupOf } from './html.ts'
import { nameKey, titleKey } from './name-key.ts'
import {
  type EventRecord,
  type OrganizerRecord,
  type PostRecord,
  seriesStatus,
  type TermRecord,
  type VenueRecord,
} from './records.ts'
import { userKey } from './user-id.ts'

/*
 * Converts records to the form of the storage: keys to filter and sort by, folded text to search, and the whole record
 * as data.
 */

const isPublic = (post: PostRecord): boolean => post.status === 'publish'

/** The slug; `null` for a post that has none yet. */
const claimed = ({ slug }: PostRecord): string | null => (slug === '' ? null : slug)

/** `author`: the key of the author, here and below. Of a text it is a hash, so it is made once. */
const reader = (post: PostRecord, author: number): number => (isPublic(post) ? 0 : author)

/**
 * All fields except `id` and `version`, which the storage keeps itself. JSON leaves `undefined` out, and the object
 * keeps its shape.
 */
const dataOf = (record: { id: number; version: number }): string =>
  JSON.stringify({ ...record, id: undefined, version: undefined })

/** `due` of a series that needs no further occurrence. */
const NEVER_DUE = '9999-12-31 23:59:59'

export function eventContent(event: EventRecord): Content<'event'> {
  const author = userKey(event.author)
  const { series } = event
  const isDraft = event.status === 'draft' || event.status === 'pending'
  return {
    // One flat literal, here and below: spreading two objects took 10 µs of the 40 µs that a create takes here.
    keys: {
      slug: event.slug,
      unique_slug: isDraft ? null : claimed(event),
      status: series === undefined ? event.status : seriesStatus(event.status),
      author,
      reader: reader(event, author),
      date: event.date_utc,
      full_reader: fullReader(event, author),
      hidden: event.hide_from_listings,
      featured: event.featured,
      ticketed: event.ticketed,
      start: event.start,
      end: event.end,
      // No list shows the start of a series. Here, it is the time from which the series needs more occurrences.
      utc_start: series === undefined ? event.utc_start : (series.due ?? NEVER_DUE),
      parent: event.post_parent,
      // Its occurrences count for the terms, venues and organizers, and are found by their fields.
      category: series === undefined ? event.categories : [],
      tag: series === undefined ? event.tags : [],
      venue: series === undefined ? event.venue : [],
      organizer: series === undefined ? event.organizer : [],
      modified: event.modified_utc,
      title: titleKey(event.title),
      field: series === undefined ? fieldKeys(event.custom_fields) : [],
    },
    text: searchText([event.title, event.description, event.excerpt]),
    data: dataOf(event),
  }
}

/**
 * The text of each field, and the markup of all fields as one more text. A search finds words in both, and a tag does
 * not interrupt a phrase.
 */
const searchText = (fields: readonly string[]): string[] => {
  const markup = fields.map(markupOf).join(' ').trim()
  return [...fields.map(htmlToText), ...(markup === '' ? [] : [markup])].map(fold)
}

/**
 * See `full_reader` in the storage contract. A password hides fields even from a contributor whose own event is
 * published.
 */
function fullReader(event: EventRecord, author: number): number {
  if (event.password === null) return reader(event, author)
  const isUnreleased = event.status === 'draft' || event.status === 'pending' || event.status === 'trash'
  return isUnreleased ? author : -author
}

export function venueContent(venue: VenueRecord): Content<'venue'> {
  const author = userKey(venue.author)
  const { address, city, province, state, stateprovince, zip, phone } = venue
  return {
    keys: {
      slug: venue.slug,
      unique_slug: claimed(venue),
      status: venue.status,
      author,
      reader: reader(venue, author),
      date: venue.date_utc,
      name: nameKey(venue.venue),
      latitude: venue.geo_lat,
      longitude: venue.geo_lng,
      modified: venue.modified_utc,
      title: titleKey(venue.venue),
    },
    text: [
      htmlToText(venue.venue),
      htmlToText(venue.description),
      ...[address, city, province, state, stateprovince, zip, phone],
    ].map(fold),
    data: dataOf(venue),
  }
}

export function organizerContent(organizer: OrganizerRecord): Content<'organizer'> {
  const author = userKey(organizer.author)
  const { phone, email, website } = organizer
  return {
    keys: {
      slug: organizer.slug,
      unique_slug: claimed(organizer),
      status: organizer.status,
      author,
      reader: reader(organizer, author),
      date: organizer.date_utc,
      name: nameKey(organizer.organizer),
      modified: organizer.modified_utc,
      title: titleKey(organizer.organizer),
    },
    text: [htmlToText(organizer.organizer), htmlToText(organizer.description), phone, email, website].map(
      fold,
    ),
    data: dataOf(organizer),
  }
}

export function termContent(term: TermRecord): Content<'category'> & Content<'tag'> {
  return {
    keys: { slug: term.slug, unique_slug: term.slug, name: nameKey(term.name), parent: term.parent },
    text: [fold(term.name), term.slug],
    data: dataOf(term),
  }
}
