import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { keyValueStorage } from 'kalends/storage/key-value'
import { sqlStorage } from 'kalends/storage/sql'
import { exampleEvent, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { libsqlMemory } from '../setup/databases.ts'

/* Several calendars over one client or store. */

const { client } = libsqlMemory()
const store = memoryKeyValue()

describe.each<[name: string, open: (calendar: string) => Storage]>([
  ['SQL', (calendar) => sqlStorage(client, { tablePrefix: `${calendar}_` })],
  ['key-value', (calendar) => keyValueStorage(store, { calendar })],
])('%s', (_, open) => {
  test('a calendar that is closed leaves the others as they are, and can be opened again', async () => {
    const [one, other] = [open('t1'), open('t2')]
    for (const storage of [one, other]) {
      await storage.migrate()
      await storage.commit([put('event', 1, exampleEvent(1))])
    }
    await one.close()
    await other.commit([put('event', 2, exampleEvent(2))])
    expect(await other.count('event', {})).toBe(2)
    expect(await open('t1').count('event', {})).toBe(1)
  })
})
