import type { Storage } from '../../src/storage/contract.ts'
import type { Driver } from './by-hand/driver.ts'

/** A calendar made for the benchmark, which knows nothing of the others. */
export interface Opened {
  /** What keeps it, as that says itself. */
  readonly version: string
  /** What it takes on disk, or in memory where it is kept there. */
  bytes(): Promise<number>
  /** What an operator would do after such a load. */
  settle(): Promise<void>
  /** Closes it, and leaves nothing behind. */
  drop(): Promise<void>
}

export interface OpenedByHand extends Opened {
  readonly driver: Driver
}

export interface OpenedStorage extends Opened {
  readonly storage: Storage
}
