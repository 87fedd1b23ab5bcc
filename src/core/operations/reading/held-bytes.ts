import { ApiError } from '../../../errors.ts'
import type { Limits } from '../../../types/index.ts'

/* Bounds what is read of foreign files at the same time, because each takes many times its own size of memory. */

export class HeldBytes {
  /** Of each calendar of the process. */
  readonly #held = new WeakMap<Limits, { bytes: number }>()

  /** Throws 503 while others hold too much. One alone is always accepted. */
  async hold<T>(limits: Limits, bytes: number, most: number, work: () => Promise<T>): Promise<T> {
    const total = this.#held.get(limits) ?? { bytes: 0 }
    this.#held.set(limits, total)
    if (total.bytes > 0 && total.bytes + bytes > most)
      throw new ApiError('rest_overloaded', { headers: { 'retry-after': '1' } })
    total.bytes += bytes
    try {
      return await work()
    } finally {
      total.bytes -= bytes
    }
  }
}
