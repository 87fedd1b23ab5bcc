import type { Change, Kind } from '../contract.ts'
import { type Keys, UNIQUE } from './keys.ts'

/** The unique value of a document with these keys, if any. */
export function claimIn(kind: Kind, keys: Keys): string | null {
  const key = UNIQUE[kind]
  const value = key === undefined ? undefined : keys[key]
  return typeof value === 'string' ? value : null
}

/** The unique value that a change puts, if any. */
export const claimOf = (change: Change): string | null =>
  change.do === 'put' ? claimIn(change.kind, change.content.keys) : null
