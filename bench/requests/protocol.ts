import type { Question } from './question.ts'

/*
 * What the bench asks a contender's process for, and its answers: one message each, one after another.
 */

export interface Asked {
  /** First of all. `copyOf`: the calendar to begin with a copy of. */
  open: { readonly contender: string; readonly events: number; readonly copyOf: string | undefined }
  /** Of the floor: to answer with what the contender at that port answers. */
  learn: { readonly port: number; readonly file: string; readonly written: Question | undefined }
  /** Counts begin anew. */
  begin: undefined
  /** Requests that came since. */
  count: undefined
  /** After all connections are closed. */
  end: undefined
  'in process': {
    readonly file: string
    readonly serial: number
    readonly from: number
    readonly milliseconds: number
  }
  memory: undefined
}

export interface Answers {
  open: Opened
  learn: true
  begin: true
  count: number
  end: Counted
  'in process': Counted
  memory: Memory
}

export interface Opened {
  readonly port: number
  readonly version: string
  readonly file: string | undefined
  readonly canAskInProcess: boolean
  /** What the filling took, in seconds. */
  readonly filled: number
  /** Of the calendar outside of the process. */
  readonly bytes: number
}

export interface Counted {
  readonly requests: number
  /** Microseconds of CPU time of the whole process. */
  readonly cpu: number
}

export interface Memory {
  /** Bytes, after collection. */
  readonly heap: number
  readonly resident: number
}

export type Message = { [K in keyof Asked]: { readonly what: K; readonly about: Asked[K] } }[keyof Asked]

export type Reply<K extends keyof Answers = keyof Answers> =
  | { readonly answer: Answers[K] }
  | { readonly failed: string }
