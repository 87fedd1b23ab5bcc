import { testKeyValue } from 'events-api/testing'
import { test } from 'vitest'
import { memoryStore } from '../setup/stores.ts'

testKeyValue({ test, open: memoryStore })
