/*
 * A history: what clients asked and were answered, and when. Times are nanoseconds of one clock for all processes of a
 * machine: `process.hrtime.bigint()` is CLOCK_MONOTONIC on Linux, which counts from the machine's start, so that its
 * values in different processes can be compared.
 */

export interface Operation<I, O> {
  readonly client: string
  readonly invoked: number
  /** When the answer was there, or the client stopped waiting for it. */
  readonly returned: number
  readonly input: I
  /** Absent: nobody knows. It may have taken effect, at any time after `invoked`, or never. */
  readonly outcome?: O | undefined
}

/** What a sequence of operations, one after the other, would be answered. */
export interface Model<I, O, S> {
  readonly initial: S
  /**
   * The states in which the operation can leave this one, none where it cannot have that outcome. Without an outcome: all
   * states that it could leave; that it takes no effect need not be among them.
   */
  readonly next: (state: S, input: I, outcome: O | undefined) => readonly S[]
  /** Whether an operation with this outcome leaves every state as it is, in which it can have it. */
  readonly isRead: (input: I, outcome: O) => boolean
  /** Equal for operations that have the same effect on every state if nobody knows their outcome. */
  readonly effectOf: (input: I) => string
  /** Equal for equal states. */
  readonly keyOf: (state: S) => string
  readonly describe: (input: I, outcome: O | undefined) => string
}

export const endOf = ({ returned, outcome }: Operation<unknown, unknown>): number =>
  outcome === undefined ? Number.POSITIVE_INFINITY : returned

export const byInvocation = (a: Operation<unknown, unknown>, b: Operation<unknown, unknown>): number =>
  a.invoked - b.invoked || endOf(a) - endOf(b)

/** The same, as if nobody had heard the answer. */
export function unheard<I, O>({ client, invoked, returned, input }: Operation<I, O>): Operation<I, O> {
  return { client, invoked, returned, input }
}

/** The history up to this moment: what was not answered by then is not known, what came later is not there. */
export function until<I, O>(operations: readonly Operation<I, O>[], moment: number): Operation<I, O>[] {
  return operations
    .filter(({ invoked }) => invoked <= moment)
    .map((operation) => (endOf(operation) <= moment ? operation : unheard(operation)))
}
