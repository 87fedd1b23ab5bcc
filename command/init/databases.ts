/*
 * The databases that `kalends init` can write, as data: how to see that a project has one, and the lines that open it.
 * Text between ‹ and › is for TypeScript only.
 */

export interface DatabaseRow {
  readonly title: string
  /** It is chosen if the project has one of these packages. */
  readonly packages: readonly string[]
  /** What the project needs: packages, and those that only its compiler needs. */
  readonly needs: readonly string[]
  readonly types: readonly string[]
  /** Variable of the environment with the address, for servers. */
  readonly variable?: string
  /** The file with the calendar, if it is one that `kalends export` reads. */
  readonly file?: string
  readonly imports: readonly string[]
  /** Statements that open it, and the expression of the storage. */
  readonly open: readonly string[]
  readonly storage: string
  /** How a program that has it reads its environment. */
  readonly environment?: 'workers'
  /** What to do by hand. */
  readonly steps?: readonly string[]
}

const SQLITE_FILE = 'calendar.sqlite'
const PRAGMAS = `db.exec('pragma busy_timeout = 1000; pragma journal_mode = wal; pragma synchronous = normal')`
const SQL = `import { sqlStorage } from 'kalends/storage/sql'`
const KEY_VALUE = `import { keyValueStorage } from 'kalends/storage/key-value'`

/** In the order in which they are looked for. The names are what `--database` takes. */
export const DATABASES = {
  pg: {
    title: 'PostgreSQL, by pg',
    packages: ['pg'],
    needs: ['pg'],
    types: ['@types/pg'],
    variable: 'DATABASE_URL',
    imports: [`import { pg } from 'kalends/adapters/sql/pg'`, SQL, `import { Pool } from 'pg'`],
    open: [
      `const address = variable('DATABASE_URL')`,
      `// Prisma writes the schema into the address, where pg does not look for it.`,
      `const schema = new URL(address).searchParams.get('schema') ?? undefined`,
      `const pool = new Pool({ connectionString: address })`,
      `// Without a listener, a lost idle connection ends the process.`,
      `pool.on('error', console.error)`,
    ],
    storage: 'sqlStorage(pg(pool), { schema })',
  },
  postgres: {
    title: 'PostgreSQL, by postgres',
    packages: ['postgres'],
    needs: ['postgres'],
    types: [],
    variable: 'DATABASE_URL',
    imports: [
      `import { postgresJs } from 'kalends/adapters/sql/postgres'`,
      SQL,
      `import postgres from 'postgres'`,
    ],
    open: [`const sql = postgres(variable('DATABASE_URL'), { onnotice() {} })`],
    storage: 'sqlStorage(postgresJs(sql))',
  },
  mysql2: {
    title: 'MySQL or MariaDB, by mysql2',
    packages: ['mysql2'],
    needs: ['mysql2'],
    types: [],
    variable: 'DATABASE_URL',
    imports: [
      `import { mysql2 } from 'kalends/adapters/sql/mysql2'`,
      SQL,
      `import { createPool } from 'mysql2/promise'`,
    ],
    open: [`const pool = createPool({ uri: variable('DATABASE_URL'), maxPreparedStatements: 200 })`],
    storage: 'sqlStorage(mysql2(pool))',
  },
  'better-sqlite3': {
    title: 'a SQLite file, by better-sqlite3',
    packages: ['better-sqlite3'],
    needs: ['better-sqlite3'],
    types: ['@types/better-sqlite3'],
    file: SQLITE_FILE,
    imports: [
      `import Database from 'better-sqlite3'`,
      `import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'`,
      SQL,
    ],
    open: [`const db = new Database('${SQLITE_FILE}')`, PRAGMAS],
    storage: 'sqlStorage(betterSqlite3(db))',
  },
  libsql: {
    title: 'a SQLite file, by libsql',
    packages: ['libsql'],
    needs: ['libsql'],
    types: [],
    file: SQLITE_FILE,
    imports: [
      `import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'`,
      SQL,
      `import Database from 'libsql'`,
    ],
    open: [`const db = new Database('${SQLITE_FILE}')`, PRAGMAS],
    storage: 'sqlStorage(betterSqlite3(db))',
  },
  ioredis: {
    title: 'Redis, by ioredis',
    packages: ['ioredis'],
    needs: ['ioredis'],
    types: [],
    variable: 'REDIS_URL',
    imports: [
      `import { Redis } from 'ioredis'`,
      `import { ioredis } from 'kalends/adapters/key-value/ioredis'`,
      KEY_VALUE,
    ],
    open: [`const client = new Redis(variable('REDIS_URL'))`, `client.on('error', console.error)`],
    storage: 'keyValueStorage(ioredis(client))',
  },
  redis: {
    title: 'Redis, by redis',
    packages: ['redis'],
    needs: ['redis'],
    types: [],
    variable: 'REDIS_URL',
    imports: [
      `import { nodeRedis } from 'kalends/adapters/key-value/redis'`,
      KEY_VALUE,
      `import { createClient } from 'redis'`,
    ],
    open: [
      `const client = createClient({ url: variable('REDIS_URL') })`,
      `client.on('error', console.error)`,
      `await client.connect()`,
    ],
    storage: 'keyValueStorage(nodeRedis(client))',
  },
  d1: {
    title: 'Cloudflare D1',
    packages: ['wrangler', '@cloudflare/vite-plugin'],
    needs: [],
    types: [],
    imports: [`import { d1 } from 'kalends/adapters/sql/d1'`, SQL],
    open: [],
    storage: 'sqlStorage(d1(env.DB))',
    environment: 'workers',
    steps: [
      'npx wrangler d1 create calendar --binding DB --update-config',
      'npx wrangler types',
      'npx wrangler secret put KALENDS_TOKEN',
    ],
  },
  'bun:sqlite': {
    title: 'a SQLite file, by bun:sqlite',
    packages: [],
    needs: [],
    types: ['@types/bun'],
    file: SQLITE_FILE,
    imports: [
      `import { Database } from 'bun:sqlite'`,
      `import { bunSqlite } from 'kalends/adapters/sql/bun-sqlite'`,
      SQL,
    ],
    open: [`const db = new Database('${SQLITE_FILE}')`, PRAGMAS],
    storage: 'sqlStorage(bunSqlite(db))',
  },
  'node:sqlite': {
    title: 'a SQLite file, by node:sqlite',
    packages: [],
    needs: [],
    types: [],
    file: SQLITE_FILE,
    imports: [
      `import { DatabaseSync } from 'node:sqlite'`,
      `import { nodeSqlite } from 'kalends/adapters/sql/node-sqlite'`,
      SQL,
    ],
    open: [`const db = new DatabaseSync('${SQLITE_FILE}')`, PRAGMAS],
    storage: 'sqlStorage(nodeSqlite(db))',
  },
  memory: {
    title: 'memory: nothing is kept',
    packages: [],
    needs: [],
    types: [],
    imports: [`import { memoryStorage } from 'kalends/storage/memory'`],
    open: [],
    storage: 'memoryStorage()',
  },
} as const satisfies Readonly<Record<string, DatabaseRow>>

export type DatabaseName = keyof typeof DATABASES

export const databaseRow = (name: DatabaseName): DatabaseRow => DATABASES[name]

export const isDatabaseName = (name: string): name is DatabaseName => Object.hasOwn(DATABASES, name)

export const databaseNames = (): DatabaseName[] => Object.keys(DATABASES).filter(isDatabaseName)
