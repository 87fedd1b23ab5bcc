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

  async reserve(upTo: number, signal?: AbortSignal): Promise<number> {
    const raise = () => this.#raise((last) => Math.max(last, upTo))
    const { last } = await retry(raise, this.#policy, 'others kept taking IDs', { signal })
    return Math.max(last, upTo)
  }

  async #allocate(counts: readonly number[]): Promise<readonly (readonly number[])[]> {
    const sum = counts.reduce((a, b) => a + b, 0)
    const raise = () => this.#raise((last) => last + sum)
    let { last: given } = await retry(raise, this.#policy, 'others kept taking IDs')
    return counts.map((count) => Array.from({ length: count }, () => ++given))
  }

  /** Returns the last ID before; `undefined` if another process raised it in between. */
  async #raise(next: (last: number) => number): Promise<{ last: number } | undefined> {
    const [text] = await this.#calendar.get([this.#key])
    const last = Number(text ?? 0)
    if (next(last) === last) return { last }
    const isRaised = await this.#calendar.kv.commit({
      checks: [[this.#key, text]],
      sets: [[this.#key, String(next(last))]],
      deletes: [],
    })
    return isRaised ? { last } : undefined
  }
}
