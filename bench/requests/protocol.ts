import type { Limits } from '../../src/types/index.ts'
import type { Spent } from '../shared/cpu.ts'
import type { Question } from './question.ts'

/*
 * What the bench asks a contender's process for: one message and one answer at a time.
 */

export interface Protocol {
  /** First of all. `limits`: of the library; `root`: the folder of calendars that are kept. */
  open: (order: {
    contender: string
    events: number
    limits: Partial<Limits>
    root: string | undefined
  }) => Opened
  /** The floor repeats the answers of the contender at that port. */
  learn: (order: { port: number; questions: readonly Question[]; written: Question | undefined }) => null
  /** What `inProcess` asks. */
  prepare: (order: { questions: readonly Question[] }) => null
  /** Counting starts again. */
  begin: (order: null) => null
  /** Requests since `begin`, after all connections are closed. */
  end: (order: null) => Counted
  inProcess: (order: {
    serial: number
    from: number
    /** Of CPU time. */
    milliseconds: number
    isCold: boolean
  }) => Counted
  memory: (order: null) => Memory
}

export type Order<K extends keyof Protocol> = Parameters<Protocol[K]>[0]
export type Answer<K extends keyof Protocol> = ReturnType<Protocol[K]>

export interface Opened {
  readonly port: number
  readonly version: string
  /** What it took to load the calendar. */
  readonly loaded: Spent
  /** Size of the calendar outside the process. */
  readonly bytes: number
}

export interface Counted {
  readonly requests: number
  /** Microseconds of CPU time of the whole process. */
  readonly cpu: number
  /** Likewise of the database's server, where that can be told. */
  readonly server: number
}

/** Bytes, after a collection. */
export interface Memory {
  readonly heap: number
  readonly resident: number
}

export type Reply<K extends keyof Protocol> = { readonly answer: Answer<K> } | { readonly failed: string }
