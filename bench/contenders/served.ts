import type { RequestListener } from 'node:http'
import type { Question } from '../requests/question.ts'

/** One contender, within its own process. */
export interface Served {
  readonly version: string
  readonly listener: RequestListener
  /** The same without a socket; rejects for refusals. `undefined` for the floor. */
  readonly ask: ((question: Question) => Promise<void>) | undefined
  /** Size of the calendar outside this process. */
  readonly bytes: () => Promise<number>
  /** µs of CPU that the database's server has spent on this calendar so far, where that can be told. */
  readonly serverCpu?: (() => Promise<number>) | undefined
}

/** Takes what removes the calendar, as soon as there is something to remove. */
export type OnDrop = (drop: () => Promise<void>) => void
