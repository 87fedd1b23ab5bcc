import { describe, test } from 'vitest'
import { calendarsIn, eachDatabase } from '../setup/databases.ts'
import { imagesOn } from './life.ts'

for (const { name, database } of await eachDatabase()) {
  if (typeof database === 'string') test.skip(`images in ${name}: ${database}`)
  else describe(`images in ${name}`, () => imagesOn(calendarsIn(database)))
}
