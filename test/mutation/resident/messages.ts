/** What the runner says to the thread that keeps the tests, and back. */
export const CHANNEL = 'events-api-mutation'

export type Order =
  | { readonly kind: 'dry' }
  | {
      readonly kind: 'mutant'
      readonly mutant: string
      readonly hitLimit: number | undefined
      /** Whether modules are to be loaded anew first, and again after. */
      readonly fresh: boolean
      /** The tests to run, in this order; `undefined` for all, in modules that are loaded anew with the fault in them. */
      readonly tests: readonly string[] | undefined
      /** The files of the room, those that found most faults first. */
      readonly files: readonly string[]
    }
  | { readonly kind: 'end' }

export interface Outcome {
  readonly id: string
  readonly file: string
  /** What failed; `undefined` when the test passed. */
  readonly failure: string | undefined
  readonly timedOut: boolean
  /** In milliseconds. */
  readonly duration: number
}

export interface Report {
  readonly outcomes: readonly Outcome[]
  readonly coverage?: unknown
  readonly hitLimitReached: boolean
  /** A fault of the machinery, not of a test. */
  readonly error?: string
}
