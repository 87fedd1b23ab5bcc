import { isUnavailable, type Kind, type Storage, versionAfter } from '../../src/storage/contract.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'
import type { Outcome, Tell } from './told.ts'

/** A storage that tells of every commit before and after, and of the IDs it gives; `note` hears of what was put. */
export function watched(
  storage: Storage,
  tell: Tell,
  note: (kind: Kind, id: number, version: number) => void,
): Storage {
  let commits = 0
  return {
    ...methodsOf(storage),
    async allocate(sequence, count) {
      const ids = await storage.allocate(sequence, count)
      tell({ say: 'given', sequence, ids })
      return ids
    },
    async commit(changes) {
      const n = commits++
      tell({ say: 'commit', n, changes })
      const began = performance.now()
      const tellResult = (outcome: Outcome) =>
        tell({ say: 'result', n, outcome, milliseconds: performance.now() - began })
      try {
        const result = await storage.commit(changes)
        tellResult(result.conflict === null ? 'done' : 'refused')
        if (result.conflict === null) {
          for (const change of changes) {
            if (change.do === 'put') note(change.kind, change.id, versionAfter(change))
          }
        }
        return result
      } catch (error) {
        tellResult(isUnavailable(error) ? 'unknown' : 'refused')
        throw error
      }
    },
  }
}
