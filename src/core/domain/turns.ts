/** A queue per name: work with the same name runs one at a time, in the order of the calls. */
export class Turns {
  /** By name: a promise that settles when the last queued work has ended. */
  readonly #last = new Map<string, Promise<unknown>>()

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name)
    const running = before === undefined ? work() : before.then(work)
    const ended = running.catch(() => {})
    this.#last.set(name, ended)
    try {
      return await running
    } finally {
      if (this.#last.get(name) === ended) this.#last.delete(name)
    }
  }
}
