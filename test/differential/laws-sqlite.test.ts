import { libsqlMemory } from '../setup/databases.ts'
import { holdLaws } from './hold-laws.ts'
import { emptiedTables } from './storages.ts'

// A database each, as several calendars are open at once.
holdLaws('SQLite, by libsql', () => emptiedTables(libsqlMemory())())
