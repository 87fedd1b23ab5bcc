interface Waiting<T, R> {
  readonly item: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** What is asked for while a batch is under way goes together in the next one. */
export class Batcher<T, R> {
  readonly #run: (items: readonly T[]) => Promise<readonly R[]>
  readonly #most: number
  #waiting: Waiting<T, R>[] = []
  #isRunning = false

  /** `run` gives a result for each item, in their order. `most`: items of a batch. */
  constructor(run: (items: readonly T[]) => Promise<readonly R[]>, most: number) {
    this.#run = run
    this.#most = most
  }

  add(item: T): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject })
      if (!this.#isRunning) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#isRunning = true
    // Those that come at the same moment shall be in it.
    await null
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, this.#most)
      this.#waiting = this.#waiting.slice(this.#most)
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
}
