/*
 * What many calendars in one database cost, over one pool of four connections or one connection:
 *
 *   npx tsx bench/tenants.ts [--calendars 1000] [--storage postgres,unprepared,redis]
 *
 * `unprepared`: PostgreSQL without prepared statements. Each step is taken with one calendar after the other. Its calls
 * are statements, transactions and calls of the store. It removes what it made.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { createClient } from 'redis'
import { nodeRedis } from '../adapters/key-value/redis.ts'
import { postgresJs } from '../adapters/sql/postgres.ts'
import { createEventsApi } from '../src/index.ts'
import type { Storage } from '../src/storage/contract.ts'
import { keyValueStorage } from '../src/storage/key-value.ts'
import { sqlStorage } from '../src/storage/sql.ts'
import type { EventsApi } from '../src/types/index.ts'
import { AUTHOR, NOW } from './calendar/calendar.ts'
import { machine } from './databases/opened.ts'
import { measuring } from './requests/build.ts'
import { quantile } from './shared/clients.ts'
import { cpuOf, startSpending } from './shared/cpu.ts'
import { tableOf } from './shared/table.ts'

const { values } = parseArgs({
  options: {
    calendars: { type: 'string', default: '1000' },
    storage: { type: 'string', default: 'postgres,unprepared,redis' },
  },
})
const tenants = Array.from(
  { length: Number(values.calendars) },
  (_, index) => `bench_${process.pid}_${index}`,
)
const CONNECTIONS = 4

interface Server {
  open(tenant: string): Storage
  prepare(tenant: string): Promise<unknown>
  remove(tenant: string): Promise<unknown>
  /** µs. */
  cpu(): Promise<number>
  /** Bytes of its processes. */
  memory(): Promise<number>
  end(): Promise<unknown>
}

let calls = 0

/** Counts the calls of all functions but `codeOf`, which asks nothing. */
const counted = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function' || name === 'codeOf') return value
      return (...args: unknown[]) => {
        calls++
        return Reflect.apply(value, target, args)
      }
    },
  })

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(text)?.[1])

async function openPostgres(prepare: boolean): Promise<Server> {
  const url = process.env.POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test'
  const sql = postgres(url, { max: CONNECTIONS, max_lifetime: null, prepare, onnotice() {} })
  // They sleep, so that each is on a connection of its own.
  const asked = tenants.slice(0, CONNECTIONS).map(() => sql`select pg_backend_pid() as pid, pg_sleep(0.5)`)
  const pids = (await Promise.all(asked)).map(([row]) => Number(row?.pid))
  const client = counted(postgresJs(sql))
  const resident = (pid: number) => numberIn(readFileSync(`/proc/${pid}/status`, 'utf8'), 'RssAnon') * 1024
  return {
    open: (tenant) => sqlStorage(client, { schema: tenant }),
    prepare: (tenant) => sql.unsafe(`create schema ${tenant}`),
    remove: (tenant) => sql.unsafe(`drop schema if exists ${tenant} cascade`),
    cpu: async () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0),
    memory: async () => pids.reduce((sum, pid) => sum + resident(pid), 0),
    end: () => sql.end(),
  }
}

async function openRedis(): Promise<Server> {
  const client = createClient({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' })
  await client.connect()
  const pid = numberIn(await client.info(), 'process_id')
  const store = counted(nodeRedis(client, { warn() {} }))
  return {
    open: (tenant) => keyValueStorage(store, { calendar: tenant }),
    prepare: async () => {},
    remove: (tenant) => client.unlink(`kalends:{${tenant}}`),
    cpu: async () => cpuOf(pid),
    memory: async () => numberIn(await client.info(), 'used_memory'),
    end: () => client.close(),
  }
}

const EVENTS = Array.from({ length: 10 }, (_, index) => ({
  event: {
    ...{ title: `Event ${index}`, description: 'What happens there, in some words. '.repeat(30) },
    ...{ start_date: `2027-03-${10 + index} 19:00`, end_date: `2027-03-${10 + index} 22:00` },
    ...{ venue: { venue: 'Hall' }, categories: ['Music'] },
  },
}))

async function ask(api: EventsApi, path: string): Promise<void> {
  const { status } = await api.fetch(new Request(`https://town.example${api.basePath}${path}`))
  if (status !== 200) throw new Error(`${path}: ${status}`)
}

const open = (server: Server, tenant: string): EventsApi =>
  createEventsApi(server.open(tenant), { now: () => NOW })

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

async function measure(server: Server): Promise<void> {
  const rows: string[][] = []
  async function step(name: string, work: (tenant: string) => Promise<unknown>): Promise<void> {
    const times: number[] = []
    const callsBefore = calls
    const stop = await startSpending(server.cpu)
    for (const tenant of tenants) {
      const start = performance.now()
      await work(tenant)
      times.push(performance.now() - start)
    }
    const { cpu, server: serverCpu } = await stop()
    const clock = [0, 0.5, 0.99].map((share) => quantile(times, share).toFixed(1)).join(' / ')
    const spent = [cpu, serverCpu].map((seconds) => ((seconds / tenants.length) * 1000).toFixed(2))
    rows.push([name, ((calls - callsBefore) / tenants.length).toFixed(0), clock, ...spent])
    console.error(rows.at(-1)?.join('  '))
  }
  const each = (bytes: number) => `${(bytes / tenants.length / 1000).toFixed(0)} kB`
  const apis = new Map<string, EventsApi>()
  const kept = (tenant: string): EventsApi => {
    const api = apis.get(tenant) ?? open(server, tenant)
    apis.set(tenant, api)
    return api
  }

  const empty = await server.memory()
  await step('create the tables', async (tenant) => {
    await server.prepare(tenant)
    await open(server, tenant).migrate()
  })
  await step('first answer of a new calendar', (tenant) => ask(open(server, tenant), '/events'))
  await step('create ten events', (tenant) =>
    open(server, tenant).createEvents({ id: AUTHOR, role: 'editor' }, EVENTS),
  )
  const written = await server.memory()
  await step('open, migrate, answer', async (tenant) => {
    const api = open(server, tenant)
    await api.migrate()
    await ask(api, '/events')
  })
  const before = heap()
  await step('open, answer, keep', (tenant) => ask(kept(tenant), '/events'))
  const listed = heap()
  await step('kept: another list', (tenant) => ask(kept(tenant), '/events?per_page=5'))
  await step('kept: by slug', (tenant) => ask(kept(tenant), '/events/by-slug/event-1'))
  await step('kept: the first list again', (tenant) => ask(kept(tenant), '/events'))
  const asked = heap()
  apis.clear()
  console.log(tableOf(['', 'calls', 'ms: least / median / p99', 'ms of CPU', 'of the server'], rows))
  console.log(`\nHeap for a calendar: ${each(listed - before)} after one answer, ${each(asked - before)}
after four, ${each(heap() - before)} when none is kept. Memory of the server for a calendar: ${each(written - empty)}
when it is written, ${each((await server.memory()) - empty)} at last.\n`)
}

const SERVERS = new Map<string, () => Promise<Server>>([
  ['postgres', () => openPostgres(true)],
  ['unprepared', () => openPostgres(false)],
  ['redis', openRedis],
])

await measuring(import.meta.url, async () => {
  console.log(`${machine()}; ${tenants.length} calendars\n`)
  for (const name of values.storage.split(',')) {
    const server = await SERVERS.get(name)?.()
    if (server === undefined)
      throw new RangeError(`--storage ${name}: one of ${[...SERVERS.keys()].join(', ')}`)
    console.log(`## ${name}\n`)
    try {
      await measure(server)
    } finally {
      await Promise.all(tenants.map(server.remove))
      await server.end()
    }
  }
})
