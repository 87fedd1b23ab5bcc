import type { Content, KeysOf, Kind } from '../storage/contract.ts'

/** Fields that differ from the example: single keys, the text, the data. */
export type Overrides<K extends Kind> = Partial<KeysOf<K>> & {
  readonly text?: readonly string[]
  readonly data?: string
}

/** The change that writes a document: a new one, or the next version of an existing one if `expect` is not 0. */
export interface Put<K extends Kind> {
  readonly do: 'put'
  readonly kind: K
  readonly id: number
  readonly expect: number
  readonly content: Content<K>
}

export function put<K extends Kind>(kind: K, id: number, content: Content<K>, expect = 0): Put<K> {
  return { do: 'put', kind, id, expect, content }
}

const post = (kind: Kind, id: number) => ({
  slug: `${kind}-${id}`,
  unique_slug: `${kind}-${id}`,
  status: 'publish',
  author: 1,
  reader: 0,
  date: '2031-01-01 12:00:00',
})

/** Keys that posts have behind all others. */
const sorting = (kind: Kind, id: number) => ({ modified: '2031-01-01 12:00:00', title: `${kind} ${id}` })

const rest = (kind: Kind, id: number) => ({
  text: [`${kind} ${id}`, ''],
  data: `{"example":"${kind} ${id}"}`,
})

/** A published event on 1 June 2031 from 18:00 to 20:00, without terms, venues or organizers. */
export function exampleEvent(id: number, overrides: Overrides<'event'> = {}): Content<'event'> {
  const { text, data } = { ...rest('event', id), ...overrides }
  const keys: KeysOf<'event'> = {
    ...post('event', id),
    full_reader: 0,
    hidden: false,
    featured: false,
    ticketed: false,
    start: '2031-06-01 18:00:00',
    end: '2031-06-01 20:00:00',
    utc_start: '2031-06-01 16:00:00',
    parent: 0,
    category: [],
    tag: [],
    venue: [],
    organizer: [],
    ...sorting('event', id),
    field: [],
    series: false,
    due: null,
  }
  return { keys: pick(keys, overrides), text, data }
}

/** A published venue without coordinates. */
export function exampleVenue(id: number, overrides: Overrides<'venue'> = {}): Content<'venue'> {
  const { text, data } = { ...rest('venue', id), ...overrides }
  const keys: KeysOf<'venue'> = {
    ...post('venue', id),
    name: `venue ${id}`,
    latitude: null,
    longitude: null,
    ...sorting('venue', id),
  }
  return { keys: pick(keys, overrides), text, data }
}

/** A published organizer. */
export function exampleOrganizer(id: number, overrides: Overrides<'organizer'> = {}): Content<'organizer'> {
  const { text, data } = { ...rest('organizer', id), ...overrides }
  const keys: KeysOf<'organizer'> = {
    ...post('organizer', id),
    name: `organizer ${id}`,
    ...sorting('organizer', id),
  }
  return { keys: pick(keys, overrides), text, data }
}

/** A category, or a tag, without a parent. */
export function exampleTerm(id: number, overrides: Overrides<'category'> = {}): Content<'category' | 'tag'> {
  const { text, data } = { ...rest('category', id), ...overrides }
  const keys: KeysOf<'category'> = {
    slug: `term-${id}`,
    unique_slug: `term-${id}`,
    name: `term ${id}`,
    parent: 0,
  }
  return { keys: pick(keys, overrides), text, data }
}

/** A document of the owner `example`, without a name, labels or a date. It never has text, unless `overrides` has one. */
export function exampleExtra(id: number, overrides: Overrides<'extra'> = {}): Content<'extra'> {
  const { text, data } = { ...rest('extra', id), text: [], ...overrides }
  const keys: KeysOf<'extra'> = { owner: 'example', name: null, labels: [], due: null }
  return { keys: pick(keys, overrides), text, data }
}

/** A receipt that expires on 2 June 2031. It never has text, even if `overrides` contains one. */
export function exampleReceipt(id: number, overrides: Overrides<'receipt'> = {}): Content<'receipt'> {
  const { data } = { ...rest('receipt', id), ...overrides }
  return { keys: pick({ expires: '2031-06-02 00:00:00' }, overrides), text: [], data }
}

/** An entry of the journal, about event 1. It never has text, even if `overrides` contains one. */
export function exampleEntry(id: number, overrides: Overrides<'entry'> = {}): Content<'entry'> {
  const { data } = { ...rest('entry', id), ...overrides }
  return { keys: pick({ of: 'event', record: 1 }, overrides), text: [], data }
}

/** The keys, with values from `overrides` except `text` and `data`. */
function pick<T extends object>(keys: T, overrides: Partial<T>): T {
  const { text: _text, data: _data, ...own }: Partial<T> & { text?: unknown; data?: unknown } = overrides
  return { ...keys, ...own }
}
