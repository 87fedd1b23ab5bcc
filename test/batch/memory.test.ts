import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { batchesOn } from './batches.ts'

describe('memory', () => batchesOn(async () => memoryStorage()))
