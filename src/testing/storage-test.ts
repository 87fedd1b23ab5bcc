import type { Storage } from '../storage/contract.ts'

/** A storage opened for one test. */
export interface OpenedStorage {
  /** Empty. The suite calls `migrate()` first. */
  readonly storage: Storage
  /**
   * Opens the same data again, as after a restart of the process. Called after `storage.close()`. Omit it if the data
   * does not outlive the storage.
   */
  readonly reopen?: () => Promise<Storage>
  /** Removes what `open` created, such as its database. Default: `storage.close()`. */
  readonly close?: () => Promise<void>
}

/** Registers a test that receives an empty storage. */
export type StorageTest = (
  name: string,
  run: (storage: Storage, opened: OpenedStorage) => Promise<void>,
) => void
