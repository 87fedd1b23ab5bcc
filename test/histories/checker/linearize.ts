import { byInvocation, endOf, type Model, type Operation } from './operation.ts'

/*
 * Whether a history is linearizable: whether each operation can be given one moment between its invocation and its
 * return, so that the model, asked one after the other in that order, answers as was answered.
 *
 * The search of Wing and Gong with the memory of Lowe: operations are ordered one by one; the next may be any that was
 * invoked before the first return of those that are left. What was ordered, as a set, and the state that it led to are a
 * configuration; none is looked at twice.
 */

export interface Search<S> {
  readonly verdict: 'linearizable' | 'not linearizable' | 'undecided'
  /** How many were looked at. */
  readonly configurations: number
  /** Every state that was come to, by its key. */
  readonly states: ReadonlyMap<string, S>
}

interface Configuration<S> {
  readonly state: S
  /** A bit for each operation, in the order of their invocations. */
  readonly done: Uint32Array
}

/** Beyond it the search gives up; an ordinary partition needs one per operation that changes something. */
export const MOST_CONFIGURATIONS = 1_000_000

export function linearize<I, O, S>(
  history: readonly Operation<I, O>[],
  model: Model<I, O, S>,
  { starts = [model.initial], most = MOST_CONFIGURATIONS }: { starts?: readonly S[]; most?: number } = {},
): Search<S> {
  const operations = history.toSorted(byInvocation)
  const words = Math.ceil(operations.length / 32)
  const seen = new Set<string>()
  const states = new Map<string, S>()
  const open: Configuration<S>[] = starts
    .map((state) => ({ state, done: new Uint32Array(words) }))
    .toReversed()
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const candidates = settle(at)
    const stateKey = model.keyOf(at.state)
    states.set(stateKey, at.state)
    if (candidates === 'all') return { verdict: 'linearizable', configurations: seen.size, states }
    const key = `${at.done.join()} ${stateKey}`
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > most) return { verdict: 'undecided', configurations: seen.size, states }
    open.push(...successors(at, candidates).toReversed())
  }
  return { verdict: 'not linearizable', configurations: seen.size, states }

  /**
   * Orders reads that can be next, at once: if there is an order of the rest, there is one with them here, since they
   * change nothing in whatever state. Answers which operations may follow; `all` when none is left but those whose outcome nobody knows.
   */
  function settle({ state, done }: Configuration<S>): readonly number[] | 'all' {
    for (;;) {
      const candidates = candidatesOf(done)
      if (candidates.every((index) => operations[index]?.outcome === undefined)) return 'all'
      const idle = candidates.filter((index) => {
        const { input, outcome } = operations[index] ?? unreachable()
        if (outcome === undefined) return false
        return model.isRead(input, outcome) && model.next(state, input, outcome).length > 0
      })
      if (idle.length === 0) return candidates
      for (const index of idle) mark(done, index)
    }
  }

  function candidatesOf(done: Uint32Array): number[] {
    const candidates: number[] = []
    let firstReturn = Number.POSITIVE_INFINITY
    for (const [index, operation] of operations.entries()) {
      if (operation.invoked > firstReturn) break
      if (isMarked(done, index)) continue
      firstReturn = Math.min(firstReturn, endOf(operation))
      candidates.push(index)
    }
    return candidates
  }

  /**
   * Those first that have to be ordered soonest; that something took effect nobody knows of, last. Of operations that
   * nobody knows the outcome of, and that have the same effect, the first stands for all: each of them may take effect
   * now or later.
   */
  function successors({ state, done }: Configuration<S>, candidates: readonly number[]): Configuration<S>[] {
    const effects = new Set<string>()
    const soonest = candidates
      .map((index) => ({ index, operation: operations[index] ?? unreachable() }))
      .filter(({ operation: { input, outcome } }) => {
        if (outcome !== undefined) return true
        const effect = model.effectOf(input)
        return !effects.has(effect) && effects.add(effect)
      })
      .sort((a, b) => Math.sign(endOf(a.operation) - endOf(b.operation)) || a.index - b.index)
    return soonest.flatMap(({ index, operation: { input, outcome } }) =>
      model.next(state, input, outcome).map((next) => {
        const after = done.slice()
        mark(after, index)
        return { state: next, done: after }
      }),
    )
  }
}

function mark(bits: Uint32Array, index: number): void {
  bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31))
}

const isMarked = (bits: Uint32Array, index: number): boolean =>
  ((bits[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0

function unreachable(): never {
  throw new RangeError('no such operation')
}
