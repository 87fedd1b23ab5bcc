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

/** What this adapter uses of `multi()`. */
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

/** What this adapter uses of the client that `createClient`, `createSentinel` or `createCluster` of `redis` makes. */
export interface NodeRedis extends Scripts<Promise<unknown>> {
  multi(): NodeRedisPipeline
  on(event: 'client-error' | 'reconnecting', listener: () => void): unknown
}

/** As long as `redis` waits by default for a connection to send a single command on. */
const PATIENCE = 5000

/**
 * Redis from 6.2 on, or Valkey, by `redis` (node-redis): a server, one found by Sentinel, or a cluster.
 *
 * ```ts
 * const redis = createClient({ url: 'redis://host' })
 * redis.on('error', (error) => console.error(error)) // else a connection that breaks ends the process
 * await redis.connect()
 * const storage = keyValueStorage(nodeRedis(redis))
 * ```
 *
 * `socket: { socketTimeout }` refuses requests to a server that keeps silent; by default they wait for as long as the
 * operating system does. A write of which it is not known whether it took effect is refused as unavailable.
 *
 * `replicas` holds up everything on the client until they have answered, so give the adapter a client of its own then.
 */
export function nodeRedis(client: NodeRedis, options: RedisKeyValueOptions = {}): OrderedKeyValue {
  return sortedSets(connectionOf(client), options)
}

function connectionOf(client: NodeRedis): RedisConnection {
  const endings = endingsOf(client)

  /** Pipelined commands would wait for a connection without end. */
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
      // A client that reads from replicas sends scripts to the master nevertheless, and with them what follows.
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
 * How many connections of a client have ended. Only with Sentinel does it send a command again; those clients tell
 * every ending by one of these. Counted once for each client, whose listeners are few.
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
