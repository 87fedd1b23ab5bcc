import {
  absentValue,
  type Facet,
  KEYS,
  type KeySpec,
  type KeysOf,
  type KeyValue,
  type Kind,
} from '../contract.ts'

/* Facts that storages derive from `KEYS`, so that a new key is declared only once. */

export type Value = KeyValue | readonly KeyValue[]

/** The keys of a document of any kind. */
export type Keys = Readonly<Record<string, Value>>

export interface Key extends KeySpec {
  readonly name: string
}

const SPECS: Readonly<Record<Kind, Readonly<Record<string, KeySpec>>>> = KEYS

const isKind = (name: string): name is Kind => name in KEYS
export const KINDS: readonly Kind[] = Object.keys(KEYS).filter(isKind)

export const forEachKind = <T>(make: (kind: Kind) => T): Readonly<Record<Kind, T>> => ({
  event: make('event'),
  venue: make('venue'),
  organizer: make('organizer'),
  category: make('category'),
  tag: make('tag'),
  receipt: make('receipt'),
  entry: make('entry'),
  extra: make('extra'),
})

/** In declaration order. */
export const KEYS_OF = forEachKind((kind): readonly Key[] =>
  Object.entries(SPECS[kind]).map(([name, spec]) => ({ name, ...spec })),
)

/** The names of the keys of each kind that pass a test. */
export const namesWhere = (test: (key: Key) => unknown): Readonly<Record<Kind, readonly string[]>> =>
  forEachKind((kind) => KEYS_OF[kind].filter(test).map(({ name }) => name))

type LookupIn<T> = {
  [N in keyof T]: T[N] extends { unique: true } ? never : T[N] extends { index: 'lookup' } ? N : never
}[keyof T]

/** Without unique keys, which also have `index: 'lookup'`. */
export type LookupKey = { [K in Kind]: LookupIn<(typeof KEYS)[K]> }[Kind]

const isLookup = (key: Key): key is Key & { readonly name: LookupKey } =>
  key.index === 'lookup' && !key.unique

export const LOOKUPS = forEachKind((kind) => KEYS_OF[kind].filter(isLookup).map(({ name }) => name))
export const PARTITIONS = namesWhere(({ index }) => index === 'partition')

/** The unique key of each kind, if it has one. */
export const UNIQUE = forEachKind((kind) => KEYS_OF[kind].find(({ unique }) => unique)?.name)

const ID: Key = { name: 'id', type: 'integer' }

/** A key, or `id`. @throws TypeError for a name that is neither. */
export function keyOf(kind: Kind, name: string): Key {
  const key = name === 'id' ? ID : KEYS_OF[kind].find((one) => one.name === name)
  if (key === undefined) throw new TypeError(`${kind} has no key '${name}'`)
  return key
}

/** The lists of IDs of events. Queries prefer the first ones, because they have fewer events per value. */
export const FACETS = ['venue', 'organizer', 'tag', 'category'] as const satisfies readonly Facet[]

/**
 * Maximum number of values of a facet for which a query reads the links of each value. With more, it tests the events.
 */
export const MOST_LINKED_VALUES = 50

export const isFacet = (key: string): key is Facet => FACETS.some((facet) => facet === key)

/** The keys of events that are lists. Queries prefer the first ones. */
export const EVENT_LINKS = [...FACETS, 'field'] as const
/** The keys that are lists. No two kinds have one in common. */
export const LINK_KEYS = [...EVENT_LINKS, 'labels'] as const
export type EventLink = (typeof EVENT_LINKS)[number]
export type LinkKey = (typeof LINK_KEYS)[number]

export const isLinkKey = (key: string): key is LinkKey => LINK_KEYS.some((one) => one === key)

// —— Keys as lists —————————————————————————————————————————————————————————————————————————————————————————————

/** The values of the keys, in declaration order. */
export function toValues<K extends Kind>(kind: K, keys: KeysOf<K>): readonly Value[] {
  const byName: Keys = keys
  return KEYS_OF[kind].map((key) => byName[key.name] ?? absentValue(key))
}

/**
 * Sets the keys to these values, which are in declaration order, on the object `into`.
 *
 * @throws TypeError for a value of the wrong type.
 */
export function fromValues<K extends Kind>(
  kind: K,
  values: readonly unknown[],
  into: Record<string, unknown> = {},
): KeysOf<K> {
  let place = 0
  for (const key of KEYS_OF[kind]) into[key.name] = values[place++] ?? absentValue(key)
  if (isComplete(kind, into)) return into
  const odd = KEYS_OF[kind].find((key) => !fits(into[key.name], key))
  throw new TypeError(`${kind}: the key ${odd?.name} has a value of another type`)
}

function isComplete<K extends Kind>(
  kind: K,
  keys: Readonly<Record<string, unknown>>,
): keys is typeof keys & KeysOf<K> {
  for (const key of KEYS_OF[kind]) if (!fits(keys[key.name], key)) return false
  return true
}

export const JS_TYPES = { integer: 'number', real: 'number', text: 'string', boolean: 'boolean' } as const

function fits(value: unknown, { type, many, nullable }: Key): boolean {
  if (many) return Array.isArray(value)
  return value === null ? nullable === true : typeof value === JS_TYPES[type]
}
