import { type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'

/** A storage as a process has it that is killed at its `n`th commit: from then on, no call takes effect. */
export function mortalStorage(storage: Storage, n: number, when: 'before' | 'after') {
  const { get, find, count, tally, allocate, reserve, commit, ...rest } = methodsOf(storage)
  const life = { isOver: false, commits: 0 }
  const alive =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (life.isOver) throw new StorageUnavailable('killed')
      return call(...args)
    }
  const mortal: Storage = {
    ...rest,
    get: (kind, ids) => alive(() => get(kind, ids))(),
    find: (kind, query) => alive(() => find(kind, query))(),
    count: (kind, filter) => alive(() => count(kind, filter))(),
    tally: alive(tally),
    allocate: alive(allocate),
    reserve: alive(reserve),
    commit: alive(async (changes) => {
      const isLast = life.commits++ === n
      if (!isLast) return commit(changes)
      life.isOver = true
      if (when === 'after') await commit(changes)
      throw new StorageUnavailable('killed')
    }),
  }
  return { storage: mortal, life }
}
