interface Waiting<T, R> {
  readonly item: T
  readonly signal: AbortSignal | undefined
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs items in batches. Items that arrive while a batch runs form the next batch. An item whose signal is aborted
 * before its batch starts is rejected.
 */
export class Batcher<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>
  readonly #most: number
  #waiting: Waiting<T, R>[] = []
  #isRunning = false

  /** `run` returns one result per item, in the same order. `most`: maximum number of items in a batch. */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>, most: number) {
    this.#run = run
    this.#most = most
  }

  add(item: T, signal?: AbortSignal): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ item, signal, resolve, reject })
      if (!this.#isRunning) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    // Wait for items that are added in the same tick, so that they join the first batch.
    await null
    while (this.#waiting.length > 0) {
      const batch = this.#next()
      if (batch.length === 0) continue
      try {
        const results = await this.#run(batch.map(({ item }) => item))
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index]
          if (result === undefined) reject(new Error('an item of the batch has no result'))
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#isRunning = false
  }

  #next(): readonly Waiting<T, R>[] {
    const next = this.#waiting.slice(0, this.#most)
    this.#waiting = this.#waiting.slice(this.#most)
    return next.filter(({ signal, reject }) => {
      if (!signal?.aborted) return true
      reject(signal.reason)
      return false
    })
  }
}
