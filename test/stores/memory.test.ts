import { testKeyValue } from 'kalends/testing'
import { test } from 'vitest'
import { memoryStore } from '../setup/stores.ts'

testKeyValue({ test, open: memoryStore })
