/** A pseudorandom generator: the same seed gives the same choices on every platform (mulberry32). */
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

  /** True with a probability of 1 / `times`. */
  chance(times: number): boolean {
    return this.upTo(times) === 0
  }

  oneOf<T>(values: readonly T[]): T {
    const value = values[this.upTo(values.length)]
    if (value === undefined) throw new RangeError('nothing to choose from')
    return value
  }

  /** 0 to `most` results of `make`. */
  some<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.upTo(most + 1) }, make)
  }
}
