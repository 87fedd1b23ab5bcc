import type { OrderedKeyValue } from '../storage/key-value/store.ts'
import { calendarOf, type KeyValueTest } from './key-value/calendar.ts'
import { commitTests } from './key-value/commit.ts'
import { getTests } from './key-value/get.ts'
import { limitTests } from './key-value/limits.ts'
import { raceTests } from './key-value/races.ts'
import { randomTests } from './key-value/random.ts'
import { rangeTests } from './key-value/range.ts'

/** A store opened for one test. */
export interface OpenedKeyValue {
  /** It need not be empty, because each test uses its own calendars. */
  readonly store: OrderedKeyValue
  /** Removes what `open` created, such as its folder. */
  readonly close?: () => Promise<void>
}

export interface KeyValueSuite {
  /**
   * Registers a test: `test` of vitest, `node:test` or `bun:test`, or `Deno.test`. The suite uses no other function of
   * the runner; a test fails if its promise rejects.
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Opens the store. Called once per test. */
  readonly open: () => Promise<OpenedKeyValue>
}

/**
 * Registers the tests of the port to an ordered key-value store, more than fifty. `keyValueStorage` works with every
 * store that passes. No test can be switched off, because each one tests a requirement of the port.
 *
 * @example
 * ```ts
 * import { test } from 'node:test'
 * testKeyValue({ test, open: async () => ({ store: myStore() }) })
 * ```
 */
export function testKeyValue({ test, open }: KeyValueSuite): void {
  const register: KeyValueTest = (name, run) => {
    test(name, async () => {
      const { store, close } = await open()
      try {
        await run(store, calendarOf(`test${randomText()}`))
      } finally {
        await close?.()
      }
    })
  }
  getTests(register)
  rangeTests(register)
  commitTests(register)
  limitTests(register)
  raceTests(register)
  randomTests(register)
}

const randomText = () => Math.random().toString(36).slice(2).padEnd(8, '0')
