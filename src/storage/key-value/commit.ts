import { type Patience, patiently } from '../backoff.ts'
import { claimOf } from '../claim.ts'
import { type Change, type CommitResult, CommitTooLarge } from '../contract.ts'
import { Batcher } from './batcher.ts'
import type { Calendar } from './calendar.ts'
import type { Clock } from './clock.ts'
import { Draft } from './draft.ts'
import { claimName, Evaluation, nameOf } from './evaluation.ts'
import { type Head, readHead } from './heads.ts'
import { NEVER, note, timeAfter } from './journal.ts'
import { ownerOf } from './named.ts'
import { Writing } from './writing.ts'

/*
 * 1. Read what is there of all documents that a commit names, whose the unique values are that it claims, and the
 *    calendar's clock. Whether there is a conflict is decided by that.
 * 2. Read the counters that change.
 * 3. Write everything on the condition that the clock shows the same: so nothing of what was read has changed. Else begin
 *    anew.
 *
 * Commits of one process that come while another is under way are written together, so that they are not in each
 * other's way.
 */

const MOST_TOGETHER = 50

export class Writer {
  readonly #calendar: Calendar
  readonly #clock: Clock
  readonly #patience: Patience
  readonly #batcher: Batcher<readonly Change[], CommitResult | CommitTooLarge>

  constructor(calendar: Calendar, clock: Clock, patience: Patience) {
    this.#calendar = calendar
    this.#clock = clock
    this.#patience = patience
    this.#batcher = new Batcher((commits) => this.#together(commits), MOST_TOGETHER)
  }

  async commit(changes: readonly Change[], signal?: AbortSignal): Promise<CommitResult> {
    mustMakeSense(changes)
    if (changes.length === 0) return { conflict: null }
    const result = await this.#batcher.add(changes, signal)
    if (result instanceof CommitTooLarge) throw result
    return result
  }

  async #together(
    commits: readonly (readonly Change[])[],
  ): Promise<readonly (CommitResult | CommitTooLarge)[]> {
    try {
      return await this.#patiently(commits)
    } catch (error) {
      if (!(error instanceof CommitTooLarge)) throw error
      if (commits.length === 1) return [error]
    }
    // Where they do not fit, each has to by itself.
    const results: (CommitResult | CommitTooLarge)[] = []
    for (const changes of commits) results.push(...(await this.#together([changes])))
    return results
  }

  #patiently(commits: readonly (readonly Change[])[]): Promise<readonly CommitResult[]> {
    return patiently(() => this.#attempt(commits), this.#patience, 'other commits kept coming between')
  }

  /** `undefined`: another commit came between. */
  async #attempt(commits: readonly (readonly Change[])[]): Promise<readonly CommitResult[] | undefined> {
    const calendar = this.#calendar
    const { clock, evaluation, isOneGet } = await this.#read(commits.flat())
    const results = commits.map((changes) => evaluation.commit(changes))
    const writing = new Writing(calendar, evaluation.touched)
    const draft = new Draft()
    draft.check(calendar.keys.clock, clock)
    if (evaluation.touched.length > 0) {
      const next = timeAfter(clock ?? NEVER)
      draft.set(calendar.keys.clock, next)
      note(calendar, draft, next, evaluation.touched)
      await writing.addTo(draft)
      if (!(await calendar.kv.commit(draft.finished(calendar.kv.limits)))) return undefined
      this.#clock.saw(next)
      return results
    }
    // Nothing is written: it remains to be seen whether all that was read was there at one time.
    return isOneGet || (await calendar.kv.commit(draft.finished())) ? results : undefined
  }

  async #read(changes: readonly Change[]) {
    const { keys } = this.#calendar
    const named = new Map(changes.map((change) => [nameOf(change), change]))
    const documents = [...named.values()]
    const claims = changes.flatMap((change) => {
      const slug = claimOf(change)
      return slug === null ? [] : [{ kind: change.kind, slug }]
    })
    const wanted = [
      ...documents.map(({ kind, id }) => keys.head(kind, id)),
      ...claims.map(({ kind, slug }) => keys.unique(kind, slug)),
    ]
    // The clock first, or at the same instant: what is read after it may be newer, but not older.
    const isOneGet = this.#calendar.isOneGet(wanted.length + 1)
    const [clock] = isOneGet ? [undefined] : await this.#calendar.get([keys.clock])
    const [clockThen, ...values] = await this.#calendar.get([keys.clock, ...wanted])
    const heads = new Map<string, Head>()
    for (const [index, { kind, id }] of documents.entries()) {
      const value = values[index]
      if (value !== undefined) heads.set(nameOf({ kind, id }), readHead(kind, value))
    }
    const owners = new Map<string, number>()
    for (const [index, { kind, slug }] of claims.entries()) {
      const owner = ownerOf(values[documents.length + index], slug)
      if (owner !== undefined) owners.set(claimName(kind, slug), owner)
    }
    return { clock: isOneGet ? clockThen : clock, evaluation: new Evaluation(heads, owners), isOneGet }
  }
}

function mustMakeSense(changes: readonly Change[]): void {
  if (new Set(changes.map(nameOf)).size < changes.length) {
    throw new TypeError('a document may appear in one change of a commit only')
  }
  const odd = changes.find(({ id }) => !Number.isSafeInteger(id) || id < 1)
  if (odd !== undefined) throw new TypeError(`no ID: ${odd.id}`)
}
