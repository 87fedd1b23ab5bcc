import { memoryStorage } from 'kalends/storage/memory'
import { holdLaws } from './hold-laws.ts'

holdLaws('memory', async () => {
  const storage = memoryStorage()
  return { storage, close: () => storage.close() }
})
