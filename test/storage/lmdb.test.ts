import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsWithin } from '../setup/key-values.ts'
import { lmdbStore } from '../setup/stores.ts'

const opened = await lmdbStore()
if (typeof opened === 'string') test.skip(`LMDB: ${opened}`)
else describe('LMDB', () => testStorage({ test: testAnotherClient, open: calendarsWithin(opened) }))
