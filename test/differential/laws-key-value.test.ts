import { calendarsWithin } from '../setup/key-values.ts'
import { memoryStore } from '../setup/stores.ts'
import { holdLaws } from './hold-laws.ts'
import { migrated } from './storages.ts'

holdLaws('key-value in memory', migrated(calendarsWithin(await memoryStore())))
