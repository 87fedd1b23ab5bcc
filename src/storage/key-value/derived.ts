import type { Value } from '../atoms.ts'
import type { Kind } from '../contract.ts'
import type { Keyspace } from './keyspace.ts'
import { digitsOf } from './keyspace.ts'
import { dateDigits } from './spans.ts'
import { digestOf, isDated, timelineKeys } from './timelines.ts'

type Keys = Readonly<Record<string, Value>>

/** Says that there is one; the key says the rest. */
const HERE = '1'

/** The entries by which a document is found that are its own, all made from its keys. */
export function derivedEntries(space: Keyspace, kind: Kind, id: number, keys: Keys): Map<string, string> {
  const entries = new Map<string, string>()
  const { parent, expires } = keys
  if (typeof parent === 'number' && parent !== 0)
    entries.set(space.children(kind, parent) + digitsOf(id), HERE)
  if (kind === 'receipt') entries.set(space.expiries + dateDigits(String(expires)) + digitsOf(id), HERE)
  if (isDated(kind)) {
    const digest = digestOf(kind, keys)
    for (const key of timelineKeys(space, kind, id, keys)) entries.set(key, digest)
  }
  return entries
}

/** The keys of entries by which it is found beside others: those with the same slug, or the same name. */
export function sharedKeys(space: Keyspace, kind: Kind, { slug, name }: Keys): string[] {
  // Drafts may have an empty one: nobody looks for these by it.
  const bySlug = slug === undefined || slug === '' ? [] : [space.slugs(kind, String(slug))]
  return name === undefined ? bySlug : [...bySlug, space.names(kind, String(name))]
}
