/** Uniform and repeatable: from one seed the same numbers on every run. */
export class Dice {
  #state: number

  constructor(seed: number) {
    // Neighbouring seeds shall not begin alike.
    this.#state = Math.imul(seed + 1, 0x9e3779b1) | 0
  }

  /** 0 or more, below `sides`. */
  roll(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }

  /** As often as so many times in a hundred. */
  percent(share: number): boolean {
    return this.roll(100) < share
  }

  /** Few get most, as in calendars: the square of a uniform choice. */
  skewed(sides: number): number {
    return Math.floor((this.roll(1_000_000) / 1_000_000) ** 2 * sides)
  }

  pick<T>(ones: readonly T[]): T {
    const one = ones[this.roll(ones.length)]
    if (one === undefined) throw new RangeError('nothing to pick from')
    return one
  }
}
