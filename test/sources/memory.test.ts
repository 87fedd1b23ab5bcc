import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { sourcesOn } from './sources.ts'

describe('memory', () => sourcesOn(() => ({ storage: memoryStorage(), close: () => {} })))
