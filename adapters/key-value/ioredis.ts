import type { OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import type { KeylessCommand, RedisConnection, RedisKeyValueOptions } from './redis/connection.ts'
import { sortedSets } from './redis/sorted-set.ts'

export type { RedisKeyValueOptions, ReplicaOptions } from './redis/connection.ts'

interface IoredisNode {
  on(event: 'close', listener: () => void): unknown
}

/** The methods of a `Redis` or `Cluster` from `ioredis` that this adapter uses. */
export interface Ioredis extends IoredisNode {
  readonly options: object
  eval(script: string, keys: number, key: string, ...values: string[]): Promise<unknown>
  evalsha(sha: string, keys: number, key: string, ...values: string[]): Promise<unknown>
  zrange(
    key: string,
    from: string,
    to: string,
    ...order: ['BYLEX', 'LIMIT', number, number]
  ): Promise<unknown>
  zrange(
    key: string,
    from: string,
    to: string,
    ...order: ['BYLEX', 'REV', 'LIMIT', number, number]
  ): Promise<unknown>
  pipeline(commands: unknown[][]): {
    exec(): Promise<[error: Error | null, answer: unknown][] | null>
  }
  on(event: '+node', listener: (node: IoredisNode) => void): unknown
  on(event: 'close', listener: () => void): unknown
  /** Only a `Cluster` has it. */
  nodes?(role: 'all'): IoredisNode[]
}

/**
 * Redis from 6.2, or Valkey, with `ioredis`: a server, a Sentinel setup, or a `Cluster`.
 *
 * With ioredis' defaults, requests wait more than a minute for an unreachable server, and ioredis resends commands
 * whose connection was lost. `maxRetriesPerRequest: 0` rejects them at once instead. Do not set
 * `autoResendUnfulfilledCommands: false`: ioredis (6.0.0) then never settles these commands. In both cases, a write
 * with an unknown result is rejected as unavailable.
 *
 * With `replicas`, every command on the client waits until the replicas have acknowledged a write, so use a separate
 * client for the adapter.
 *
 * @example
 * ```ts
 * const redis = new Redis('redis://host', { maxRetriesPerRequest: 0, commandTimeout: 5000 })
 * redis.on('error', (error) => console.error(error))
 * const storage = keyValueStorage(ioredis(redis))
 * ```
 */
export function ioredis(client: Ioredis, options: RedisKeyValueOptions = {}): OrderedKeyValue {
  const { scaleReads = 'master' }: { scaleReads?: unknown } = client.options
  if (scaleReads !== 'master') {
    throw new TypeError(
      "the calendar cannot be read from replicas, which lag behind: set scaleReads to 'master'",
    )
  }
  return sortedSets(connectionOf(client), options)
}

function connectionOf(client: Ioredis): RedisConnection {
  const endings = endingsOf(client)
  return {
    run: ({ command, script, key, values }) => client[command](script, 1, key, ...values),
    async runWith({ command, script, key, values }, commands) {
      const sent = [[command, script, 1, key, ...values], ...commands.map(words)]
      const answers = await client.pipeline(sent).exec()
      if (answers === null) throw new Error('ioredis gave no answers')
      return answers.map(([error, answer]) => {
        if (error !== null) throw error
        return answer
      })
    },
    members: ({ key, from, to, limit, reverse }) =>
      reverse
        ? client.zrange(key, from, to, 'BYLEX', 'REV', 'LIMIT', 0, limit)
        : client.zrange(key, from, to, 'BYLEX', 'LIMIT', 0, limit),
    interruptions: () => endings.count,
  }
}

const words = (command: KeylessCommand): unknown[] =>
  command.name === 'info' ? ['info', command.section] : ['wait', command.replicas, command.milliseconds]

const counted = new WeakMap<Ioredis, { count: number }>()

/** Number of closed connections of a client. Cached per client, so that each client gets only a few listeners. */
function endingsOf(client: Ioredis): { readonly count: number } {
  const known = counted.get(client)
  if (known !== undefined) return known
  const endings = { count: 0 }
  const watch = (node: IoredisNode) => node.on('close', () => endings.count++)
  watch(client)
  client.on('+node', watch)
  client.nodes?.('all').forEach(watch)
  counted.set(client, endings)
  return endings
}
