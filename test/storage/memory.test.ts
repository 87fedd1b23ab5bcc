import { memoryStorage } from 'events-api/storage/memory'
import { testStorage } from 'events-api/testing'
import { test } from 'vitest'

testStorage({ test, open: async () => ({ storage: memoryStorage() }) })
