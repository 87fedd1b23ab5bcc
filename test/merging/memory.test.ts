import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { mergesOn } from './merging.ts'

describe('memory', () => mergesOn(() => ({ storage: memoryStorage(), close: () => {} })))
