import type { Sequence as Name } from '../contract.ts'
import { type RetryPolicy, retry } from '../shared/retry.ts'
import { Batcher } from './batcher.ts'
import type { Calendar } from './calendar.ts'

/** Allocates IDs. Concurrent calls share one commit. */
export class Sequence {
  readonly #calendar: Calendar
  readonly #key: string
  readonly #policy: RetryPolicy
  readonly #batcher: Batcher<number, readonly number[]>

  constructor(calendar: Calendar, name: Name, policy: RetryPolicy) {
    this.#calendar = calendar
    this.#key = calendar.keys.last(name)
    this.#policy = policy
    this.#batcher = new Batcher((counts) => this.#allocate(counts), Number.POSITIVE_INFINITY)
  }

  allocate(count: number, signal?: AbortSignal): Promise<readonly number[]> {
    return this.#batcher.add(count, signal)
  }

  async #allocate(counts: readonly number[]): Promise<readonly (readonly number[])[]> {
    const sum = counts.reduce((a, b) => a + b, 0)
    let given = await retry(() => this.#take(sum), this.#policy, 'others kept taking IDs')
    return counts.map((count) => Array.from({ length: count }, () => ++given))
  }

  /** Reserves IDs and returns the ID before the first one; `undefined` if another process reserved IDs in between. */
  async #take(count: number): Promise<number | undefined> {
    const [text] = await this.#calendar.get([this.#key])
    const last = Number(text ?? 0)
    const isTaken = await this.#calendar.kv.commit({
      checks: [[this.#key, text]],
      sets: [[this.#key, String(last + count)]],
      deletes: [],
    })
    return isTaken ? last : undefined
  }
}
