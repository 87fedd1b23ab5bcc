import type { Content, Document, KEYS, Kind } from '../../../storage/contract.ts'

/* What a held storage asks of documents. */

/** The key of the value that no two documents of a kind have, of the kinds that have one. */
export const UNIQUE = 'unique_slug' satisfies keyof (typeof KEYS)['event']

/** The keys by which writes look for documents. Few documents share a value of them. */
export const LOOKUPS: readonly string[] = [UNIQUE, 'slug', 'name']

export const keysIn = ({ keys }: Pick<Content, 'keys'>): Readonly<Record<string, unknown>> => keys

/** The unique value of a document with these keys, if any. */
export function claimIn(content: Pick<Content, 'keys'>): string | null {
  const claim = keysIn(content)[UNIQUE]
  return typeof claim === 'string' ? claim : null
}

export const isText = (value: unknown): value is string => typeof value === 'string'

/** Its keys and values by which it is looked for. */
export const lookupsOf = (document: Document): string[] =>
  LOOKUPS.flatMap((key) => {
    const value = keysIn(document)[key]
    return isText(value) ? `${key} ${value}` : []
  })

/** `undefined`: one of them is missing, so all keys differ. */
export function changedKeys(
  before: Document | undefined,
  after: Document | undefined,
): ReadonlySet<string> | undefined {
  if (before === undefined || after === undefined) return undefined
  const others = keysIn(after)
  const isSame = (one: unknown, other: unknown) =>
    one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))
  return new Set(
    Object.entries(before.keys).flatMap(([name, value]) => (isSame(value, others[name]) ? [] : name)),
  )
}

/** A copy. `structuredClone` takes longer than all the rest of a write. */
export function copyOf<K extends Kind>({ keys, text, data }: Content<K>): Content<K> {
  const copy = { ...keys }
  for (const [name, value] of Object.entries(keys)) {
    if (Array.isArray(value)) Reflect.set(copy, name, [...value])
  }
  return { keys: copy, text: [...text], data }
}

/** The document, which nobody can change from now on. */
export function frozen<K extends Kind>(document: Document<K>): Document<K> {
  for (const value of Object.values(document.keys)) Object.freeze(value)
  for (const part of [document, document.keys, document.text]) Object.freeze(part)
  return document
}
