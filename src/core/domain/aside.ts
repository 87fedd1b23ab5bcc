/** Work that no answer waits for. It reports its errors itself. */
export class Aside {
  readonly #running = new Set<Promise<void>>()

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  add(work: Promise<void>): void {
    const running: Promise<void> = work.finally(() => void this.#running.delete(running))
    this.#running.add(running)
  }

  /** Resolves when all has ended that was added so far. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }
}
