/*
 * What a row of a table says of a field. A plain field has a row in the table of its kind and one in the table of what
 * the field is called outside, and no other code: all that reads and writes records goes through these rows. Other
 * fields have code of their own, and the compiler names the places.
 */

export type Guard<T> = (value: unknown) => value is T

/** The default of a field that every document has, or that may be absent. Exported, because the types of rows name it. */
export const NO_DEFAULT: unique symbol = Symbol('no default')

/** A field of stored records. */
export interface Row<T = unknown> {
  /** Whether a stored value is one. */
  readonly is: Guard<T>
  /** The value of new records, and of documents that are older than the field. */
  readonly older: T | typeof NO_DEFAULT
}

/** Types of plain fields. */
export interface PlainTypes {
  flag: boolean
  /** One line of plain text; '' for none. */
  line: string
  /** An absolute http(s) URL; '' for none. */
  url: string
  /** A whole number from 0 on; `null` for none. */
  count: number | null
  /** One of some words. */
  word: string
}

export interface PlainRow<
  P extends keyof PlainTypes = keyof PlainTypes,
  T extends PlainTypes[P] | undefined = PlainTypes[P] | undefined,
> {
  readonly plain: P
  readonly is: Guard<T>
  readonly older: T
  /** Of a `word`: all of them. The first one is the default. */
  readonly words?: readonly string[]
  /** Of a `line`: characters that bodies may have, if fewer than lines may have. */
  readonly most?: number
  /** Whether few records have it: see `rare`. */
  readonly rare?: boolean
  /** Answers show it only where the record has this field, too. */
  readonly beside?: string
}

export type Table = Readonly<Record<string, Row>>

export type ValueIn<R> = R extends { readonly is: Guard<infer T> } ? T : never

type OptionalName<T> = { [N in keyof T]: undefined extends ValueIn<T[N]> ? N : never }[keyof T]

/** The record that a table describes. A field that may be `undefined` may be absent. */
export type StoredOf<T> = { readonly [N in Exclude<keyof T, OptionalName<T>>]: ValueIn<T[N]> } & {
  readonly [N in OptionalName<T>]?: ValueIn<T[N]>
}

/** The names of the fields with such a row. */
export type NamesWith<T, R> = Extract<{ [N in keyof T]: T[N] extends R ? N : never }[keyof T], string>

export type PlainName<T> = NamesWith<T, { readonly plain: string }>

/** The type of a plain field. */
export type PlainOf<R> = R extends { readonly plain: infer P extends keyof PlainTypes } ? P : never

/** The values of the plain fields of a table. */
export type PlainValues<T> = StoredOf<Pick<T, PlainName<T>>>

type Bare = { readonly older: typeof NO_DEFAULT }

/** The values of new records and older documents, by name. */
export type OlderOf<T> = StoredOf<Omit<T, NamesWith<T, Bare>>>

export function olderOf<T extends Table>(table: T): OlderOf<T>
export function olderOf(table: Table): object {
  const rows = Object.entries(table).filter(([, { older }]) => older !== NO_DEFAULT)
  return Object.fromEntries(rows.map(([name, { older }]) => [name, older]))
}

/** A field that is not plain. */
export const stored = <T>(is: Guard<T>, older: T) => ({ is, older })

/** The same, of a field that every document has, or that may be absent. */
export const first = <T>(is: Guard<T>) => ({ is, older: NO_DEFAULT }) as const

/** Rows of plain fields. `rest`: what tables of one kind say in addition. */
const plainRow =
  <P extends keyof PlainTypes, T extends PlainTypes[P]>(plain: P, is: Guard<T>, older: T) =>
  <const R extends object>(rest: R): PlainRow<P, T> & R => ({ plain, is, older, ...rest })

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isNumber = (value: unknown): value is number => typeof value === 'number'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export const listOf =
  <T>(is: Guard<T>): Guard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(is)

export const oneOf =
  <const T extends string>(words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value)

export const orNull =
  <T>(is: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || is(value)

export const ifAny =
  <T>(is: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || is(value)

export const flag = plainRow('flag', isFlag, false)
export const line = plainRow('line', isText, '')
export const url = plainRow('url', isText, '')
export const count = plainRow('count', orNull(isNumber), null)
export const word = <const W extends string>(words: readonly [W, ...W[]]) => {
  const [first] = words
  const row = plainRow('word', oneOf(words), first)
  return <const R extends object>(rest: R) => row({ ...rest, words })
}

/**
 * The row of a field that few records have. Records have it only with another value than the default, for which
 * `undefined` stands, and answers leave it out. So records and answers without it are as if there were no such field.
 */
export function rare<const R extends PlainRow>(row: R): Rare<R>
export function rare(row: PlainRow): object {
  return { ...row, is: ifAny(row.is), older: undefined, rare: true }
}

type Rare<R> = Omit<R, 'is' | 'older'> & {
  readonly is: Guard<ValueIn<R> | undefined>
  readonly older: undefined
  readonly rare: true
}

/** A field of a record, by a name that the compiler does not know. */
export const memberOf = (record: object, name: string): unknown => Reflect.get(record, name)

const isPlain = (row: Row | undefined): row is Row & PlainRow => row !== undefined && 'plain' in row

/**
 * An object with the plain fields of a table, each as `make` makes it. `M`: what it makes of each; the compiler takes this
 * on trust.
 */
export function eachPlain<M extends object>(table: Table, make: (name: string, row: PlainRow) => unknown): M
export function eachPlain(table: Table, make: (name: string, row: PlainRow) => unknown): object {
  const made: Record<string, unknown> = {}
  for (const [name, row] of Object.entries(table)) if (isPlain(row)) made[name] = make(name, row)
  return made
}
