/** Choices that are the same for the same seed, on every platform (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** An integer from 0 to `below - 1`. */
  upTo(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }

  /** True once in so many times. */
  chance(times: number): boolean {
    return this.upTo(times) === 0
  }

  oneOf<T>(values: readonly T[]): T {
    const value = values[this.upTo(values.length)]
    if (value === undefined) throw new RangeError('nothing to choose from')
    return value
  }

  /** None to `most` of what `make` makes. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.upTo(most + 1) }, make)
  }
}
