import {
  basicPasswords,
  bearerTokens,
  memoryPasswords,
  memoryTokens,
  type PasswordRecord,
  type TokenRecord,
} from 'kalends/auth'
import { keyValueCredentials } from 'kalends/auth/key-value'
import { migrationSql, sqlCredentials } from 'kalends/auth/sql'
import { keyValueStorage } from 'kalends/storage/key-value'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { afterAll, describe, expect, test } from 'vitest'
import type { CredentialStores } from '../../src/auth/credential-stores.ts'
import type { OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import { eachDatabase } from '../setup/databases.ts'
import { nodeRedisStore, redisStore } from '../setup/redis.ts'
import { durableObjectStore, lmdbStore, memoryStore, type TestStore } from '../setup/stores.ts'
import { AUTHOR, basic, calendarOf, EDITOR, type Host, WRONG } from './asking.ts'

/* One suite for everything that keeps passwords and tokens. */

/** An empty store; the same one, opened anew, by `again`. */
type Open = () => { credentials: CredentialStores; again: () => CredentialStores }

const password = (id: string, fields: Partial<PasswordRecord> = {}): PasswordRecord => ({
  id,
  user: 'ann@example.com',
  principal: EDITOR,
  name: 'Telefon "grün" \u{1f389}\u0000',
  hash: 'a'.repeat(64),
  salt: '',
  iterations: 0,
  ...fields,
})

const token = (id: string, fields: Partial<TokenRecord> = {}): TokenRecord => ({
  id,
  hash: 'b'.repeat(64),
  principal: AUTHOR,
  name: '',
  expires: null,
  ...fields,
})

function holds(open: Open): void {
  test('passwords are found by their IDs, and replaced by what has the same', async () => {
    const { passwords } = open().credentials
    expect((await passwords.get('nobody')) ?? null).toBeNull()
    await passwords.put(password('one'))
    await passwords.put(password('other', { principal: AUTHOR, name: '' }))
    expect(await passwords.get('one')).toEqual(password('one'))
    expect(await passwords.get('other')).toEqual(password('other', { principal: AUTHOR, name: '' }))
    expect((await passwords.get('ONE')) ?? null).toBeNull()
    const changed = password('one', { hash: 'c'.repeat(64), salt: 'd'.repeat(32), iterations: 600_000 })
    await passwords.put(changed)
    expect(await passwords.get('one')).toEqual(changed)
    expect(await passwords.list('ann@example.com')).toHaveLength(2)
  })

  test('passwords are listed by their user, whose name is compared character by character', async () => {
    const { passwords } = open().credentials
    const users = ['ann@example.com', 'ann', 'ann ', 'änn', 'a'.repeat(254), '雪'.repeat(254), `o'hara"\\%_`]
    for (const [at, user] of users.entries()) {
      await passwords.put(password(`${at}-first`, { user }))
      await passwords.put(password(`${at}-second`, { user }))
    }
    for (const [at, user] of users.entries()) {
      const ids = (await passwords.list(user)).map(({ id }) => id).sort()
      expect(ids, user).toEqual([`${at}-first`, `${at}-second`])
    }
    expect(await passwords.list('nobody')).toEqual([])
    expect(await passwords.list('%')).toEqual([])
  })

  test('passwords are removed, others stay', async () => {
    const { passwords } = open().credentials
    for (const id of ['one', 'two']) await passwords.put(password(id))
    await passwords.remove('one')
    await passwords.remove('one')
    await passwords.remove(`no' such / ID ü`)
    expect((await passwords.get('one')) ?? null).toBeNull()
    expect((await passwords.list('ann@example.com')).map(({ id }) => id)).toEqual(['two'])
  })

  test('more passwords of a user than one read gives are listed all the same', async () => {
    const { passwords } = open().credentials
    for (let at = 0; at < 230; at++) await passwords.put(password(`p${at}`))
    expect(await passwords.list('ann@example.com')).toHaveLength(230)
  })

  test('tokens are found by their hashes, and removed by their IDs', async () => {
    const { tokens } = open().credentials
    const one = token('c2b9e03d-4844-4251-8e24-8dfc72d67290', { expires: '2028-01-01T00:00:00.000Z' })
    const other = token('72d67290-4844-4251-8e24-8dfc72d67290', { hash: 'c'.repeat(64), name: 'kiosk' })
    await tokens.put(one)
    await tokens.put(other)
    expect(await tokens.get(one.hash)).toEqual(one)
    expect(await tokens.get(other.hash)).toEqual(other)
    expect((await tokens.get('d'.repeat(64))) ?? null).toBeNull()
    await tokens.remove(one.id)
    await tokens.remove(one.id)
    await tokens.remove(`no' such / ID ü`)
    expect((await tokens.get(one.hash)) ?? null).toBeNull()
    expect(await tokens.get(other.hash)).toEqual(other)
  })

  test('what one process issues another one takes, until it is revoked', async () => {
    const { credentials, again } = open()
    const issuing = {
      tokens: bearerTokens(credentials.tokens),
      passwords: basicPasswords(credentials.passwords),
    }
    const { passwords, tokens } = again()
    const { token, id } = await issuing.tokens.issue({ principal: EDITOR })
    const issued = await issuing.passwords.issue({
      user: 'Ann@example.com',
      principal: EDITOR,
      name: 'phone',
    })
    const chosen = await issuing.passwords.choose({
      user: 'ann@example.com',
      principal: AUTHOR,
      password: 'correct horse',
      name: 'own',
    })
    const byToken = calendarOf(bearerTokens<Host>(tokens).authenticate)
    const byPassword = calendarOf(basicPasswords<Host>(passwords, { cacheMaxAge: 0 }).authenticate)
    const write = { method: 'POST' }
    const sent = [
      () => byToken.outcome({ ...write, authorization: `Bearer ${token}` }),
      () => byPassword.outcome({ ...write, authorization: basic('ann@example.com', issued.password) }),
      () => byPassword.outcome({ ...write, authorization: basic('ann@example.com', 'correct horse') }),
    ]
    const answers = async () => Promise.all(sent.map((ask) => ask()))
    expect(await answers()).toEqual(['201', '201', '403 rest_forbidden'])
    const listed = await issuing.passwords.list('ANN@example.com')
    expect(listed.map(({ name }) => name).sort()).toEqual(['own', 'phone'])
    await issuing.tokens.revoke(id)
    for (const one of [issued, chosen]) await issuing.passwords.revoke(one.id)
    expect(await answers()).toEqual([WRONG, WRONG, WRONG])
    expect(await issuing.passwords.list('ann@example.com')).toEqual([])
  })

  test('one of several changes of the same password at the same time stays', async () => {
    const { passwords } = open().credentials
    const records = Array.from({ length: 10 }, (_, at) => password('one', { hash: String(at).repeat(64) }))
    await Promise.all(records.map((record) => passwords.put(record)))
    expect(records).toContainEqual(await passwords.get('one'))
    await Promise.all([passwords.remove('one'), passwords.remove('one')])
    expect(await passwords.list('ann@example.com')).toEqual([])
  })
}

describe('memory', () =>
  holds(() => {
    const credentials = { passwords: memoryPasswords(), tokens: memoryTokens(), migrate: async () => {} }
    return { credentials, again: () => credentials }
  }))

const databases = await eachDatabase()
for (const { name, database } of databases) {
  if (typeof database === 'string') test.skip(`${name}: ${database}`)
  else {
    const { client, schema } = database
    const optionsOf = (tablePrefix: string) => ({ tablePrefix, ...(schema === undefined ? {} : { schema }) })

    describe(name, async () => {
      let made = 0
      const prefixes = Array.from({ length: 12 }, (_, at) => `c${at}_`)
      for (const prefix of prefixes) await sqlCredentials(client, optionsOf(prefix)).migrate()
      holds(() => {
        const prefix = prefixes[made++] ?? ''
        const again = () => sqlCredentials(client, optionsOf(prefix))
        return { credentials: again(), again }
      })

      test('simultaneous calls of migrate make the tables once, beside those of a calendar', async () => {
        const options = optionsOf('m_')
        const credentials = sqlCredentials(client, options)
        await Promise.all([
          ...Array.from({ length: 4 }, () => sqlCredentials(client, options).migrate()),
          sqlStorage(client, options).migrate(),
        ])
        await credentials.passwords.put(password('one'))
        await credentials.migrate()
        expect(await credentials.passwords.get('one')).toEqual(password('one'))
      })

      test('a printed script makes the same tables, and may run again', async () => {
        const options = optionsOf('s_')
        for (let time = 0; time < 2; time++) await run(client, migrationSql(client.dialect, options))
        const { passwords, tokens, migrate } = sqlCredentials(client, options)
        await migrate()
        await passwords.put(password('one'))
        await tokens.put(token('two'))
        expect(await passwords.get('one')).toEqual(password('one'))
      })
    })
  }
}

const run = (client: SqlClient, script: string) =>
  client.batch(
    script
      .trim()
      .split(/;\n/)
      .map((sql) => ({ sql: sql.replace(/;$/, ''), values: [] })),
  )

const stores: readonly (readonly [string, TestStore | string])[] = [
  ['key-value in memory', await memoryStore()],
  ['LMDB', await lmdbStore()],
  ['Durable Objects, by their shape', await durableObjectStore()],
  ...(
    [
      ['Redis, by ioredis', await redisStore()],
      ['Redis, by node-redis', await nodeRedisStore()],
    ] as const
  ).map(([name, redis]) => [name, typeof redis === 'string' ? redis : asStore(redis.kv)] as const),
]

function asStore(store: OrderedKeyValue): TestStore {
  return { store, close: async () => {} }
}

for (const [name, opened] of stores) {
  if (typeof opened === 'string') test.skip(`${name}: ${opened}`)
  else {
    afterAll(() => opened.close())
    describe(name, () => {
      const { store } = opened
      let made = 0
      holds(() => {
        const options = { name: `credentials-${made++}` }
        const again = () => keyValueCredentials(store, options)
        return { credentials: again(), again }
      })

      test('migrate notes what is there, once, and refuses what a calendar has', async () => {
        const credentials = keyValueCredentials(store)
        await Promise.all([credentials.migrate(), keyValueCredentials(store).migrate()])
        await credentials.passwords.put(password('one'))
        await credentials.migrate()
        expect(await credentials.passwords.get('one')).toEqual(password('one'))
        await keyValueStorage(store, { calendar: 'town' }).migrate()
        await expect(keyValueCredentials(store, { name: 'town' }).migrate()).rejects.toThrow('layout')
      })

      test('a password that is replaced while it is removed is removed as well', async () => {
        let isFirst = true
        const racing: OrderedKeyValue = {
          ...store,
          commit: async (mutation) => {
            if (isFirst && mutation.deletes.length > 0) {
              isFirst = false
              await keyValueCredentials(store, { name: 'racing' }).passwords.put(
                password('one', { hash: 'c'.repeat(64) }),
              )
            }
            return store.commit(mutation)
          },
        }
        const { passwords } = keyValueCredentials(racing, { name: 'racing' })
        await passwords.put(password('one'))
        await passwords.remove('one')
        expect((await passwords.get('one')) ?? null).toBeNull()
        expect(await passwords.list('ann@example.com')).toEqual([])
      })
    })
  }
}

test('options that cannot be meant are refused', () => {
  const client: SqlClient = {
    dialect: 'sqlite',
    query: async () => [],
    batch: async () => [],
    codeOf: () => undefined,
  }
  expect(() => sqlCredentials(client, { tablePrefix: '1' })).toThrow(TypeError)
  expect(() => sqlCredentials(client, { schema: 'other' })).toThrow(TypeError)
  const kv: OrderedKeyValue = { get: async () => [], range: async () => [], commit: async () => true }
  expect(() => keyValueCredentials(kv, { name: '' })).toThrow(
    new TypeError('name: must have 1 to 64 characters, of which others than A-Za-z0-9_- count three'),
  )
})

test.each(['busy', 'lost'] as const)('a database that is %s is 503 to the client', async (trouble) => {
  const client: SqlClient = {
    dialect: 'postgres',
    query: async () => {
      throw new Error('away')
    },
    batch: async () => [],
    codeOf: () => (trouble === 'lost' ? 'lost' : '40001'),
  }
  const { tokens } = sqlCredentials(client, { retries: 0 })
  const { outcome } = calendarOf(bearerTokens<Host>(tokens).authenticate)
  expect(await outcome({ authorization: 'Bearer a' })).toBe('503 rest_unavailable')
})
