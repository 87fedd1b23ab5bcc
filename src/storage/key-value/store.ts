/**
 * The port to an ordered key-value store: what one must be able to do, so that `keyValueStorage` can keep calendars
 * in it. Prove one of your own with `testKeyValue` of `events-api/testing`.
 *
 * Keys are ASCII, without spaces and control characters, at most 150 characters. They are ordered by their characters,
 * as every store orders bytes. The first part of a key, up to its first `/`, names the calendar; no call names keys of
 * two calendars, so that a store may keep each by itself.
 *
 * Values are texts of any Unicode characters, without lone surrogates; none is empty.
 *
 * A store that cannot be reached, or was closed, rejects with an error whose `name` is `StorageUnavailable`; clients of
 * the interface then get 503. Any other rejection counts as a bug, and is their 500.
 */

export type Entry = readonly [key: string, value: string]

/** Keys from `start` on and before `end`, in their order, or from the last one backwards; none if `end` is not after `start`. */
export interface KeyRange {
  readonly start: string
  readonly end: string
  /** At most so many entries, from 1 up. */
  readonly limit: number
  readonly reverse?: boolean
}

/** What shall be done at once. No key is both set and deleted, and none twice; a key that is checked may be set. */
export interface Mutation {
  /**
   * Each key must have this value, character by character; `undefined`: must not be there. At most 10. It is the value
   * that counts, not whether it was written again meanwhile.
   */
  readonly checks: readonly (readonly [key: string, value: string | undefined])[]
  readonly sets: readonly Entry[]
  /** A key that is not there may be deleted. */
  readonly deletes: readonly string[]
}

/** What a store takes. Without one of these: more than a calendar ever asks for. */
export interface KeyValueLimits {
  /** Keys that one `get` may name. */
  readonly keysPerGet?: number
  /** Entries that one `range` gives as of one instant; its `limit` is never above this. */
  readonly entriesPerRange?: number
  /** Most bytes of a value, in UTF-8. Longer texts are kept in several. */
  readonly bytesPerValue?: number
  /** Sets and deletes of one commit, together. */
  readonly mutationsPerCommit?: number
  /** Most bytes of the keys and values of one commit, in UTF-8, checks included. */
  readonly bytesPerCommit?: number
}

export interface OrderedKeyValue {
  readonly limits?: KeyValueLimits

  /** The value of each key, in the order of `keys`; `undefined` for a key that is not there. All as of one instant. */
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>

  /** The entries of a range that are there, as of one instant. */
  range(range: KeyRange): Promise<readonly Entry[]>

  /**
   * Compares, sets and deletes as one step that no reader sees half of: `true`. Where a check does not hold it changes
   * nothing: `false`. What is acknowledged, every later `get` and `range` sees, in whichever process.
   */
  commit(mutation: Mutation): Promise<boolean>

  /** Lets go of what the adapter opened itself; what the host handed in stays open. May be called again. */
  close(): Promise<void>
}
