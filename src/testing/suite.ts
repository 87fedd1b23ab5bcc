import { isUnavailable, type Storage } from '../storage/contract.ts'
import { afterTests } from './after.ts'
import { allocateTests } from './allocate.ts'
import { commitTests } from './commit.ts'
import { contentTests } from './content.ts'
import { countTests } from './count.ts'
import { extraTests } from './extras.ts'
import { findTests } from './find.ts'
import { getTests } from './get.ts'
import { journalTests } from './journal.ts'
import { lifeTests } from './life.ts'
import { orderTests } from './order.ts'
import { raceTests } from './races.ts'
import { randomTests } from './random.ts'
import { receiptTests } from './receipts.ts'
import { revisionTests } from './revision.ts'
import type { OpenedStorage, StorageTest } from './storage-test.ts'
import { tallyTests } from './tally.ts'
import { textTests } from './text.ts'
import { uniqueTests } from './unique.ts'
import { windowTests } from './windows.ts'
import { withinTests } from './within.ts'

export interface StorageSuite {
  /**
   * Registers a test: `test` of vitest, `node:test` or `bun:test`, or `Deno.test`. The suite uses no other function of
   * the runner; a test fails if its promise rejects.
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Opens a storage without documents. Called once per test. */
  readonly open: () => Promise<OpenedStorage>
}

/**
 * Registers the tests of the storage contract, about a hundred. `createEventsApi` works with every storage that passes.
 * No test can be switched off, because each one tests a requirement of the contract.
 *
 * @example
 * ```ts
 * import { testStorage } from 'kalends/testing'
 *
 * testStorage({ test, open: async () => ({ storage: memoryStorage() }) })
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
  afterTests(register)
  countTests(register)
  tallyTests(register)
  randomTests(register)
  windowTests(register)
  allocateTests(register)
  commitTests(register)
  uniqueTests(register)
  raceTests(register)
  receiptTests(register)
  journalTests(register)
  extraTests(register)
  lifeTests(register)
  withinTests(register)
  revisionTests(register)
}

/** A storage that the test has closed may reject a second `close`. */
async function closeOnce(storage: Storage): Promise<void> {
  try {
    await storage.close()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
