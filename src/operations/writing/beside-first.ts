import type { Change, CommitResult, Storage } from '../../storage/contract.ts'

/**
 * A storage whose first commit that `besideOf` has a change for also writes that change: with a write in several commits,
 * it is there from the first one on. `checks` are beside each commit. Whatever else the storage offers beside the contract is
 * left out.
 */
export function besideFirst(
  storage: Storage,
  besideOf: (changes: readonly Change[]) => Change | undefined,
  checks: readonly Change[] = [],
): { readonly storage: Storage; readonly isWritten: () => boolean } {
  let isWritten = false
  async function commit(changes: readonly Change[]): Promise<CommitResult> {
    const beside = isWritten ? undefined : besideOf(changes)
    const whole = [...changes, ...checks]
    if (beside === undefined) return storage.commit(whole)
    const result = await storage.commit([...whole, beside])
    if (result.conflict === null) isWritten = true
    return result
  }
  return {
    isWritten: () => isWritten,
    storage: {
      commit,
      get: (kind, ids) => storage.get(kind, ids),
      find: (kind, query) => storage.find(kind, query),
      count: (kind, filter) => storage.count(kind, filter),
      tally: (key, filter, values) => storage.tally(key, filter, values),
      allocate: (sequence, count) => storage.allocate(sequence, count),
      reserve: (sequence, upTo) => storage.reserve(sequence, upTo),
      migrate: () => storage.migrate(),
      close: () => storage.close(),
    },
  }
}
