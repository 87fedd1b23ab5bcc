import { memoryKeyValue } from 'kalends/adapters/key-value/memory'
import { LARGEST_RESERVED } from 'kalends/storage/contract'
import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import { expect, test } from 'vitest'
import { libsqlMemory } from '../setup/databases.ts'

test.each([
  ['memory', () => memoryStorage()],
  ['SQL', () => sqlStorage(libsqlMemory().client)],
  ['key-value', () => keyValueStorage(memoryKeyValue())],
])('%s: beyond the largest ID that can be reserved, new IDs are exact', async (_, open) => {
  const storage = open()
  await storage.migrate()
  expect(await storage.reserve('post', LARGEST_RESERVED)).toBe(LARGEST_RESERVED)
  const ids = await storage.allocate('post', 3)
  expect(ids).toEqual([LARGEST_RESERVED + 1, LARGEST_RESERVED + 2, LARGEST_RESERVED + 3])
})
