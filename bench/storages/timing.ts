/** How often something is to be called. */
export interface Bounds {
  readonly most: number
  /** Calls that are enough where they are slow. */
  readonly enough: number
  /** After so long `enough` are; after `patience` times as long, however many there were. */
  readonly milliseconds: number
  readonly patience: number
}

/** Milliseconds that calls took. */
export class Timing {
  readonly #samples: number[] = []
  #sum = 0

  add(milliseconds: number): void {
    this.#samples.push(milliseconds)
    this.#sum += milliseconds
  }

  get calls(): number {
    return this.#samples.length
  }

  get p50(): number {
    return this.#at(0.5)
  }

  get p99(): number {
    return this.#at(0.99)
  }

  isEnough({ most, enough, milliseconds, patience }: Bounds): boolean {
    if (this.calls >= most || this.#sum > milliseconds * patience) return true
    return this.#sum > milliseconds && this.calls >= enough
  }

  #at(share: number): number {
    const sorted = this.#samples.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  }
}
