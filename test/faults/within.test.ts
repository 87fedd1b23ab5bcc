import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import type { SqlClient } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { VERSION } from '../../src/storage/sql/migrations/index.ts'
import { openSql } from '../../src/storage/sql/open.ts'
import { watched } from '../setup/watched-store.ts'

/*
 * What the storages make of a signal, beyond what the published suite can see.
 */

const reason = new Error('the request is over')

function within(storage: Storage) {
  const control = new AbortController()
  return { given: storage.within?.(control.signal) ?? storage, abort: () => control.abort(reason) }
}

describe('SQL', () => {
  const busy = new Error('busy')
  const client = (overrides: Partial<SqlClient>): SqlClient => ({
    dialect: 'sqlite',
    query: () => Promise.reject(busy),
    batch: () => Promise.reject(busy),
    codeOf: (error) => (error === busy ? 5 : undefined),
    ...overrides,
  })

  /** The storage has seen that its tables are of this version, so `query` gets only what the test asks for. */
  async function checked(query: SqlClient['query'], overrides: Partial<SqlClient> = {}): Promise<Storage> {
    let isChecked = false
    const storage = openSql(
      client({
        ...overrides,
        query: async (statement, signal) =>
          isChecked
            ? query(statement, signal)
            : [{ version: VERSION, name: 'migration', count: 0, total: 0 }],
      }),
    )
    await storage.count('venue', {})
    isChecked = true
    return storage
  }

  test('a call that waits to be tried again stops waiting', async () => {
    let waits = 0
    const wait = () => {
      waits++
      return new Promise<void>(() => {})
    }
    for (const ask of [
      (storage: Storage) => storage.count('venue', {}),
      (storage: Storage) => storage.allocate('post', 1),
    ]) {
      const { given, abort } = within(openSql(client({}), {}, wait))
      const asked = ask(given)
      await new Promise(setImmediate)
      abort()
      await expect(asked).rejects.toBe(reason)
    }
    expect(waits).toBe(2)
  })

  test('what is gathered for one request does not end with another', async () => {
    const signals: (AbortSignal | undefined)[] = []
    const query: SqlClient['query'] = async (_statement, signal) => {
      signals.push(signal)
      await new Promise(setImmediate)
      signal?.throwIfAborted()
      return []
    }
    const storage = await checked(query)
    const one = within(storage)
    const other = within(storage)
    const asked = [one.given.get('event', [1]), other.given.get('event', [1]), storage.get('event', [1])]
    one.abort()
    const results = await Promise.allSettled(asked)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(signals.filter((signal) => signal === undefined)).toHaveLength(1)
  })

  test('a commit that was refused is not looked into any further', async () => {
    const refused = new Error('constraint')
    let queries = 0
    const control = new AbortController()
    const query = async () => {
      queries++
      return []
    }
    const storage = await checked(query, {
      batch: async () => {
        control.abort(reason)
        throw refused
      },
      codeOf: (error) => (error === refused ? 'SQLITE_CONSTRAINT' : undefined),
    })
    const commit = storage.within?.(control.signal).commit([put('event', 1, exampleEvent(1))])
    await expect(commit).rejects.toBe(reason)
    expect(queries).toBe(0)
  })
})

describe('key-value', () => {
  /** A store whose gets and commits wait until they are let go. */
  function held() {
    let isOn = false
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const pause = async () => {
      if (isOn) await opened
    }
    const store = watched(memoryKeyValue(), {
      get: pause,
      range: pause,
      commit: async () => {
        await pause()
        return true
      },
    })
    const hold = () => {
      isOn = true
    }
    return { store, storage: keyValueStorage(store), hold, letGo: open }
  }

  test('a read that is under way ends, and asks the store for nothing more', async () => {
    const { store, storage, hold, letGo } = held()
    await storage.commit([put('event', 1, exampleEvent(1)), put('event', 2, exampleEvent(2))])
    hold()
    const { given, abort } = within(storage)
    const text = { all: ['event'], none: [], oneField: false }
    const reads = [given.get('event', [1]), given.count('event', { text }), given.tally('tag', { text })]
    const ended = Promise.allSettled(reads)
    await new Promise(setImmediate)
    abort()
    for (const result of await ended) expect(result).toEqual({ status: 'rejected', reason })
    store.forget()
    letGo()
    await new Promise(setImmediate)
    const { gets, ranges, commits } = store.asked
    // Those that were waiting, and no step after them.
    expect(gets.length + ranges.length).toBeLessThanOrEqual(reads.length)
    expect(commits).toEqual([])
    expect(await storage.count('event', { text })).toBe(2)
  })

  test('a commit and an allocation that have not begun are dropped, the others continue', async () => {
    const { storage, hold, letGo } = held()
    await storage.migrate()
    hold()
    const first = storage.commit([put('event', 1, exampleEvent(1))])
    await new Promise(setImmediate)
    const { given, abort } = within(storage)
    const left = given.commit([put('event', 2, exampleEvent(2))])
    const other = storage.commit([put('event', 3, exampleEvent(3))])
    const ended = Promise.allSettled([left, first, other])
    abort()
    letGo()
    expect(await ended).toEqual([
      { status: 'rejected', reason },
      { status: 'fulfilled', value: { conflict: null } },
      { status: 'fulfilled', value: { conflict: null } },
    ])
    expect((await storage.get('event', [1, 2, 3])).map(({ id }) => id)).toEqual([1, 3])
  })
})
