import type { Change, Sequence, Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'

/** IDs are drawn by so many, for the database may be far away. Some then remain unused. */
const IDS = 100

/**
 * Does the work on a calendar in memory, and writes what came of it into the empty `target` in one commit, which
 * takes effect whole or not at all: whoever is stopped on the way leaves nothing behind. The IDs are the target's own
 * from the beginning, because documents refer to each other by them.
 * @returns `undefined` where others have written meanwhile, and nothing was.
 */
export async function atOnce<T>(
  target: Storage,
  work: (staging: Storage) => Promise<T>,
): Promise<T | undefined> {
  const memory = memoryStorage()
  const last = new Map<string, Change>()
  const ids: Record<Sequence, number[]> = { post: [], term: [] }
  const result = await work({
    ...memory,
    async allocate(sequence, count) {
      if (ids[sequence].length < count) {
        ids[sequence] = [...(await target.allocate(sequence, Math.max(count, IDS)))]
      }
      return ids[sequence].splice(0, count)
    },
    async commit(changes) {
      const outcome = await memory.commit(changes)
      if (outcome.conflict !== null) return outcome
      for (const change of changes) {
        const document = `${change.kind} ${change.id}`
        if (change.do === 'put') last.set(document, { ...change, expect: 0 })
        if (change.do === 'remove') last.delete(document)
      }
      return outcome
    },
  })
  const { conflict } = await target.commit([...last.values()])
  return conflict === null ? result : undefined
}
