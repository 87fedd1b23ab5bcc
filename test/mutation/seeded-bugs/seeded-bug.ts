/** One small fault, put into a copy of the library: the tests that are named must notice it. */
export interface SeededBug {
  /** What goes wrong, as somebody would report it. */
  readonly trap: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
  readonly tests: readonly string[]
}
