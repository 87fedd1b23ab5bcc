import type { EventsApiOptions } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { libsqlMemory } from '../setup/databases.ts'
import { isUser, USERS } from '../setup/users.ts'
import { Player, transcript } from './play.ts'
import { BATCH, PATIENCE, SEED, STEPS } from './runs.ts'
import { someSteps } from './sequence.ts'
import type { Fields, Json, Step } from './steps.ts'
import { emptiedTables, type OpenEmpty } from './storages.ts'

/*
 * Whether the IDs of users are numbers, their digits or other texts makes no difference but to `author`.
 */

const LETTERS = '-abcdefgh'
const letterOf = (id: number): string => LETTERS[id] ?? ''

/** A calendar whose users have these IDs. */
const usersAs = (idOf: (id: number) => string): EventsApiOptions => ({
  authenticate: (request) => {
    const name = request.headers.get('x-user') ?? ''
    return isUser(name) ? { id: idOf(USERS[name].id), role: USERS[name].role } : null
  },
  isAuthor: (id) => Object.values(USERS).some((user) => String(id) === idOf(user.id)),
})

const isObject = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields with another ID for each author, those of new venues and organizers included. */
function withAuthors(fields: Fields, idOf: (id: number) => string): Fields {
  const changed = ([name, value]: [string, Json]): [string, Json] => {
    if (name === 'author' && typeof value === 'number') return [name, idOf(value)]
    return [name, isObject(value) ? withAuthors(value, idOf) : value]
  }
  return Object.fromEntries(Object.entries(fields).map(changed))
}

const withUsers = (step: Step, idOf: (id: number) => string): Step =>
  step.fields === undefined ? step : { ...step, fields: withAuthors(step.fields, idOf) }

/** Tags depend on the whole text. Everything else is the same, since a letter is as long as a digit. */
const normal = (text: string): string =>
  text
    .replace(/^etag: .*\n/m, '')
    .replace(/"author":"([a-h])"/g, (_, letter: string) => `"author":"${LETTERS.indexOf(letter)}"`)

const memory: OpenEmpty = async () => ({ storage: memoryStorage(), close: async () => undefined })

test.each([
  ['letters, in memory', letterOf, memory],
  ['letters, on SQLite', letterOf, emptiedTables(libsqlMemory())],
  ['digits, in memory', String, memory],
] as const)(
  'users with IDs of %s are answered as users with numbers',
  async (_name, idOf, open) => {
    for (let seed = SEED; seed < SEED + BATCH; seed++) {
      const { storage, close } = await open()
      const numbers = new Player(memoryStorage())
      const texts = new Player(storage, usersAs(idOf))
      for (const step of someSteps(seed, STEPS)) {
        const expected = transcript(await numbers.play(step))
        const actual = transcript(await texts.play(withUsers(step, idOf)))
        expect(normal(actual), `SEED=${seed}, step ${step.number}`).toBe(normal(expected))
      }
      await close()
    }
  },
  PATIENCE,
)
