import type { Content } from '../storage/contract.ts'
import { fold } from './fold.ts'
import { htmlToText, markupOf } from './html.ts'
import type { EventRecord, OrganizerRecord, PostRecord, TermRecord, VenueRecord } from './records.ts'

/*
 * Records as the storage sees them: keys to filter and sort by, folded text to search, and everything as data.
 */

/** The name by which an existing venue, organizer or term is found again: plain text in lower case. */
export const nameKey = (html: string): string => htmlToText(html).toLowerCase()

const isPublic = (post: PostRecord): boolean => post.status === 'publish'

/** The slug, where it is the post's own. */
const claimed = ({ slug }: PostRecord): string | null => (slug === '' ? null : slug)

const reader = (post: PostRecord): number => (isPublic(post) ? 0 : post.author)

/** All but what the storage keeps itself. Left out as undefined: a copy without them would have no fixed shape. */
const dataOf = (record: { id: number; version: number }): string =>
  JSON.stringify({ ...record, id: undefined, version: undefined })

export function eventContent(event: EventRecord): Content<'event'> {
  const isDraft = event.status === 'draft' || event.status === 'pending'
  return {
    // Here and below, flat literals: stitched together of two, the keys took 10 µs to make, of 40 for all of a create's.
    keys: {
      slug: event.slug,
      unique_slug: isDraft ? null : claimed(event),
      status: event.status,
      author: event.author,
      reader: reader(event),
      date: event.date_utc,
      full_reader: fullReader(event),
      hidden: event.hide_from_listings,
      featured: event.featured,
      ticketed: event.ticketed,
      start: event.start,
      end: event.end,
      utc_start: event.utc_start,
      parent: event.post_parent,
      category: event.categories,
      tag: event.tags,
      venue: event.venue,
      organizer: event.organizer,
    },
    text: searchText([event.title, event.description, event.excerpt]),
    data: dataOf(event),
  }
}

/** The fields as they read, and their markup apart: searches find in both, and phrases do not break at tags. */
const searchText = (fields: readonly string[]): string[] => {
  const markup = fields.map(markupOf).join(' ').trim()
  return [...fields.map(htmlToText), ...(markup === '' ? [] : [markup])].map(fold)
}

/** See `full_reader` in the storage contract: a password hides fields even from a contributor's own published event. */
function fullReader(event: EventRecord): number {
  if (event.password === null) return isPublic(event) ? 0 : event.author
  const isUnreleased = event.status === 'draft' || event.status === 'pending' || event.status === 'trash'
  return isUnreleased ? event.author : -event.author
}

export function venueContent(venue: VenueRecord): Content<'venue'> {
  const { address, city, province, state, stateprovince, zip, phone } = venue
  return {
    keys: {
      slug: venue.slug,
      unique_slug: claimed(venue),
      status: venue.status,
      author: venue.author,
      reader: reader(venue),
      date: venue.date_utc,
      name: nameKey(venue.venue),
      latitude: venue.geo_lat,
      longitude: venue.geo_lng,
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
  const { phone, email, website } = organizer
  return {
    keys: {
      slug: organizer.slug,
      unique_slug: claimed(organizer),
      status: organizer.status,
      author: organizer.author,
      reader: reader(organizer),
      date: organizer.date_utc,
      name: nameKey(organizer.organizer),
    },
    text: [htmlToText(organizer.organizer), htmlToText(organizer.description), phone, email, website].map(
      fold,
    ),
    data: dataOf(organizer),
  }
}

export function termContent(term: TermRecord): Content<'category'> & Content<'tag'> {
  return {
    keys: { slug: term.slug, unique_slug: term.slug, name: term.name.toLowerCase(), parent: term.parent },
    text: [fold(term.name), term.slug],
    data: dataOf(term),
  }
}
