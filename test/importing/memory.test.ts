import { keyValueStorage } from 'kalends/storage/key-value'
import { memoryStorage } from 'kalends/storage/memory'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { importsOn } from './importing.ts'

describe('memory', () => importsOn(() => ({ storage: memoryStorage() })))

describe('key-value memory', () =>
  importsOn(async () => ({ storage: keyValueStorage((await memoryStore()).store) })))
