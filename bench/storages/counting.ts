import type { Storage } from '../../src/storage/contract.ts'
import { createApi, get } from './interface.ts'

/** Has a storage count what the interface has counted for a list. */
export type Counting = (storage: Storage) => Promise<number>

/** By the path of the list. */
export type CountingOf = (path: string) => Promise<Counting>

/** Finds out by asking for the list, and listening to what comes to the storage. */
export function countingBy(storage: Storage): CountingOf {
  let last: Counting | undefined
  const api = createApi({
    ...storage,
    count(kind, filter) {
      last = (other) => other.count(kind, filter)
      return storage.count(kind, filter)
    },
  })
  const known = new Map<string, Counting>()
  return async (path) => {
    const before = known.get(path)
    if (before !== undefined) return before
    last = undefined
    await get(path)({ api })
    if (last === undefined) throw new Error(`nothing was counted for ${path}`)
    known.set(path, last)
    return last
  }
}
