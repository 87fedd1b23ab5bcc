import type { Value } from '../atoms.ts'
import type { Kind } from '../contract.ts'
import type { Keyspace } from './keyspace.ts'
import { digitsOf } from './keyspace.ts'
import { digestOf, isDated, timelineKeys } from './timelines.ts'

type Keys = Readonly<Record<string, Value>>

/** Says that there is one; the key says the rest. */
const HERE = '1'

/** The entries by which a document is found, all made from its keys. */
export function derivedEntries(space: Keyspace, kind: Kind, id: number, keys: Keys): Map<string, string> {
  const entries = new Map([[space.slugs(kind, String(keys.slug)) + digitsOf(id), HERE]])
  if (keys.name !== undefined) entries.set(space.names(kind, String(keys.name)) + digitsOf(id), HERE)
  const { parent } = keys
  if (typeof parent === 'number' && parent !== 0)
    entries.set(space.children(kind, parent) + digitsOf(id), HERE)
  if (isDated(kind)) {
    const digest = digestOf(kind, keys)
    for (const key of timelineKeys(space, kind, id, keys)) entries.set(key, digest)
  }
  return entries
}
