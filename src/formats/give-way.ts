/*
 * A file is read in slices, so that other work of the process runs between them, and an abort is noticed.
 */

/** Milliseconds of a slice. Where the clock stands still while a program computes, its steps count alone. */
const LONGEST = 25

/** Steps of a slice. A step takes a microsecond at most, such as a cell or a line; reading an event is 50 steps. */
const STEPS = 50_000

/** Lets the event loop turn. Throws the reason of the signal after an abort. */
export const turnsUntil = (signal?: AbortSignal) => async (): Promise<void> => {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => setTimeout(resolve))
  signal?.throwIfAborted()
}

export class Slices {
  readonly #turn: () => Promise<void>
  #left = STEPS
  #begun = performance.now()

  /** `turn`: lets other work run, and rejects when nobody waits for this one any more. */
  constructor(turn: () => Promise<void> = turnsUntil()) {
    this.#turn = turn
  }

  /** Counts steps. `true`: the slice is over, call `next`. */
  isOver(steps = 1): boolean {
    this.#left -= steps
    return this.#left <= 0 || (steps > 1 && performance.now() - this.#begun > LONGEST)
  }

  /** Lets other work run if the slice is over after these steps. */
  async give(steps: number): Promise<void> {
    if (this.isOver(steps)) await this.next()
  }

  async next(): Promise<void> {
    this.#left = STEPS
    await this.#turn()
    this.#begun = performance.now()
  }
}
