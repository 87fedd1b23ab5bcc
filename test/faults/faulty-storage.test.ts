import { memoryStorage } from 'kalends/storage/memory'
import { exampleEvent, put } from 'kalends/testing'
import { expect, test } from 'vitest'
import { StorageUnavailable } from '../../src/storage/contract.ts'
import { faulty } from './faulty-storage.ts'

const created = [put('event', 1, exampleEvent(1))]

test('a call that fails or breaks is not carried out, and the others are', async () => {
  for (const [kind, type] of [
    ['fail', StorageUnavailable],
    ['break', Error],
  ] as const) {
    const inner = memoryStorage()
    const { storage, calls, thrown } = faulty(inner, { fault: { kind, at: 2 } })
    expect(await storage.count('event', {})).toBe(0)
    await expect(storage.commit(created)).rejects.toThrow(type)
    expect(await inner.count('event', {})).toBe(0)
    expect(await storage.commit(created)).toEqual({ conflict: null })
    expect(calls).toEqual(['count event', 'commit event', 'commit event'])
    expect(thrown).toHaveLength(1)
  }
})

test('a call that is cut is carried out, and fails', async () => {
  const inner = memoryStorage()
  const { storage } = faulty(inner, { fault: { kind: 'cut', at: 1 } })
  await expect(storage.commit(created)).rejects.toThrow(StorageUnavailable)
  expect(await inner.count('event', {})).toBe(1)
})

test('a call that is delayed is carried out when it is released', async () => {
  const inner = memoryStorage()
  const { storage, release } = faulty(inner, { fault: { kind: 'delay', at: 1 } })
  const commit = storage.commit(created)
  await new Promise(setImmediate)
  expect(await inner.count('event', {})).toBe(0)
  await release()
  expect(await commit).toEqual({ conflict: null })
  expect(await inner.count('event', {})).toBe(1)
})

test('within an aborted signal nothing begins, and calls of all signals are counted together', async () => {
  const control = new AbortController()
  const { storage, calls, signals } = faulty(memoryStorage())
  const given = storage.within?.(control.signal) ?? storage
  await given.count('event', {})
  await storage.count('event', {})
  control.abort('over')
  await expect(given.count('event', {})).rejects.toBe('over')
  expect(calls).toHaveLength(2)
  expect(signals).toEqual([control.signal])
  expect(faulty(memoryStorage(), { hasWithin: false }).storage.within).toBeUndefined()
})
