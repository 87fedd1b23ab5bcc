import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { racesOn } from './races.ts'

describe('memory', () => racesOn(() => ({ storage: memoryStorage(), close: () => {} })))
