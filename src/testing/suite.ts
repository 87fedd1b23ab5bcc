import { isUnavailable, type Storage } from '../storage/contract.ts'
import { allocateTests } from './allocate.ts'
import { commitTests } from './commit.ts'
import { contentTests } from './content.ts'
import { countTests } from './count.ts'
import { findTests } from './find.ts'
import { getTests } from './get.ts'
import { lifeTests } from './life.ts'
import { orderTests } from './order.ts'
import { raceTests } from './races.ts'
import { randomTests } from './random.ts'
import { receiptTests } from './receipts.ts'
import { revisionTests } from './revision.ts'
import { tallyTests } from './tally.ts'
import { textTests } from './text.ts'
import { uniqueTests } from './unique.ts'
import { windowTests } from './windows.ts'
import { withinTests } from './within.ts'

/** A storage that was opened for one test. */
export interface OpenedStorage {
  /** Empty. The suite calls its `migrate()` before anything else. */
  readonly storage: Storage
  /**
   * Opens the same data anew, as after a restart of the process; called after `storage.close()`. Leave it out
   * where nothing outlives the storage.
   */
  readonly reopen?: () => Promise<Storage>
  /** Lets go of what `open` made, such as a database of its own. Default: `storage.close()`. */
  readonly close?: () => Promise<void>
}

export interface StorageSuite {
  /**
   * Registers a test: `test` of vitest, `node:test` or `bun:test`, or `Deno.test`. Nothing else of the runner is
   * used; a test fails by rejecting.
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Opens a storage without documents. Called once for each test. */
  readonly open: () => Promise<OpenedStorage>
}

/** Registers a test that gets a fresh storage. */
export type StorageTest = (
  name: string,
  run: (storage: Storage, opened: OpenedStorage) => Promise<void>,
) => void

/**
 * Registers the tests of the storage contract, about a hundred. A storage that passes can be given to
 * `createEventsApi`. There is nothing to switch off: each of the tests holds a sentence of the contract.
 *
 * ```ts
 * import { test } from 'node:test'
 * testStorage({ test, open: async () => ({ storage: myStorage() }) })
 * ```
 */
export function testStorage({ test, open }: StorageSuite): void {
  const register: StorageTest = (name, run) => {
    test(name, async () => {
      const opened = await open()
      const { storage } = opened
      try {
        await storage.migrate()
        await run(storage, opened)
      } finally {
        await (opened.close === undefined ? closeOnce(storage) : opened.close())
      }
    })
  }
  getTests(register)
  contentTests(register)
  findTests(register)
  textTests(register)
  orderTests(register)
  countTests(register)
  tallyTests(register)
  randomTests(register)
  windowTests(register)
  allocateTests(register)
  commitTests(register)
  uniqueTests(register)
  raceTests(register)
  receiptTests(register)
  lifeTests(register)
  withinTests(register)
  revisionTests(register)
}

/** A storage that the test itself has closed may refuse to be closed again. */
async function closeOnce(storage: Storage): Promise<void> {
  try {
    await storage.close()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
