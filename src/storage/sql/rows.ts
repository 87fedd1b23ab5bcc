import type { Content, Document, KeysOf, Kind } from '../contract.ts'
import { fromValues, type Keys, toValues, type Value } from '../shared/keys.ts'
import { objectIn } from '../shared/own-json.ts'
import type { SqlRow, SqlValue } from './client.ts'
import type { Dialect } from './dialects/dialect.ts'
import { packText, unpackText } from './packed-text.ts'
import { KEY_COLUMNS, SORT_COLUMNS, type Sorted } from './tables.ts'

/* Converts documents to rows and back. */

/** Client libraries return large integers as numbers, bigints or digits. */
export const integer = (value: unknown): number => Number(value)

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('the database gave no text where one was expected')
  return value
}

export const keysIn = <K extends Kind>(kind: K, row: SqlRow): KeysOf<K> =>
  fromValues(kind, toValues(kind, objectIn(text(row.keys))))

/** Keys and text are parsed lazily, because most callers only use the data. */
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

export const textIn = (row: SqlRow): string[] => unpackText(text(row.text))

export function columnValue(dialect: Dialect, value: Value = null): SqlValue {
  if (typeof value === 'boolean') return dialect.boolean(value)
  return typeof value === 'object' ? null : value
}

/** One value per column of the sort table of the kind. */
export function sortValuesOf(dialect: Dialect, kind: Sorted, id: number, keys: Keys): SqlValue[] {
  return [id, ...SORT_COLUMNS[kind].map(({ name }) => columnValue(dialect, keys[name]))]
}

/** One value per column of the kind, in the same order. */
export function valuesOf<K extends Kind>(
  dialect: Dialect,
  kind: K,
  { id, version, content }: { id: number; version: number; content: Content<K> },
): SqlValue[] {
  const keys: Keys = content.keys
  const values = KEY_COLUMNS[kind].map(({ name }) => columnValue(dialect, keys[name]))
  return [id, version, ...values, JSON.stringify(keys), packText(content.text), content.data]
}

/** The columns of a document; `of` is a prefix for each. */
export const readList = (dialect: Dialect, of = ''): string =>
  ['id', 'version', 'keys', 'text', 'data'].map((name) => of + dialect.quote(name)).join(', ')

/** The same for a document without text and data. */
export const readKeysList = (dialect: Dialect, of = ''): string =>
  [
    ...['id', 'version', 'keys'].map((name) => of + dialect.quote(name)),
    ...['text', 'data'].map((name) => `'' as ${dialect.quote(name)}`),
  ].join(', ')

/** A value and its number of events, in the columns of a document. */
export const tallyList = ({ quote }: Dialect): string =>
  [
    `${quote('value')} as id`,
    `n as ${quote('version')}`,
    ...['keys', 'text', 'data'].map((name) => `'' as ${quote(name)}`),
  ].join(', ')
