import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { siteOn } from './suite.ts'

describe('memory', () =>
  siteOn(() => {
    const storage = memoryStorage()
    return { storage, reopen: async () => storage, close: async () => {} }
  }))
