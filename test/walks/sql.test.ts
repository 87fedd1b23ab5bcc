import { describe, test } from 'vitest'
import { calendarsIn, eachDatabase } from '../setup/databases.ts'
import { walksOn } from './walks.ts'

for (const { name, database } of await eachDatabase()) {
  if (typeof database === 'string') test.skip(`walks of ${name}: ${database}`)
  else describe(`walks of ${name}`, () => walksOn(calendarsIn(database)))
}
