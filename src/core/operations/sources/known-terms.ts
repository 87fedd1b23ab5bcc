import type { Storage } from '../../../storage/contract.ts'
import type { SourceRecord } from '../../domain/records/sources.ts'
import { keyOfText } from '../../domain/text/name-key.ts'
import { findInParts } from '../reading/parts.ts'
import type { KnownTerms } from './feed-events.ts'
import type { FeedContent } from './read-feed.ts'

/* Categories and tags of this calendar, by the names that a source has for them. */

/** The terms that the events can get. */
export async function termsOf(
  storage: Storage,
  { map }: SourceRecord,
  events: FeedContent['events'],
): Promise<KnownTerms> {
  const theirs = new Set<string>()
  for (const { event, changes } of events) {
    for (const one of [event, ...changes.map((change) => change.event)]) {
      const names = 'categories' in one && Array.isArray(one.categories) ? one.categories : []
      for (const name of names) if (typeof name === 'string') theirs.add(keyOfText(name))
    }
  }
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const names = new Map<string, string>()
  await named(storage, [...theirs], tags)
  for (const [name, ours] of Object.entries(map)) {
    const key = keyOfText(name)
    if (!theirs.has(key)) continue
    const category = await termOf(storage, 'category', ours)
    const tag = category ?? (await termOf(storage, 'tag', ours))
    if (category !== undefined) categories.set(key, category)
    else if (tag !== undefined) tags.set(key, tag)
    else if (typeof ours === 'string') names.set(key, ours)
  }
  return { categories, tags, names }
}

/** Tags of these folded names. */
async function named(storage: Storage, keys: readonly string[], tags: Map<string, number>): Promise<void> {
  for (let from = 0; from < keys.length; from += 100) {
    const where = [{ key: 'name', in: keys.slice(from, from + 100) }] as const
    for await (const { id, keys } of findInParts(storage, 'tag', where)) {
      if (keys.parent >= 0 && !tags.has(keys.name)) tags.set(keys.name, id)
    }
  }
}

async function termOf(
  storage: Storage,
  kind: 'category' | 'tag',
  ours: number | string,
): Promise<number | undefined> {
  if (typeof ours === 'number') {
    const [found] = await storage.get(kind, [ours])
    return found === undefined || found.keys.parent < 0 ? undefined : found.id
  }
  for (const [key, value] of [
    ['name', keyOfText(ours)],
    ['slug', ours.toLowerCase()],
  ] as const) {
    const found = await storage.find(kind, {
      where: [{ key, in: [value] }],
      order: 'id',
      limit: 5,
      keysOnly: true,
    })
    const term = found.find(({ keys }) => keys.parent >= 0)
    if (term !== undefined) return term.id
  }
  return undefined
}
