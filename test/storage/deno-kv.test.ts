import { testStorage } from 'kalends/testing'
import { describe, test } from 'vitest'
import { testAnotherClient } from '../setup/another-client.ts'
import { calendarsWithin } from '../setup/key-values.ts'
import { denoStore } from '../setup/stores.ts'

const opened = await denoStore()
if (typeof opened === 'string') test.skip(`Deno KV: ${opened}`)
else
  describe('Deno KV, in Node', () => testStorage({ test: testAnotherClient, open: calendarsWithin(opened) }))
