/**
 * The port to an ordered key-value store: the methods that `keyValueStorage` needs. Test an implementation with
 * `testKeyValue` from `kalends/testing`.
 *
 * Keys are ASCII without spaces and control characters, at most 150 characters long, and sorted by their bytes. The
 * first part of a key, up to its first `/`, is the calendar's name. No call uses keys of two calendars, so a store may
 * partition by calendar. The port closes nothing: the client belongs to the host, and other calendars may use it.
 *
 * Values are Unicode texts without lone surrogates, and never empty.
 *
 * A store that is unreachable or closed rejects with an error whose `name` is `StorageUnavailable`; API clients then
 * get 503. Any other rejection is treated as a bug; API clients get 500.
 */

export type Entry = readonly [key: string, value: string]

/**
 * The keys from `start` (inclusive) to `end` (exclusive), in order, or in descending order with `reverse`. The range is
 * empty if `end` is not after `start`.
 */
export interface KeyRange {
  readonly start: string
  readonly end: string
  /** Maximum number of entries, from 1 up. */
  readonly limit: number
  readonly reverse?: boolean
}

/** An atomic write. No key appears twice in `sets` and `deletes` together. A checked key may also be set. */
export interface Mutation {
  /**
   * Each key must have exactly this value, or be missing if the value is `undefined`. At most 10 checks. Only the value
   * counts: a key that was rewritten with the same value passes.
   */
  readonly checks: readonly (readonly [key: string, value: string | undefined])[]
  readonly sets: readonly Entry[]
  /** Deleting a missing key is allowed. */
  readonly deletes: readonly string[]
}

/** The limits of a store. An omitted limit is larger than any calendar needs. */
export interface KeyValueLimits {
  /** Maximum number of keys of one `get`. */
  readonly keysPerGet?: number
  /** Maximum number of entries that one `range` returns as of one instant. The `limit` of a range never exceeds it. */
  readonly entriesPerRange?: number
  /** Maximum size of a value, in UTF-8 bytes. Longer texts are split into several values. */
  readonly bytesPerValue?: number
  /** Maximum number of sets and deletes of one commit, together. */
  readonly mutationsPerCommit?: number
  /** Maximum total size of the keys of one commit, in bytes, checks included. */
  readonly keyBytesPerCommit?: number
  /** Maximum total size of the keys and values of one commit, in UTF-8 bytes, checks included. */
  readonly bytesPerCommit?: number
}

export interface OrderedKeyValue {
  readonly limits?: KeyValueLimits

  /**
   * Returns the value of each key in the order of `keys`, `undefined` for a missing key. All values are from one
   * instant.
   */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>

  /** Returns the entries in the range, as of one instant. */
  range(range: KeyRange): Promise<readonly Entry[]>

  /**
   * Checks, sets and deletes atomically, and returns `true`. If a check fails, it changes nothing and returns `false`.
   * After `commit` resolves, every later `get` and `range` in every process sees the new values.
   */
  commit(mutation: Mutation): Promise<boolean>

  /**
   * Makes every later call of an earlier version of this library fail, for the calendar of the key, or knows that there
   * is no other process. Called when a calendar gets a layout that earlier versions would damage, possibly several
   * times. Without it, that migration waits for 45 seconds, until such processes have noticed.
   */
  seal?(key: string): Promise<void>
}
