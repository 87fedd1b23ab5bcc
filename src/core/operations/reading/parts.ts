import type { Condition, Document, Kind, Storage } from '../../../storage/contract.ts'

/** The number of records that are loaded at a time. Of each part, only what is needed stays in memory. */
const PART = 100

/** The IDs, or other items, in parts. */
export function* partsOf<T>(ids: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < ids.length; at += PART) yield ids.length <= PART ? ids : ids.slice(at, at + PART)
}

/** Documents that match, by ID. The next part is loaded when the caller has looked at all of the last one. */
export async function* findInParts<K extends Kind>(
  storage: Storage,
  kind: K,
  where: readonly Condition<K>[],
  part = PART,
): AsyncGenerator<Document<K>> {
  for (let after = 0; ; ) {
    const rest: readonly Condition<K>[] = after === 0 ? where : [...where, { key: 'id', gt: after }]
    const found = await storage.find(kind, { where: rest, order: 'id', limit: part })
    for (const document of found) {
      yield document
      after = document.id
    }
    if (found.length < part) return
  }
}
