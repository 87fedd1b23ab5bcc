import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { type KeyValueStorageOptions, keyValueStorage } from 'kalends/storage/key-value'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { watched } from '../setup/watched-store.ts'

/*
 * A key-value storage keeps the texts that searches have read. Another process writes to the same store through a
 * storage of its own.
 */

const JAZZ = { all: ['jazz'], none: [], oneField: false }
const event = (id: number, text: string, expected = 0) =>
  put('event', id, { ...exampleEvent(id), text: [text] }, expected)

/** Two processes on one store. */
function twoProcesses(options: KeyValueStorageOptions = {}) {
  const store = memoryKeyValue()
  const reading = watched(store)
  const storage = keyValueStorage(reading, options)
  return {
    storage,
    other: keyValueStorage(store),
    /** The texts that are read while this runs. */
    async textsRead(run: () => Promise<unknown>) {
      reading.forget()
      await run()
      return reading.asked.gets.flat().filter((key) => key.includes('/x/')).length
    },
  }
}

const idsOf = async (storage: Storage) => {
  const found = await storage.find('event', { text: JAZZ, order: 'id', limit: 100, keysOnly: true })
  return found.map(({ id }) => id)
}
const search = (storage: Storage) => storage.count('event', { text: JAZZ })

describe('searches of a key-value storage', () => {
  test('read each text once', async () => {
    const { storage, textsRead } = twoProcesses()
    for (const id of [1, 2, 3]) await storage.commit([event(id, id === 2 ? 'blues' : 'jazz')])
    expect(await textsRead(() => search(storage))).toBe(3)
    expect(await textsRead(() => search(storage))).toBe(0)
    expect(await search(storage)).toBe(2)
  })

  test('read again what was written since, by any process', async () => {
    const { storage, other, textsRead } = twoProcesses()
    for (const id of [1, 2, 3]) await storage.commit([event(id, 'jazz')])
    expect(await idsOf(storage)).toEqual([1, 2, 3])
    await other.commit([event(2, 'blues', 1)])
    await storage.commit([event(4, 'jazz')])
    await other.commit([{ do: 'remove', kind: 'event', id: 3, expect: 1 }])
    expect(await textsRead(async () => expect(await idsOf(storage)).toEqual([1, 4]))).toBe(2)
  })

  test('find what is written when the journal does not reach back to the last search', async () => {
    const { storage, other } = twoProcesses()
    await storage.commit([event(1, 'jazz')])
    expect(await idsOf(storage)).toEqual([1])
    await other.commit([event(1, 'blues', 1)])
    for (let version = 0; version < 1001; version++) await other.commit([event(2, 'jazz', version)])
    expect(await idsOf(storage)).toEqual([2])
  })

  test('keep no more characters than the limit', async () => {
    const { storage, textsRead } = twoProcesses({ searchCache: 2500 })
    for (const id of [1, 2, 3]) await storage.commit([event(id, `jazz ${'x'.repeat(1000)}`)])
    await search(storage)
    expect(await textsRead(() => search(storage))).toBe(1)
    // A shorter text makes room.
    await storage.commit([event(1, 'jazz', 1)])
    await search(storage)
    expect(await textsRead(() => search(storage))).toBe(0)
    expect(await idsOf(storage)).toEqual([1, 2, 3])
  })

  test('keep nothing where the limit is 0', async () => {
    const { storage, textsRead } = twoProcesses({ searchCache: 0 })
    await storage.commit([event(1, 'jazz')])
    await search(storage)
    expect(await textsRead(() => search(storage))).toBe(1)
  })

  test('do not keep a text that another search has found to be outdated', async () => {
    const store = memoryKeyValue()
    const other = keyValueStorage(store)
    let isHeld = false
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reached = () => {}
    const isReading = new Promise<void>((resolve) => {
      reached = resolve
    })
    const storage = keyValueStorage({
      ...watched(store),
      async get(keys) {
        const values = await store.get(keys)
        if (isHeld && keys.some((key) => key.includes('/x/'))) {
          isHeld = false
          reached()
          await held
        }
        return values
      },
    })
    await other.commit([event(1, 'jazz')])
    isHeld = true
    const slow = search(storage)
    await isReading
    await other.commit([event(1, 'blues', 1)])
    // Notices the commit while the first search still has the old text.
    expect(await search(storage)).toBe(0)
    release()
    expect(await slow).toBe(0)
    expect(await search(storage)).toBe(0)
  })
})
