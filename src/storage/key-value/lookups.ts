import type { Kind } from '../contract.ts'
import { type Among, isInteger, isText } from '../shared/atoms.ts'
import { type Keys, LOOKUPS, type LookupKey, UNIQUE } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import { digitsOf, END, type Keyspace, lastId } from './keyspace.ts'
import { idsIn, ownerOf } from './named.ts'

/*
 * Lookup entries: documents by a value that few documents share. Documents whose texts have the same hash share an
 * entry. A document with an integer has its own entry.
 */

/** `code`: the first part of the keys. `unstored`: a value without entries, because too many documents have it. */
const STORED = {
  slug: { code: 's', unstored: '' },
  name: { code: 'm', unstored: undefined },
  parent: { code: 'p', unstored: 0 },
  record: { code: 'r', unstored: undefined },
} as const satisfies Readonly<Record<LookupKey, { code: string; unstored: string | number | undefined }>>

/** The keys of the entries that a document shares with others. */
export function sharedKeys(space: Keyspace, kind: Kind, keys: Keys): string[] {
  return LOOKUPS[kind].flatMap((name) => {
    const { code, unstored } = STORED[name]
    const value = keys[name]
    return typeof value === 'string' && value !== unstored ? [space.ofText(code, kind, value)] : []
  })
}

/** The keys of the entries that belong to this document alone. */
export function ownKeys(space: Keyspace, kind: Kind, id: number, keys: Keys): string[] {
  return LOOKUPS[kind].flatMap((name) => {
    const { code, unstored } = STORED[name]
    const value = keys[name]
    return typeof value === 'number' && value !== unstored
      ? [space.ofInteger(code, kind, value) + digitsOf(id)]
      : []
  })
}

/** A superset of the IDs that the atoms select by ID or by lookup; `undefined` if no atom selects that way. */
export async function namedIds(
  calendar: Calendar,
  kind: Kind,
  atoms: readonly Among[],
): Promise<readonly number[] | undefined> {
  const valuesAt = (key: string) => atoms.find((atom) => atom.key === key)?.values
  const byId = valuesAt('id')
  if (byId !== undefined) return [...byId].filter(isInteger)
  const unique = UNIQUE[kind]
  const claims = unique === undefined ? undefined : valuesAt(unique)
  // Documents without a unique value have no entry.
  if (claims !== undefined && !claims.has(null)) return owners(calendar, kind, [...claims].filter(isText))
  for (const name of LOOKUPS[kind]) {
    const values = valuesAt(name)
    const { code, unstored } = STORED[name]
    if (values === undefined || (unstored !== undefined && values.has(unstored))) continue
    const [texts, integers] = [[...values].filter(isText), [...values].filter(isInteger)]
    const [withText, withInteger] = await Promise.all([
      calendar.get(texts.map((text) => calendar.keys.ofText(code, kind, text))),
      Promise.all(
        integers.map((integer) => {
          const prefix = calendar.keys.ofInteger(code, kind, integer)
          return calendar.all(prefix, prefix + END)
        }),
      ),
    ])
    return [...withText.flatMap(idsIn), ...withInteger.flat().map(([key]) => lastId(key))]
  }
  return undefined
}

async function owners(calendar: Calendar, kind: Kind, values: readonly string[]): Promise<number[]> {
  const found = await calendar.get(values.map((value) => calendar.keys.unique(kind, value)))
  return values.flatMap((value, index) => ownerOf(found[index], value) ?? [])
}
