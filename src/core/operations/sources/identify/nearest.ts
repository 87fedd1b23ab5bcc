import { grouped } from '../../../domain/grouped.ts'

/*
 * The nearest of many that are left, found without looking at all: a hostile calendar has twenty thousand events of one name.
 */

export class Nearest<T extends { readonly start: number }> {
  /** Each distinct start, in order, and the ones with it; the first one is last. */
  readonly #starts: readonly number[]
  readonly #left: readonly T[][]
  /** For each start, one at or before it, or at or after it, that has more: of itself if it has some itself. */
  readonly #before: number[]
  readonly #after: number[]

  constructor(all: Iterable<T>) {
    const groups = [...grouped(all, ({ start }) => start)].sort(([a], [b]) => a - b)
    this.#starts = groups.map(([start]) => start)
    this.#left = groups.map(([, group]) => group.reverse())
    // Both have an end where nothing is left.
    this.#before = Array.from({ length: groups.length + 1 }, (_, at) => at)
    this.#after = Array.from({ length: groups.length + 1 }, (_, at) => at)
  }

  /** Takes the one with the nearest start; of two, the earlier one. `undefined`: none is so near. */
  take(start: number, most: number): T | undefined {
    const next = this.#firstFrom(start)
    const [before, after] = [rootOf(this.#before, next) - 1, rootOf(this.#after, next)]
    const distance = (at: number) => Math.abs((this.#starts[at] ?? Number.POSITIVE_INFINITY) - start)
    const at = distance(before) <= distance(after) ? before : after
    if (!(distance(at) <= most)) return undefined
    const group = this.#left[at]
    const taken = group?.pop()
    if (group?.length === 0) {
      this.#before[at + 1] = at
      this.#after[at] = at + 1
    }
    return taken
  }

  #firstFrom(start: number): number {
    let [from, to] = [0, this.#starts.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#starts[middle] ?? 0) < start) from = middle + 1
      else to = middle
    }
    return from
  }
}

/** Follows to the end, and shortens the way for those who follow later. */
function rootOf(next: number[], from: number): number {
  let at = from
  for (let to = next[at] ?? at; to !== at; to = next[at] ?? at) {
    next[at] = next[to] ?? to
    at = to
  }
  return at
}
