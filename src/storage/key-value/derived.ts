import type { Kind } from '../contract.ts'
import type { Keys } from '../shared/keys.ts'
import { digitsOf, type Keyspace } from './keyspace.ts'
import { ownKeys } from './lookups.ts'
import { isListed, sortedEntries } from './sorted-lists.ts'
import { dateDigits } from './spans.ts'
import { digestOf, isDated, timelineKeys } from './timelines.ts'

/** The key contains everything. A value must not be empty. */
const HERE = '1'

/** Index entries that belong to one document. All of them are computed from its keys. */
export function derivedEntries(space: Keyspace, kind: Kind, id: number, keys: Keys): Map<string, string> {
  const entries = new Map(ownKeys(space, kind, id, keys).map((key) => [key, HERE]))
  if (kind === 'receipt') entries.set(space.expiries + dateDigits(String(keys.expires)) + digitsOf(id), HERE)
  if (isDated(kind)) {
    const digest = digestOf(kind, keys)
    for (const key of timelineKeys(space, kind, id, keys)) entries.set(key, digest)
  }
  if (isListed(kind)) for (const [key, value] of sortedEntries(space, kind, id, keys)) entries.set(key, value)
  return entries
}
