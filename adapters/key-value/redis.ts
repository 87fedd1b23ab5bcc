import type { OrderedKeyValue } from '../../src/storage/key-value/store.ts'
import type { KeylessCommand, RedisConnection, RedisKeyValueOptions, ScriptCall } from './redis/connection.ts'
import { sortedSets } from './redis/sorted-set.ts'

export type { RedisKeyValueOptions, ReplicaOptions } from './redis/connection.ts'

interface ScriptOptions {
  keys: string[]
  arguments: string[]
}

interface Scripts<T> {
  eval(script: string, options: ScriptOptions): T
  evalSha(sha: string, options: ScriptOptions): T
}

/** The methods of `multi()` that this adapter uses. */
export interface NodeRedisPipeline extends Scripts<NodeRedisPipeline> {
  info(section: string): NodeRedisPipeline
  wait(replicas: number, milliseconds: number): NodeRedisPipeline
  zRange(
    key: string,
    from: string,
    to: string,
    options: { BY: 'LEX'; REV: boolean; LIMIT: { offset: number; count: number } },
  ): NodeRedisPipeline
  execAsPipeline(): Promise<readonly unknown[]>
}

/**
 * The methods of a client from `createClient`, `createSentinel` or `createCluster` of `redis` that this adapter uses.
 */
export interface NodeRedis extends Scripts<Promise<unknown>> {
  multi(): NodeRedisPipeline
  on(event: 'client-error' | 'reconnecting', listener: () => void): unknown
}

/** In milliseconds. Equal to the time that `redis` waits by default for a connection to send a single command. */
const PATIENCE = 5000

/**
 * Redis from 6.2, or Valkey, with `redis` (node-redis): a server, a Sentinel setup, or a cluster.
 *
 * `socket: { socketTimeout }` rejects requests when a server does not respond; by default they wait for the timeout of
 * the operating system. A write with an unknown result is rejected as unavailable.
 *
 * With `replicas`, every command on the client waits until the replicas have acknowledged a write, so use a separate
 * client for the adapter.
 *
 * @example
 * ```ts
 * const redis = createClient({ url: 'redis://host' })
 * redis.on('error', (error) => console.error(error)) // without it, a lost connection ends the process
 * await redis.connect()
 * const storage = keyValueStorage(nodeRedis(redis))
 * ```
 */
export function nodeRedis(client: NodeRedis, options: RedisKeyValueOptions = {}): OrderedKeyValue {
  return sortedSets(connectionOf(client), options)
}

function connectionOf(client: NodeRedis): RedisConnection {
  const endings = endingsOf(client)

  /** Without a timeout, pipelined commands wait for a connection forever. */
  async function answersOf(pipeline: NodeRedisPipeline, patience = PATIENCE): Promise<readonly unknown[]> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience)
    })
    try {
      return await Promise.race([pipeline.execAsPipeline(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    run: (call) => scriptIn(client, call),
    runWith: (call, commands) =>
      answersOf(
        commands.reduce(withKeyless, scriptIn(client.multi(), call)),
        commands.reduce((sum, one) => sum + (one.name === 'wait' ? one.milliseconds : 0), PATIENCE),
      ),
    async members({ key, from, to, limit, reverse }) {
      // A client that reads from replicas still sends scripts to the master, together with the commands that follow in
      // the pipeline.
      const call: ScriptCall = { command: 'eval', script: 'return 0', key, values: [] }
      const order = { BY: 'LEX', REV: reverse, LIMIT: { offset: 0, count: limit } } as const
      const [, found] = await answersOf(scriptIn(client.multi(), call).zRange(key, from, to, order))
      return found
    },
    interruptions: () => endings.count,
  }
}

function scriptIn<T>(target: Scripts<T>, { command, script, key, values }: ScriptCall): T {
  const options = { keys: [key], arguments: [...values] }
  return command === 'eval' ? target.eval(script, options) : target.evalSha(script, options)
}

const withKeyless = (pipeline: NodeRedisPipeline, command: KeylessCommand): NodeRedisPipeline =>
  command.name === 'info'
    ? pipeline.info(command.section)
    : pipeline.wait(command.replicas, command.milliseconds)

const counted = new WeakMap<NodeRedis, { count: number }>()

/**
 * Number of lost connections of a client. Only Sentinel clients resend a command, and they emit one of these events for
 * each lost connection. Cached per client, so that each client gets only a few listeners.
 */
function endingsOf(client: NodeRedis): { readonly count: number } {
  const known = counted.get(client)
  if (known !== undefined) return known
  const endings = { count: 0 }
  client.on('client-error', () => endings.count++)
  client.on('reconnecting', () => endings.count++)
  counted.set(client, endings)
  return endings
}
