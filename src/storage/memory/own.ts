import type { Content, Document, KeysOf, Kind } from '../contract.ts'

/*
 * The storage's own, frozen copies. Whatever callers do afterwards to what they gave or got, the documents stay.
 */

const NONE: readonly number[] = Object.freeze([])

const ownList = (list: readonly number[]): readonly number[] =>
  list.length === 0 ? NONE : Object.freeze([...list])

/*
 * Key by key: a literal gives all documents of a kind one shape, which a frozen spread does not; it would take
 * three times the memory, and slow every comparison down.
 */

const event = (keys: KeysOf<'event'>): KeysOf<'event'> =>
  Object.freeze({
    slug: keys.slug,
    unique_slug: keys.unique_slug,
    status: keys.status,
    author: keys.author,
    reader: keys.reader,
    date: keys.date,
    full_reader: keys.full_reader,
    hidden: keys.hidden,
    featured: keys.featured,
    ticketed: keys.ticketed,
    start: keys.start,
    end: keys.end,
    utc_start: keys.utc_start,
    parent: keys.parent,
    category: ownList(keys.category),
    tag: ownList(keys.tag),
    venue: ownList(keys.venue),
    organizer: ownList(keys.organizer),
  })

const venue = (keys: KeysOf<'venue'>): KeysOf<'venue'> =>
  Object.freeze({
    slug: keys.slug,
    unique_slug: keys.unique_slug,
    status: keys.status,
    author: keys.author,
    reader: keys.reader,
    date: keys.date,
    name: keys.name,
    latitude: keys.latitude,
    longitude: keys.longitude,
  })

const organizer = (keys: KeysOf<'organizer'>): KeysOf<'organizer'> =>
  Object.freeze({
    slug: keys.slug,
    unique_slug: keys.unique_slug,
    status: keys.status,
    author: keys.author,
    reader: keys.reader,
    date: keys.date,
    name: keys.name,
  })

const term = <T extends KeysOf<'category' | 'tag'>>({ slug, unique_slug, name, parent }: T) =>
  Object.freeze({ slug, unique_slug, name, parent })

const receipt = ({ expires }: KeysOf<'receipt'>) => Object.freeze({ expires })

export const OWN_KEYS: { readonly [K in Kind]: (keys: KeysOf<K>) => KeysOf<K> } = {
  event,
  venue,
  organizer,
  category: term,
  tag: term,
  receipt,
}

/**
 * A text stitched together (as `JSON.stringify` does) keeps all of its pieces in memory until it is searched.
 * The search itself is over after its first step.
 */
function inOnePiece(text: string): string {
  text.lastIndexOf('\n', 0)
  return text
}

export function ownDocument<K extends Kind>(
  id: number,
  version: number,
  content: Content<K>,
  own: (keys: KeysOf<K>) => KeysOf<K>,
): Document<K> {
  return Object.freeze({
    id,
    version,
    keys: own(content.keys),
    text: Object.freeze([...content.text]),
    data: inOnePiece(content.data),
  })
}
