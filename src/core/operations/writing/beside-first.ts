import type { Change, CommitResult, Storage } from '../../../storage/contract.ts'

/**
 * How a held storage sends commits: the first one that `besideOf` has a change for also writes that change. So with a write in
 * several commits, it is there from the first one on. `checks` are beside each commit.
 */
export function besideFirst(
  besideOf: (changes: readonly Change[]) => Change | undefined,
  checks: readonly Change[] = [],
) {
  let isWritten = false
  return {
    isWritten: () => isWritten,
    async send(changes: readonly Change[], below: Storage): Promise<CommitResult> {
      const beside = isWritten ? undefined : besideOf(changes)
      const result = await below.commit([...changes, ...checks, ...(beside === undefined ? [] : [beside])])
      if (beside !== undefined && result.conflict === null) isWritten = true
      return result
    },
  }
}
