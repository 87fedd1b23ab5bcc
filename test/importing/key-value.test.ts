import { keyValueStorage } from 'kalends/storage/key-value'
import { describe } from 'vitest'
import { memoryStore } from '../setup/stores.ts'
import { importsOn } from './importing.ts'

describe('key-value memory', () =>
  importsOn(async () => ({ storage: keyValueStorage((await memoryStore()).store) })))
