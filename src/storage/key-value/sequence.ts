import { pauseAfter, type Wait } from '../backoff.ts'
import { type Sequence as Name, StorageUnavailable } from '../contract.ts'
import { Batcher } from './batcher.ts'
import type { Calendar } from './calendar.ts'

/** Gives IDs out. Those that are asked for at the same time go with one commit. */
export class Sequence {
  readonly #calendar: Calendar
  readonly #key: string
  readonly #retries: number
  readonly #wait: Wait
  readonly #batcher: Batcher<number, readonly number[]>

  constructor(calendar: Calendar, name: Name, retries: number, wait: Wait) {
    this.#calendar = calendar
    this.#key = calendar.keys.last(name)
    this.#retries = retries
    this.#wait = wait
    this.#batcher = new Batcher((counts) => this.#allocate(counts), Number.POSITIVE_INFINITY)
  }

  allocate(count: number): Promise<readonly number[]> {
    return this.#batcher.add(count)
  }

  async #allocate(counts: readonly number[]): Promise<readonly (readonly number[])[]> {
    const sum = counts.reduce((a, b) => a + b, 0)
    for (let attempt = 0; ; attempt++) {
      const [last] = await this.#calendar.get([this.#key])
      const next = String(Number(last ?? 0) + sum)
      const mutation = {
        checks: [[this.#key, last] as const],
        sets: [[this.#key, next] as const],
        deletes: [],
      }
      if (await this.#calendar.kv.commit(mutation)) {
        let given = Number(last ?? 0)
        return counts.map((count) => Array.from({ length: count }, () => ++given))
      }
      if (attempt === this.#retries) throw new StorageUnavailable('others kept taking IDs')
      await this.#wait(pauseAfter(attempt))
    }
  }
}
