import { memoryKeyValue } from 'events-api/adapters/key-value/memory'
import { keyValueStorage } from 'events-api/storage/key-value'
import { testStorage } from 'events-api/testing'
import { describe, test } from 'vitest'

describe('memory', () =>
  testStorage({ test, open: async () => ({ storage: keyValueStorage(memoryKeyValue()) }) }))
