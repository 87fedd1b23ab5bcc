import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { seriesOn } from './series.ts'

describe('memory', () => seriesOn(() => ({ storage: memoryStorage(), close: () => {} })))
