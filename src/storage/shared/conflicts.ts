import type { Change, Conflict, Kind } from '../contract.ts'
import { claimOf } from './claim.ts'

/* The conflict rules of a commit. Versions are checked first, then unique values. */

/** A document name that is unique across kinds. */
export const nameOf = ({ kind, id }: { readonly kind: Kind; readonly id: number }): string => `${kind} ${id}`

/** A unique value's name that is unique across kinds. */
export const claimName = (kind: Kind, claim: string): string => `${kind} ${claim}`

/** @throws TypeError for two changes of one document. */
export function mustBeDistinct(changes: readonly Change[]): void {
  if (changes.length > 1 && new Set(changes.map(nameOf)).size < changes.length) {
    throw new TypeError('a document may appear in one change of a commit only')
  }
}

/** `versionOf` returns 0 for a document that does not exist. */
export function versionConflict(
  changes: readonly Change[],
  versionOf: (change: Change) => number,
): Conflict | undefined {
  const refused = changes.find((change) => versionOf(change) !== change.expect)
  if (refused === undefined) return undefined
  const { kind, id, expect } = refused
  return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
}

/** `ownerOf` returns the ID of the current owner of a unique value. */
export function claimConflict(
  changes: readonly Change[],
  ownerOf: (kind: Kind, claim: string) => number | undefined,
): Conflict | undefined {
  let leaving: ReadonlySet<string> | undefined
  // A document that the commit writes or removes releases its value first. A document that it only checks does not.
  const isLeaving = (name: string) => {
    leaving ??= new Set(changes.filter((change) => change.do !== 'check').map(nameOf))
    return leaving.has(name)
  }
  const claimed = new Set<string>()
  for (const change of changes) {
    const { kind, id } = change
    const claim = claimOf(change)
    if (claim === null) continue
    const owner = ownerOf(kind, claim)
    const isFree = owner === undefined || isLeaving(nameOf({ kind, id: owner }))
    if (!isFree || claimed.has(claimName(kind, claim))) return { conflict: 'taken', kind, id }
    claimed.add(claimName(kind, claim))
  }
  return undefined
}
