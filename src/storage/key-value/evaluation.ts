import { claimIn, claimOf } from '../claim.ts'
import type { Change, CommitResult, Kind } from '../contract.ts'
import type { Head } from './heads.ts'

/*
 * What commits do to the documents that are there, one after the other, before anything is written.
 */

export type Put = Extract<Change, { do: 'put' }>

/** A document before and after all commits; `undefined`: it is not there. */
export interface Touched {
  readonly kind: Kind
  readonly id: number
  readonly before: Head | undefined
  readonly after: Put | undefined
}

export const nameOf = ({ kind, id }: { kind: Kind; id: number }): string => `${kind} ${id}`

/** The unique value of a document, told apart from those of other kinds. */
export const claimName = (kind: Kind, slug: string): string => `${kind} ${slug}`

/** What a commit is decided by. */
interface State {
  readonly version: number
  readonly slug: string | null
}

export class Evaluation {
  readonly #heads: ReadonlyMap<string, Head>
  readonly #touched = new Map<string, Touched>()
  readonly #owners: Map<string, number>

  /** `heads`: of all documents that are named. `owners`: whose all values are that are claimed. */
  constructor(heads: ReadonlyMap<string, Head>, owners: ReadonlyMap<string, number>) {
    this.#heads = heads
    this.#owners = new Map(owners)
  }

  /** What is written: of each document the last state. */
  get touched(): readonly Touched[] {
    return [...this.#touched.values()]
  }

  /** Makes all changes of a commit, or says why not. */
  commit(changes: readonly Change[]): CommitResult {
    for (const change of changes) {
      const { kind, id, expect } = change
      if ((this.#stateOf(change)?.version ?? 0) !== expect)
        return { conflict: expect === 0 ? 'exists' : 'stale', kind, id }
    }
    const writing = changes.filter((change) => change.do !== 'check')
    const taken = this.#firstTaken(writing)
    if (taken !== undefined) return { conflict: 'taken', kind: taken.kind, id: taken.id }
    // Values change hands within a commit: all are given up before any is taken.
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

  #firstTaken(writing: readonly Change[]): Change | undefined {
    const leaving = new Set(writing.map(nameOf))
    const claimed = new Set<string>()
    return writing.find((change) => {
      const slug = claimOf(change)
      if (slug === null) return false
      const claim = claimName(change.kind, slug)
      const owner = this.#owners.get(claim)
      const isFree = owner === undefined || leaving.has(nameOf({ kind: change.kind, id: owner }))
      if (!isFree || claimed.has(claim)) return true
      claimed.add(claim)
      return false
    })
  }

  #stateOf(named: { kind: Kind; id: number }): State | undefined {
    const touched = this.#touched.get(nameOf(named))
    if (touched?.after !== undefined) {
      const { expect, content } = touched.after
      return { version: expect + 1, slug: claimIn(content.keys) }
    }
    const head = touched === undefined ? this.#heads.get(nameOf(named)) : undefined
    return head === undefined ? undefined : { version: head.version, slug: claimIn(head.keys) }
  }
}
