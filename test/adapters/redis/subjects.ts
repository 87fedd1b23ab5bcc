import net from 'node:net'
import { Redis } from 'ioredis'
import { ioredis, type RedisKeyValueOptions } from 'kalends/adapters/key-value/ioredis'
import { nodeRedis } from 'kalends/adapters/key-value/redis'
import type { OrderedKeyValue } from 'kalends/storage/key-value'
import { createClient } from 'redis'
import { expect, onTestFinished } from 'vitest'
import { listen } from '../sockets.ts'

export interface Subject {
  readonly name: string
  /** By a client with the library's usual settings, where nothing else is said, until the test ends. */
  open(
    url: string,
    options?: RedisKeyValueOptions,
    settings?: { patient?: boolean },
  ): Promise<OrderedKeyValue>
}

const silent = { warn: () => {} }

const byIoredis: Subject = {
  name: 'ioredis',
  async open(url, options, { patient = false } = {}) {
    const client = new Redis(url, patient ? {} : { maxRetriesPerRequest: 0, retryStrategy: () => 50 })
    client.on('error', () => {})
    onTestFinished(() => client.disconnect())
    return ioredis(client, { ...silent, ...options })
  },
}

const byNodeRedis: Subject = {
  name: 'node-redis',
  async open(url, options, { patient = false } = {}) {
    const client = createClient({
      url,
      disableOfflineQueue: !patient,
      socket: { reconnectStrategy: () => 50 },
    })
    client.on('error', () => {})
    onTestFinished(() => client.destroy())
    // Where there is no server it goes on trying.
    const connected = client.connect()
    connected.catch(() => {})
    if (patient) await connected
    return nodeRedis(client, { ...silent, ...options })
  },
}

export const SUBJECTS: readonly Subject[] = [byIoredis, byNodeRedis]

/** A client for what a test does by itself. */
export async function administrator(url: string) {
  const client = createClient({ url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.destroy())
  return client
}

/** A commit that sets these, without checks. */
export const write = (kv: OrderedKeyValue, entries: Readonly<Record<string, string>>): Promise<boolean> =>
  kv.commit({ checks: [], sets: Object.entries(entries), deletes: [] })

export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => expect.unreachable(`it did not fail, but gave ${JSON.stringify(value)}`),
    (error) => error,
  )

/** Every operation says that the storage is unavailable. */
export async function expectUnavailable(kv: OrderedKeyValue): Promise<void> {
  const failures = await Promise.all([
    failureOf(kv.get(['calendar/a'])),
    failureOf(kv.range({ start: 'calendar/', end: 'calendar/~', limit: 1 })),
    failureOf(write(kv, { 'calendar/a': '1' })),
  ])
  for (const failure of failures) expect(failure).toMatchObject({ name: 'StorageUnavailable' })
}

/** A way to a server on which the answer to a command that contains `fatal` is lost, and the connection with it. */
export async function lossyWay(port: number, fatal: string): Promise<{ url: string; sent: () => number }> {
  let sent = 0
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1')
    let isFatal = false
    near.on('data', (chunk) => {
      if (chunk.includes(fatal)) {
        sent++
        isFatal = sent === 1
      }
      far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (isFatal) near.destroy()
      else near.write(chunk)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {})
      one.on('close', () => other.destroy())
    }
  })
  return { url: `redis://127.0.0.1:${await listen(server)}`, sent: () => sent }
}
