import type { Entry, OrderedKeyValue } from '../storage/key-value/store.ts'
import { commitTests } from './key-value/commit.ts'
import { getTests } from './key-value/get.ts'
import { limitTests } from './key-value/limits.ts'
import { raceTests } from './key-value/races.ts'
import { randomTests } from './key-value/random.ts'
import { rangeTests } from './key-value/range.ts'

/** A store that was opened for one test. */
export interface OpenedKeyValue {
  /** It need not be empty: each test writes to calendars that nobody else has. */
  readonly store: OrderedKeyValue
  /** Lets go of what `open` made, such as a folder of its own. Default: `store.close()`. */
  readonly close?: () => Promise<void>
}

export interface KeyValueSuite {
  /**
   * Registers a test: `test` of vitest, `node:test` or `bun:test`, or `Deno.test`. Nothing else of the runner is
   * used; a test fails by rejecting.
   */
  readonly test: (name: string, run: () => Promise<void>) => unknown
  /** Opens the store. Called once for each test. */
  readonly open: () => Promise<OpenedKeyValue>
}

/** A calendar of one test. */
export interface Calendar {
  readonly name: string
  /** `a` is the key `<calendar>/a`. */
  readonly key: (rest: string) => string
  readonly entry: (rest: string, value: string) => Entry
}

/** Registers a test that gets the store, and a calendar in it without entries. */
export type KeyValueTest = (
  name: string,
  run: (store: OrderedKeyValue, calendar: Calendar) => Promise<void>,
) => void

/**
 * Registers the tests of the port to an ordered key-value store, more than fifty. A store that passes can be given to
 * `keyValueStorage`. There is nothing to switch off: each of the tests holds a sentence of the port.
 *
 * ```ts
 * import { test } from 'node:test'
 * testKeyValue({ test, open: async () => ({ store: myStore() }) })
 * ```
 */
export function testKeyValue({ test, open }: KeyValueSuite): void {
  const register: KeyValueTest = (name, run) => {
    test(name, async () => {
      const { store, close = () => store.close() } = await open()
      try {
        await run(store, calendarOf(`test${randomText()}`))
      } finally {
        await close()
      }
    })
  }
  getTests(register)
  rangeTests(register)
  commitTests(register)
  limitTests(register)
  raceTests(register)
  randomTests(register)

  register('close: twice does no harm', async (store) => {
    await store.close()
    await store.close()
  })
}

export function calendarOf(name: string): Calendar {
  const key = (rest: string) => `${name}/${rest}`
  return { name, key, entry: (rest, value) => [key(rest), value] }
}

const randomText = () => Math.random().toString(36).slice(2).padEnd(8, '0')
