import type { Content, Document, KeysOf, KeyValue, Kind } from '../contract.ts'
import type { SqlRow, SqlValue } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import { packText, unpackText } from './packed-text.ts'
import { KEY_COLUMNS } from './tables.ts'

/*
 * Documents to rows, and back.
 */

/** Client libraries give large integers as numbers, bigints or digits. */
export const integer = (value: unknown): number => Number(value)

const real = (value: unknown): number | null => (value === null ? null : Number(value))
const boolean = (value: unknown): boolean => value === true || Number(value) === 1

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('the database gave no text where one was expected')
  return value
}

const textOrNull = (value: unknown): string | null => (value === null ? null : text(value))

const links = (value: unknown): number[] => (Array.isArray(value) ? value.map(integer) : [])

const post = (row: SqlRow) => ({
  slug: text(row.slug),
  unique_slug: textOrNull(row.unique_slug),
  status: text(row.status),
  author: integer(row.author),
  reader: integer(row.reader),
  date: text(row.date),
})

const term = (row: SqlRow) => ({
  slug: text(row.slug),
  unique_slug: textOrNull(row.unique_slug),
  name: text(row.name),
  parent: integer(row.parent),
})

const KEYS_IN: { readonly [K in Kind]: (row: SqlRow) => KeysOf<K> } = {
  event: (row) => ({
    ...post(row),
    full_reader: integer(row.full_reader),
    hidden: boolean(row.hidden),
    featured: boolean(row.featured),
    ticketed: boolean(row.ticketed),
    start: text(row.start),
    end: text(row.end),
    utc_start: text(row.utc_start),
    parent: integer(row.parent),
    category: links(row.category),
    tag: links(row.tag),
    venue: links(row.venue),
    organizer: links(row.organizer),
  }),
  venue: (row) => ({
    ...post(row),
    name: text(row.name),
    latitude: real(row.latitude),
    longitude: real(row.longitude),
  }),
  organizer: (row) => ({ ...post(row), name: text(row.name) }),
  category: term,
  tag: term,
  receipt: (row) => ({ expires: text(row.expires) }),
}

/** The keys in a row. */
export function keysIn<K extends Kind>(kind: K, row: SqlRow): KeysOf<K> {
  const keys: SqlRow = JSON.parse(text(row.keys))
  return KEYS_IN[kind](keys)
}

/** Keys and text are read when they are asked for: most readers want no more than the data. */
export function documentIn<K extends Kind>(kind: K, row: SqlRow): Document<K> {
  let keys: KeysOf<K> | undefined
  let fields: string[] | undefined
  return {
    id: integer(row.id),
    version: integer(row.version),
    get keys() {
      keys ??= keysIn(kind, row)
      return keys
    },
    get text() {
      fields ??= textIn(row)
      return fields
    },
    data: text(row.data),
  }
}

/** The fields of a row's text. */
export const textIn = (row: SqlRow): string[] => unpackText(text(row.text))

/** One value for each of the kind's columns, in their order. */
export function valuesOf<K extends Kind>(
  dialect: Dialect,
  kind: K,
  { id, version, content }: { id: number; version: number; content: Content<K> },
): SqlValue[] {
  const keys: Readonly<Record<string, KeyValue | readonly number[]>> = { ...content.keys }
  const values = KEY_COLUMNS[kind].map(({ name }): SqlValue => {
    const value = keys[name] ?? null
    if (typeof value === 'boolean') return dialect.boolean(value)
    return typeof value === 'object' ? null : value
  })
  return [id, version, ...values, JSON.stringify(keys), packText(content.text), content.data]
}

/** The columns that a document is read from; `of` stands before each. */
export const readList = (dialect: Dialect, of = ''): string =>
  ['id', 'version', 'keys', 'text', 'data'].map((name) => of + dialect.quote(name)).join(', ')
