import type { OrderedKeyValue } from '../../../src/storage/key-value/store.ts'
import { unavailable } from '../unavailable.ts'
import type { RedisConnection, RedisKeyValueOptions, ReplicaOptions, Slice } from './connection.ts'
import { boundsOf, calendarOf, entryOf, memberOf, placeOf } from './members.ts'
import { isOfWrongType, isRedirection, outageOf } from './outages.ts'
import { runScript, runScriptWith } from './running.ts'
import { COMMIT, GET, IS_SEALED, RANGE, SEAL, SEALED } from './scripts.ts'
import { settingsCheck } from './settings.ts'

/** Redis blocks other requests during a call, and client libraries pass each key as an argument. */
const LIMITS = { keysPerGet: 10_000, mutationsPerCommit: 10_000 }

/** Calendars in Redis, one sorted set per calendar. */
export function sortedSets(
  connection: RedisConnection,
  { prefix = 'kalends:', replicas, warn = console.warn }: RedisKeyValueOptions,
): OrderedKeyValue {
  // A cluster hashes the text between the first braces, which must be the calendar's name.
  if (/[{}]/.test(prefix)) throw new TypeError(`the prefix must not contain braces: ${prefix}`)
  if (replicas !== undefined) requireCounts(replicas)
  const settings = settingsCheck(connection, warn)
  /** Calendars whose first key is sealed. */
  const sealed = new Set<string>()

  async function use<T>(
    key: string | undefined,
    nothing: T,
    work: (key: string, calendar: string) => Promise<T>,
  ): Promise<T> {
    if (key === undefined) return nothing
    const calendar = calendarOf(key)
    const first = `${prefix}{${calendar}}`
    const redisKey = sealed.has(calendar) ? first + SEALED : first
    await settings(redisKey)
    try {
      return await work(redisKey, calendar)
    } catch (error) {
      if (!isOfWrongType(error) || redisKey !== first) throw outageOf(error)
      if (!(await isSealed(first))) throw error
      // Another process has sealed it.
      sealed.add(calendar)
      return use(key, nothing, work)
    }
  }

  async function isSealed(first: string): Promise<boolean> {
    try {
      return isOne(await runScript(connection, IS_SEALED, first, []))
    } catch (error) {
      if (isOfWrongType(error)) return false
      throw outageOf(error)
    }
  }

  async function members(slice: Slice): Promise<readonly unknown[]> {
    try {
      return listOf(await connection.members(slice))
    } catch (error) {
      if (!isRedirection(error)) throw error
      const { key, from, to, limit, reverse } = slice
      const order = reverse ? ['REV'] : []
      const values = [from, to, 'BYLEX', ...order, 'LIMIT', '0', String(limit)]
      return listOf(await runScript(connection, RANGE, key, values))
    }
  }

  async function write(key: string, values: readonly string[]): Promise<boolean> {
    if (replicas === undefined) return isOne(await runScript(connection, COMMIT, key, values))
    const { acknowledged, within } = replicas
    const wait = { name: 'wait', replicas: acknowledged, milliseconds: within } as const
    const [answer, copies] = await runScriptWith(connection, COMMIT, key, values, [wait])
    if (isOne(answer) && !(Number(copies) >= acknowledged)) {
      const message = `the write took effect, but only ${copies} of ${acknowledged} replicas had it within ${within} ms`
      throw unavailable(message, undefined)
    }
    return isOne(answer)
  }

  return {
    limits: LIMITS,

    get: (keys) =>
      use<readonly (string | undefined)[]>(keys[0], [], async (key, calendar) => {
        const places = keys.map((one) => placeOf(one, calendar))
        const found = listOf(await runScript(connection, GET, key, places))
        return places.map((place, index) => textOf(found[index])?.slice(place.length + 1))
      }),

    range: ({ start, end, limit, reverse = false }) =>
      use(start < end ? start : undefined, [], async (key, calendar) => {
        const [lowest, highest] = boundsOf(start, end, calendar)
        const [from, to] = reverse ? [highest, lowest] : [lowest, highest]
        const found = await members({ key, from, to, limit, reverse })
        return found.map((member) => entryOf(textOf(member) ?? '', calendar))
      }),

    seal: (key) =>
      use(key, undefined, async (redisKey, calendar) => {
        if (!sealed.has(calendar)) await runScript(connection, SEAL, redisKey, [])
        sealed.add(calendar)
      }),

    commit({ checks, sets, deletes }) {
      const first = checks[0]?.[0] ?? sets[0]?.[0] ?? deletes[0]
      return use(first, true, async (key, calendar) => {
        const values = [
          String(checks.length),
          String(deletes.length),
          ...checks.map(([one, value]) =>
            value === undefined ? `!${placeOf(one, calendar)}` : `=${memberOf([one, value], calendar)}`,
          ),
          ...deletes.map((one) => placeOf(one, calendar)),
          ...sets.map((entry) => memberOf(entry, calendar)),
        ]
        if (sets.length + deletes.length === 0) return isOne(await runScript(connection, COMMIT, key, values))
        const before = connection.interruptions()
        const isDone = await write(key, values)
        if (!isDone && connection.interruptions() !== before) {
          // The library may have resent the write because the first response was lost. The checks may then fail because
          // of its own write. A caller that treats this as a conflict would write twice.
          throw unavailable('a connection ended: whether the write took effect is not known', undefined)
        }
        return isDone
      })
    },
  }
}

function requireCounts({ acknowledged, within }: ReplicaOptions): void {
  for (const [name, count] of Object.entries({ acknowledged, within })) {
    if (!Number.isSafeInteger(count) || count < 1) {
      throw new TypeError(`replicas.${name} must be an integer from 1 up`)
    }
  }
}

function listOf(answer: unknown): readonly unknown[] {
  if (!Array.isArray(answer)) throw new TypeError('Redis gave no list')
  return answer
}

// A client may be configured to return numbers as strings, and strings as bytes.

function isOne(answer: unknown): boolean {
  const number = Number(answer)
  if (number !== 0 && number !== 1) throw new TypeError('Redis said neither yes nor no')
  return number === 1
}

function textOf(answer: unknown): string | undefined {
  if (answer === null || typeof answer === 'string') return answer ?? undefined
  if (answer instanceof Uint8Array) return new TextDecoder().decode(answer)
  throw new TypeError('Redis gave no text')
}
