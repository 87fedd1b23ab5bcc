import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { historiesOn } from './histories.ts'

describe('memory', () => historiesOn(() => ({ storage: memoryStorage(), close: () => {} })))
