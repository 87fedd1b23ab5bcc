/* The interface between an adapter and its client library, and the options of the host. */

/** A script as text or as its SHA-1. It accesses only its key. */
export interface ScriptCall {
  readonly command: 'eval' | 'evalsha'
  readonly script: string
  readonly key: string
  readonly values: readonly string[]
}

/** A command without a key, for the server or the connection that receives it. */
export type KeylessCommand =
  | { readonly name: 'info'; readonly section: string }
  | { readonly name: 'wait'; readonly replicas: number; readonly milliseconds: number }

/** A range of members, with bounds in the syntax of `ZRANGE … BYLEX`. With `reverse`, the upper bound is first. */
export interface Slice {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly reverse: boolean
}

/**
 * All calls must go to the master of the key, because replicas lag behind. Results are those of the library,
 * unconverted.
 */
export interface RedisConnection {
  run(call: ScriptCall): Promise<unknown>

  /** Sends the script and then the commands over one connection. May reject with a cluster redirection. */
  runWith(call: ScriptCall, commands: readonly KeylessCommand[]): Promise<readonly unknown[]>

  /** May reject with a cluster redirection. */
  members(slice: Slice): Promise<unknown>

  /** Increases when a connection is lost; the library may then resend running commands. */
  interruptions(): number
}

export interface RedisKeyValueOptions {
  /** The prefix of each calendar's Redis key. Default `kalends:`. Must not contain braces. */
  readonly prefix?: string | undefined
  /** Replicas that must acknowledge each write. Default: none. */
  readonly replicas?: ReplicaOptions | undefined
  /** Called once for each server setting that may lose writes. Default `console.warn`. */
  readonly warn?: ((message: string) => void) | undefined
}

export interface ReplicaOptions {
  /** Number of replicas, from 1 up. */
  readonly acknowledged: number
  /**
   * Milliseconds to wait for them, from 1 up. After that the write is rejected as unavailable, although it took effect.
   */
  readonly within: number
}
