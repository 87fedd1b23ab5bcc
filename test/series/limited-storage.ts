import { CommitTooLarge, type Storage, StorageUnavailable } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'

/** A storage that takes at most so many changes in one commit, and that is gone after so many commits. */
export function limited(
  storage: Storage,
  { most, commits = Number.POSITIVE_INFINITY }: { most: number; commits?: number },
): Storage {
  let left = commits
  return {
    ...methodsOf(storage),
    commit: async (changes) => {
      if (changes.length > most) throw new CommitTooLarge('more changes than this storage takes')
      if (left === 0) throw new StorageUnavailable('gone')
      left -= 1
      return storage.commit(changes)
    },
  }
}
