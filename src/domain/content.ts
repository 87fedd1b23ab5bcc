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

function postKeys(post: PostRecord, sharesSlug: boolean) {
  return {
    slug: post.slug,
    unique_slug: post.slug === '' || sharesSlug ? null : post.slug,
    status: post.status,
    author: post.author,
    reader: isPublic(post) ? 0 : post.author,
    date: post.date_utc,
  }
}

function dataOf({ id: _id, version: _version, ...fields }: { id: number; version: number }): string {
  return JSON.stringify(fields)
}

export function eventContent(event: EventRecord): Content<'event'> {
  const isDraft = event.status === 'draft' || event.status === 'pending'
  return {
    keys: {
      ...postKeys(event, isDraft),
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
      ...postKeys(venue, false),
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
    keys: { ...postKeys(organizer, false), name: nameKey(organizer.organizer) },
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
