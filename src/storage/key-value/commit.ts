import { type Change, type CommitResult, CommitTooLarge } from '../contract.ts'
import { claimOf } from '../shared/claim.ts'
import { claimName, mustBeDistinct, nameOf } from '../shared/conflicts.ts'
import { type RetryPolicy, retry } from '../shared/retry.ts'
import { Batcher } from './batcher.ts'
import type { Calendar } from './calendar.ts'
import type { Clock } from './clock.ts'
import { Evaluation } from './evaluation.ts'
import { type Head, readHead } from './heads.ts'
import { NEVER, note, timeAfter } from './journal.ts'
import { MutationBuilder } from './mutation-builder.ts'
import { ownerOf } from './named.ts'
import { Writing } from './writing.ts'

/*
 * 1. Read the heads of all documents in the commit, the owners of the unique values that it claims, and the calendar's
 *    clock. These decide whether there is a conflict.
 * 2. Read the counters that change.
 * 3. Write everything on the condition that the clock is unchanged, which proves that the data read is still current.
 *    Otherwise start again.
 *
 * Commits that arrive while this process is writing are batched into one commit, so that they do not conflict with each
 * other.
 */

const MOST_TOGETHER = 50

export class Writer {
  readonly #calendar: Calendar
  readonly #clock: Clock
  readonly #policy: RetryPolicy
  readonly #batcher: Batcher<readonly Change[], CommitResult | CommitTooLarge>

  constructor(calendar: Calendar, clock: Clock, policy: RetryPolicy) {
    this.#calendar = calendar
    this.#clock = clock
    this.#policy = policy
    this.#batcher = new Batcher((commits) => this.#together(commits), MOST_TOGETHER)
  }

  async commit(changes: readonly Change[], signal?: AbortSignal): Promise<CommitResult> {
    mustBeValid(changes)
    if (changes.length === 0) return { conflict: null }
    const result = await this.#batcher.add(changes, signal)
    if (result instanceof CommitTooLarge) throw result
    return result
  }

  async #together(
    commits: readonly (readonly Change[])[],
  ): Promise<readonly (CommitResult | CommitTooLarge)[]> {
    try {
      return await this.#retrying(commits)
    } catch (error) {
      if (!(error instanceof CommitTooLarge)) throw error
      if (commits.length === 1) return [error]
    }
    // The batch is too large for the store: write each commit on its own.
    const results: (CommitResult | CommitTooLarge)[] = []
    for (const changes of commits) results.push(...(await this.#together([changes])))
    return results
  }

  #retrying(commits: readonly (readonly Change[])[]): Promise<readonly CommitResult[]> {
    return retry(() => this.#attempt(commits), this.#policy, 'other commits kept coming between')
  }

  /** `undefined`: another process committed in between. */
  async #attempt(commits: readonly (readonly Change[])[]): Promise<readonly CommitResult[] | undefined> {
    const calendar = this.#calendar
    const { clock, evaluation, isOneGet } = await this.#read(commits.flat())
    const results = commits.map((changes) => evaluation.commit(changes))
    const writing = new Writing(calendar, evaluation.touched)
    const mutation = new MutationBuilder()
    mutation.check(calendar.keys.clock, clock)
    if (evaluation.touched.length > 0) {
      const next = timeAfter(clock ?? NEVER)
      mutation.set(calendar.keys.clock, next)
      note(calendar, mutation, next, evaluation.touched)
      await writing.addTo(mutation)
      if (!(await calendar.kv.commit(mutation.finished(calendar.kv.limits)))) return undefined
      this.#clock.saw(next)
      return results
    }
    // Nothing to write. Verify that all reads saw the same state.
    return isOneGet || (await calendar.kv.commit(mutation.finished())) ? results : undefined
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
    // Read the clock first or in the same `get`. Values that are read after the clock may be newer than it, but never
    // older.
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

function mustBeValid(changes: readonly Change[]): void {
  mustBeDistinct(changes)
  const odd = changes.find(({ id }) => !Number.isSafeInteger(id) || id < 1)
  if (odd !== undefined) throw new TypeError(`not an ID: ${odd.id}`)
}
