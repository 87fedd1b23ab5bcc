import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { postgresUrl, reachable } from '../../setup/servers.ts'
import { type Host, installed, program, type Runtime, start } from '../host.ts'
import { BUILD, environment, type NextSettings } from './next-build.ts'

const hasPostgres = (await reachable(postgresUrl)) === true

export const next: Runtime = {
  name: 'next',
  storages: hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'],
  hasAdapter: true,
  start: (storage) => startNext(BUILD, storage),
}

/** `next start` of what `buildNext` put into `dist` with the same settings. */
export async function startNext(dist: string, storage: string, settings: NextSettings = {}): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  const schema = `next_${Math.random().toString(36).slice(2, 10)}`
  const clear = async () => {
    rmSync(folder, { recursive: true, force: true })
    if (storage === 'PostgreSQL') await dropSchema(schema)
  }
  try {
    if (storage === 'PostgreSQL') await inPostgres((client) => client.query(`create schema ${schema}`))
    const host = await start({
      name: `next with ${storage}`,
      file: installed('node24/bin/node'),
      args: [installed('next/dist/bin/next'), 'start', '-p', '0', '-H', '127.0.0.1'],
      cwd: program('next'),
      env: {
        ...environment(dist, settings),
        STORAGE: storage,
        FOLDER: folder,
        POSTGRES_URL: postgresUrl,
        SCHEMA: schema,
      },
      ready: /Local: +http:\/\/127\.0\.0\.1:(\d+)/,
    })
    return {
      ...host,
      stop: async () => {
        await host.stop()
        await clear()
      },
    }
  } catch (error) {
    await clear()
    throw error
  }
}

/** All at once would be more locks than PostgreSQL has by default. */
function dropSchema(schema: string): Promise<void> {
  return inPostgres(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select quote_ident(tablename) as name from pg_tables where schemaname = $1',
      [schema],
    )
    const names = rows.map(({ name }) => `${schema}.${name}`)
    while (names.length > 0) await client.query(`drop table ${names.splice(0, 200).join(', ')} cascade`)
    await client.query(`drop schema if exists ${schema} cascade`)
  })
}

async function inPostgres(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: postgresUrl })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
