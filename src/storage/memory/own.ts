import type { Content, Document, KeysOf, Kind } from '../contract.ts'

/*
 * The storage's own, frozen copies. Whatever callers do afterwards to what they gave or got, the documents stay.
 */

const NONE: readonly number[] = Object.freeze([])

const ownList = (list: readonly number[]): readonly number[] =>
  list.length === 0 ? NONE : Object.freeze([...list])

export function ownEventKeys(keys: KeysOf<'event'>): KeysOf<'event'> {
  return Object.freeze({
    ...keys,
    category: ownList(keys.category),
    tag: ownList(keys.tag),
    venue: ownList(keys.venue),
    organizer: ownList(keys.organizer),
  })
}

/** For the kinds without many-valued keys: there is nothing below the keys to copy. */
export function ownKeys<T extends object>(keys: T): T {
  return Object.freeze({ ...keys })
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
    data: content.data,
  })
}
