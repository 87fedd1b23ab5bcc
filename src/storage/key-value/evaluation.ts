import { type Change, type CommitResult, type Kind, versionAfter } from '../contract.ts'
import { claimIn, claimOf } from '../shared/claim.ts'
import { claimConflict, claimName, nameOf, versionConflict } from '../shared/conflicts.ts'
import type { Head } from './heads.ts'

/* Applies commits to the current documents in memory, in order, before anything is written. */

export type Put = Extract<Change, { do: 'put' }>

/** A document before and after all commits; `undefined` if it does not exist. */
export interface Touched {
  readonly kind: Kind
  readonly id: number
  readonly before: Head | undefined
  readonly after: Put | undefined
}

/** The state that decides about conflicts. */
interface State {
  readonly version: number
  readonly slug: string | null
}

export class Evaluation {
  readonly #heads: ReadonlyMap<string, Head>
  readonly #touched = new Map<string, Touched>()
  readonly #owners: Map<string, number>

  /** `heads`: of all documents in the commits. `owners`: the current owners of the claimed values. */
  constructor(heads: ReadonlyMap<string, Head>, owners: ReadonlyMap<string, number>) {
    this.#heads = heads
    this.#owners = new Map(owners)
  }

  /** The final state of each document that must be written. */
  get touched(): readonly Touched[] {
    return [...this.#touched.values()]
  }

  /** Applies a commit, or returns its conflict. */
  commit(changes: readonly Change[]): CommitResult {
    const conflict =
      versionConflict(changes, (change) => this.#stateOf(change)?.version ?? 0) ??
      claimConflict(changes, (kind, claim) => this.#owners.get(claimName(kind, claim)))
    if (conflict !== undefined) return conflict
    const writing = changes.filter((change) => change.do !== 'check')
    // A value may move between documents within one commit: release all values before claiming any.
    for (const { kind, id } of writing) {
      const slug = this.#stateOf({ kind, id })?.slug ?? null
      if (slug !== null) this.#owners.delete(claimName(kind, slug))
    }
    for (const change of writing) {
      const { kind, id } = change
      const before = this.#heads.get(nameOf(change))
      this.#touched.set(nameOf(change), { kind, id, before, after: change.do === 'put' ? change : undefined })
      const slug = claimOf(change)
      if (slug !== null) this.#owners.set(claimName(kind, slug), id)
    }
    return { conflict: null }
  }

  #stateOf(named: { kind: Kind; id: number }): State | undefined {
    const touched = this.#touched.get(nameOf(named))
    if (touched?.after !== undefined) {
      return { version: versionAfter(touched.after), slug: claimOf(touched.after) }
    }
    const head = touched === undefined ? this.#heads.get(nameOf(named)) : undefined
    return head === undefined ? undefined : { version: head.version, slug: claimIn(named.kind, head.keys) }
  }
}
