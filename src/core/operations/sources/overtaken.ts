import { ApiError } from '../../../errors.ts'
import type { Change, Conflict } from '../../../storage/contract.ts'
import { isUnavailable } from '../../../storage/failures.ts'
import { ITEMS, ofSource, type SourceRecord } from '../../domain/records/sources.ts'

/*
 * A process that gets no turn for a while has an older answer of a source than the one who read it meanwhile, and would undo
 * what that one has written. So each commit of a reading checks the version of the source, which the end of a reading raises, as
 * does each change of the source.
 */

/** Another one reads the source, or somebody has changed it. What was committed stays; nothing more is. */
export class Overtaken extends Error {}

type Read = Pick<SourceRecord, 'id' | 'version'>

export const guardOf = ({ id, version: expect }: Read): Change => ({
  ...{ do: 'check', kind: 'extra', id, expect },
})

/** Whether it is the source or one of its items that somebody else has written. */
export function isOvertaken({ id }: Read, conflict: Conflict, changes: readonly Change[]): boolean {
  if (conflict.kind !== 'extra') return false
  if (conflict.id === id) return true
  const change = changes.find((one) => one.kind === 'extra' && one.id === conflict.id)
  if (change?.kind !== 'extra' || change.do !== 'put') return change?.do === 'remove'
  const { owner, labels } = change.content.keys
  return owner === ITEMS && labels.includes(ofSource(id))
}

/** Whether a write lost against other writes, again and again. */
export const isBusy = (error: unknown): boolean =>
  !isUnavailable(error) && error instanceof ApiError && error.status === 503
