import { type Patience, patiently } from '../backoff.ts'
import type { Sequence as Name } from '../contract.ts'
import { Batcher } from './batcher.ts'
import type { Calendar } from './calendar.ts'

/** Gives IDs out. Those that are asked for at the same time go with one commit. */
export class Sequence {
  readonly #calendar: Calendar
  readonly #key: string
  readonly #patience: Patience
  readonly #batcher: Batcher<number, readonly number[]>

  constructor(calendar: Calendar, name: Name, patience: Patience) {
    this.#calendar = calendar
    this.#key = calendar.keys.last(name)
    this.#patience = patience
    this.#batcher = new Batcher((counts) => this.#allocate(counts), Number.POSITIVE_INFINITY)
  }

  allocate(count: number, signal?: AbortSignal): Promise<readonly number[]> {
    return this.#batcher.add(count, signal)
  }

  async #allocate(counts: readonly number[]): Promise<readonly (readonly number[])[]> {
    const sum = counts.reduce((a, b) => a + b, 0)
    let given = await patiently(() => this.#take(sum), this.#patience, 'others kept taking IDs')
    return counts.map((count) => Array.from({ length: count }, () => ++given))
  }

  /** The last ID before so many; `undefined`: others came between. */
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
