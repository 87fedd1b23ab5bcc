import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { suggestionsOn } from './suggestions.ts'

describe('memory', () => suggestionsOn(() => ({ storage: memoryStorage(), close: () => {} })))
