import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { importsOn } from './importing.ts'

describe('memory', () => importsOn(() => ({ storage: memoryStorage() })))
