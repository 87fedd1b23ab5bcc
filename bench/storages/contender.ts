import type { Storage } from '../../src/storage/contract.ts'
import type { EventsApi } from '../../src/types.ts'
import type { Driver } from './by-hand/driver.ts'

/** What the question is put to on the library's side. */
export interface Library {
  readonly api: EventsApi
  readonly storage: Storage
}

/** One question, which any of them answers with a JSON text. */
export interface Question {
  byHand(driver: Driver): Promise<string>
  library(library: Library): Promise<string>
}

export interface Contender {
  readonly name: string
  ask(question: Question): Promise<string>
}
