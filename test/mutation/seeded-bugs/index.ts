import { answers } from './bugs/answers.ts'
import { authentication } from './bugs/authentication.ts'
import { dates } from './bugs/dates.ts'
import { input } from './bugs/input.ts'
import { kept } from './bugs/kept.ts'
import { lists } from './bugs/lists.ts'
import { memory } from './bugs/memory.ts'
import { passwords } from './bugs/passwords.ts'
import { rights } from './bugs/rights.ts'
import { text } from './bugs/text.ts'
import { trouble } from './bugs/trouble.ts'
import { writes } from './bugs/writes.ts'
import type { SeededBug } from './seeded-bug.ts'

export const SEEDED_BUGS: readonly SeededBug[] = [
  ...authentication,
  ...rights,
  ...passwords,
  ...text,
  ...input,
  ...dates,
  ...lists,
  ...writes,
  ...memory,
  ...answers,
  ...kept,
  ...trouble,
]
