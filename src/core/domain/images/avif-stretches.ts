import type { Steps } from './image-bytes.ts'
import type { KeptParts } from './kept-parts.ts'

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretches of a file that are kept, each byte once, and where they are then. */
export class Stretches {
  /** In order, without overlaps, each with its new place. */
  readonly #all: { readonly from: number; to: number; readonly place: number }[] = []
  readonly size: number

  constructor(stretches: readonly Stretch[]) {
    let size = 0
    for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
      const last = this.#all.at(-1)
      if (last === undefined || from > last.to) {
        this.#all.push({ from, to, place: size })
        size += to - from
      } else if (to > last.to) {
        size += to - last.to
        last.to = to
      }
    }
    this.size = size
  }

  /** Where a byte of the original is among those that are kept. */
  placeOf(at: number): number {
    let [low, high] = [0, this.#all.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#all[middle]?.from ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const stretch = this.#all[low]
    if (stretch === undefined || at < stretch.from || at > stretch.to)
      throw new TypeError(`no stretch has the byte ${at}`)
    return stretch.place + at - stretch.from
  }

  *write(kept: KeptParts): Steps<void> {
    for (const { from, to } of this.#all) yield* kept.keepLong(from, to)
  }
}
