/*
 * What an adapter makes of its client library, and what the host may say about it.
 */

/** A script, whole or by its SHA-1. It touches its key alone. */
export interface ScriptCall {
  readonly command: 'eval' | 'evalsha'
  readonly script: string
  readonly key: string
  readonly values: readonly string[]
}

/** A command without a key, which concerns the server that it is sent to, or the connection. */
export type KeylessCommand =
  | { readonly name: 'info'; readonly section: string }
  | { readonly name: 'wait'; readonly replicas: number; readonly milliseconds: number }

/** Members between two bounds, written as `ZRANGE` with `BYLEX` wants them; the higher one first when reversed. */
export interface Slice {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly limit: number
  readonly reverse: boolean
}

/** Everything goes to the master that has the key: replicas lag behind. Answers are as the library gives them. */
export interface RedisConnection {
  run(call: ScriptCall): Promise<unknown>

  /** The script and then the commands, over one connection. A cluster's redirection may come as an error. */
  runWith(call: ScriptCall, commands: readonly KeylessCommand[]): Promise<readonly unknown[]>

  /** A cluster's redirection may come as an error. */
  members(slice: Slice): Promise<unknown>

  /** Grows when a connection ends; the library may send again what was under way on it. */
  interruptions(): number
}

export interface RedisKeyValueOptions {
  /** What the Redis key of each calendar begins with; `events-api:` by default. Without braces. */
  readonly prefix?: string
  /** Replicas that must have each write before it is acknowledged. By default none is waited for. */
  readonly replicas?: ReplicaOptions
  /** Told once of settings by which writes may be lost; `console.warn` by default. */
  readonly warn?: (message: string) => void
}

export interface ReplicaOptions {
  /** How many of them, from 1 up. */
  readonly acknowledged: number
  /** How many milliseconds to wait for them, from 1 up; then the write is refused as unavailable, though it was done. */
  readonly within: number
}
