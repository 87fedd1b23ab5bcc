import { cpus, totalmem } from 'node:os'
import type { Storage } from '../../src/storage/contract.ts'
import type { Driver } from '../by-hand/driver.ts'

/** A calendar of its own, at a `Place`: empty, unless it has been loaded there. */
export interface Opened {
  /** The database and its client. */
  readonly version: string
  /** Bytes on disk or on the server; 0 for a calendar in the memory of the process. */
  bytes(): Promise<number>
  /** µs of CPU that the server has spent on the open connections of this calendar, where that can be told. */
  serverCpu?(): Promise<number>
  /** What an operator does after such a load: statistics, checkpoint. */
  settle(): Promise<void>
  /** Closes the calendar and removes it, unless it is kept. */
  close(): Promise<void>
}

export interface OpenedByHand extends Opened {
  readonly driver: Driver
}

export interface OpenedStorage extends Opened {
  readonly storage: Storage
}

export const machine = (): string =>
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`
