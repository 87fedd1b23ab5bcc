import type { Kind, Storage } from 'kalends/storage/contract'

const KINDS = [
  'category',
  'tag',
  'venue',
  'organizer',
  'event',
  'receipt',
  'entry',
  'extra',
] as const satisfies Kind[]

/** How many documents of each kind there are. */
export async function documentCounts(storage: Storage): Promise<Record<Kind, number>> {
  const counts = {
    ...{ category: 0, tag: 0, venue: 0, organizer: 0, event: 0 },
    ...{ receipt: 0, entry: 0, extra: 0 },
  }
  for (const kind of KINDS) counts[kind] = await storage.count(kind, {})
  return counts
}
