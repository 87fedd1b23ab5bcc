import type { RequestListener } from 'node:http'
import type { Question } from '../requests/question.ts'
import type { Spent } from '../shared/cpu.ts'
import type { Place } from '../shared/place.ts'

/** One contender, within its own process. */
export interface Served {
  readonly version: string
  readonly listener: RequestListener
  /** The same without a socket; rejects for refusals. `undefined` for the floor. */
  readonly ask: Ask | undefined
  /** The same without a cache, where there is one. */
  readonly askCold?: Ask
  /** What it took to load the calendar. */
  readonly loaded: Spent
  /** Size of the calendar outside this process. */
  readonly bytes: () => Promise<number>
  /** µs of CPU that the database's server has spent on this calendar so far, where that can be told. */
  readonly serverCpu?: (() => Promise<number>) | undefined
}

export type Ask = (question: Question) => Promise<void>

export interface Calendar {
  readonly database: string
  readonly place: Place
  readonly events: number
  /** Takes what closes the calendar, as soon as there is something to close. */
  readonly onClose: (close: () => Promise<void>) => void
}
