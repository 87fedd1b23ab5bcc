import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { erasureOn } from './erasure.ts'

describe('memory', () => erasureOn(() => ({ storage: memoryStorage(), close: () => {} })))
