import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { changesOn } from './changes.ts'

describe('memory', () => {
  const storage = memoryStorage()
  changesOn(() => ({ storage, close: () => {} }))
})
