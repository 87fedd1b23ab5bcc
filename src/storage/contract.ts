/**
 * The storage contract: documents with declared keys, a closed query algebra, and one checked atomic write.
 *
 * A storage never learns what an event is. It keeps documents; of each it may look at the `keys` (the small,
 * typed projection that filters, sorts and unique constraints use), the `text` (folded words for search) and
 * nothing else. A new field of a record therefore needs no migration; a new key does.
 *
 * Reads see every commit that was acknowledged before they began. Outages throw `StorageUnavailable`; a write
 * that lost a race is a value, not an exception.
 *
 * Prove a storage of your own with the suite in `events-api/testing`.
 */

/**
 * A receipt is no record: it says what a request was answered with that must not take effect twice, and is written in
 * the commit of what it is about. Its `text` is always empty.
 */
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'receipt'

/**
 * Posts (event, venue, organizer) draw their IDs from one sequence, terms (category, tag) from another. Receipts draw
 * from none: their IDs are hashes, any integers from 1 to 2^53-1.
 */
export type Sequence = 'post' | 'term'

type KeySpec = {
  readonly type: 'integer' | 'real' | 'text' | 'boolean'
  /** A list of distinct integers instead of one value. */
  readonly many?: true
  /** No two documents of the kind have the same value here; `null` collides with nothing. */
  readonly unique?: true
  readonly nullable?: true
}

const integer = { type: 'integer' } as const
const text = { type: 'text' } as const
const boolean = { type: 'boolean' } as const
const links = { type: 'integer', many: true } as const
const coordinate = { type: 'real', nullable: true } as const
const unique = { type: 'text', unique: true, nullable: true } as const

const post = {
  slug: text,
  /** The slug while it is claimed; `null` for those that may share theirs (drafts of events). */
  unique_slug: unique,
  status: text,
  author: integer,
  /** Who may see that the record exists: 0 = everyone, else this author (and whoever may see all). */
  reader: integer,
  /** Publication date, UTC. */
  date: text,
} as const

const term = { slug: text, unique_slug: unique, name: text, parent: integer } as const

/** The keys of each kind. All date texts are `YYYY-MM-DD HH:MM:SS`, so that their text order is their order. */
export const KEYS = {
  event: {
    ...post,
    /**
     * Who may read every field: 0 = everyone; `a` = only author `a`, because it is not published;
     * `-a` = author `a`, because it has a password.
     */
    full_reader: integer,
    hidden: boolean,
    featured: boolean,
    ticketed: boolean,
    /** Wall clock of the event in its own zone. */
    start: text,
    end: text,
    utc_start: text,
    parent: integer,
    category: links,
    tag: links,
    venue: links,
    organizer: links,
  },
  venue: { ...post, name: text, latitude: coordinate, longitude: coordinate },
  organizer: { ...post, name: text },
  category: term,
  tag: term,
  /** From when on it may be removed, UTC. */
  receipt: { expires: text },
} as const satisfies Record<Kind, Record<string, KeySpec>>

/** The orders in which each kind can be listed; `-` is descending. Each is total, since `id` comes last. */
export const ORDERS = {
  event: { start: ['start', 'date', 'id'], published: ['date', 'id'], id: ['id'] },
  venue: { newest: ['-date', '-id'], id: ['id'] },
  organizer: { newest: ['-date', '-id'], id: ['id'] },
  category: { id: ['id'] },
  tag: { id: ['id'] },
  receipt: { id: ['id'] },
} as const satisfies Record<Kind, Record<string, readonly string[]>>

type ValueOf<S extends KeySpec> = S extends { many: true }
  ? readonly number[]
  :
      | { integer: number; real: number; text: string; boolean: boolean }[S['type']]
      | (S extends { nullable: true } ? null : never)

export type KeysOf<K extends Kind> = {
  readonly [N in keyof (typeof KEYS)[K]]: ValueOf<Extract<(typeof KEYS)[K][N], KeySpec>>
}

export type OrderOf<K extends Kind> = keyof (typeof ORDERS)[K] & string

/** One value of a key. */
export type KeyValue = string | number | boolean | null

export interface Document<K extends Kind = Kind> {
  readonly id: number
  /** 1 on creation, one more with every commit that puts the document. */
  readonly version: number
  readonly keys: KeysOf<K>
  /** Folded search text, one entry per field. */
  readonly text: readonly string[]
  /** Opaque to the storage: kept and given back character by character. */
  readonly data: string
}

/**
 * One condition on one key (or on `id`).
 * - `in`: the value is one of these; for a many-valued key, it shares at least one with these.
 * - `notIn`: the value (each of the values) is none of these.
 * - `gte`, `gt`, `lte`, `lt`: bounds, all that are given apply; not for many-valued keys. `null` is in no range.
 */
export interface Condition<K extends Kind = Kind> {
  readonly key: (keyof (typeof KEYS)[K] & string) | 'id'
  readonly in?: readonly KeyValue[]
  readonly notIn?: readonly KeyValue[]
  readonly gte?: string | number
  readonly gt?: string | number
  readonly lte?: string | number
  readonly lt?: string | number
}

/**
 * Substrings to look for, folded as `Document.text` is.
 * - `all`: each must occur, in any field; with `oneField`, all in one and the same field.
 * - `none`: none may occur in any field.
 */
export interface TextQuery {
  readonly all: readonly string[]
  readonly none: readonly string[]
  readonly oneField: boolean
}

/** Conditions are joined by AND. An empty `in` matches nothing. */
export interface Filter<K extends Kind = Kind> {
  readonly where?: readonly Condition<K>[]
  readonly text?: TextQuery
}

export interface Query<K extends Kind = Kind> extends Filter<K> {
  readonly order: OrderOf<K>
  /** At most this many documents, from 0 up. */
  readonly limit: number
  /** So many matching documents are passed over first; default 0. */
  readonly offset?: number
}

/** The keys, text and data of a document to be written; its `id` and `version` are the change's business. */
export type Content<K extends Kind = Kind> = Pick<Document<K>, 'keys' | 'text' | 'data'>

/**
 * One step of a commit. `expect` is the version that the document must have when the commit takes effect
 * (0 = it must not exist).
 * - `put` writes the content as version `expect + 1`.
 * - `remove` deletes the document for good. Links to it in other documents stay; who reads them finds nothing.
 * - `check` writes nothing: it only holds the version.
 */
export type Change = {
  [K in Kind]:
    | {
        readonly do: 'put'
        readonly kind: K
        readonly id: number
        readonly expect: number
        readonly content: Content<K>
      }
    | { readonly do: 'remove' | 'check'; readonly kind: K; readonly id: number; readonly expect: number }
}[Kind]

/**
 * Why nothing was written: `exists` (expected absent, but there), `stale` (another version, or gone), `taken`
 * (a unique key belongs to another document, after all changes of this commit).
 */
export type Conflict = {
  readonly conflict: 'exists' | 'stale' | 'taken'
  readonly kind: Kind
  readonly id: number
}

export type CommitResult = { readonly conflict: null } | Conflict

export interface Storage {
  /** The documents that exist among `ids`, each once, in the order of `ids`. */
  get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]>

  /** The matching documents in the given order, from `offset` on, at most `limit`. */
  find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]>

  /** How many documents match. */
  count<K extends Kind>(kind: K, filter: Filter<K>): Promise<number>

  /**
   * For each value of a many-valued key of events: how many matching events carry it. Values that none carries
   * are absent. With `values`, only those are asked for. Where the filter says no more than `status`, the answer
   * comes from kept counters: its cost does not grow with the calendar.
   */
  tally(
    key: 'category' | 'tag' | 'venue' | 'organizer',
    filter: Filter<'event'>,
    values?: readonly number[],
  ): Promise<ReadonlyMap<number, number>>

  /** `count` fresh IDs (1 or more) of a sequence, ascending, each positive and never given out before or again. */
  allocate(sequence: Sequence, count: number): Promise<readonly number[]>

  /**
   * Writes all of the changes or none, as one step that no reader sees half of. Of two commits that expect the
   * same version of a document exactly one takes effect; of two that put the same unique value, likewise.
   * A document may appear in at most one change: a second one is a `TypeError`, and nothing is written. Where there is
   * a limit to how much can be written at once, more than that is `CommitTooLarge`, and nothing is written; ten
   * documents, and 100,000 characters, are within it everywhere.
   */
  commit(changes: readonly Change[]): Promise<CommitResult>

  /**
   * What everything here is as of now, by a name that no earlier state has: while it is the same, no commit has taken
   * effect, by whichever process, and a read would find what it found. While nobody asks for anything else, it stays.
   * `undefined`: not to be told. It must cost far less than a read; a storage that cannot tell cheaply leaves it out.
   */
  revision?(): Promise<string | number | undefined>

  /** Makes the storage ready: idempotent, safe on every start and under several starts at once. */
  migrate(): Promise<void>

  /**
   * Lets go of what the storage opened itself. Afterwards every call rejects with `StorageUnavailable`, but for
   * `close`, which may be called again.
   */
  close(): Promise<void>

  /**
   * The same storage on behalf of one request. Once the signal is aborted, no call begins any more: each rejects with
   * the signal's reason, and so do reads that are under way. What writes, `commit` and `allocate`, is not called back
   * once it was sent: it may yet take effect, and its promise tells when that is known. Called for every request, so it
   * costs next to nothing. `close` closes the storage itself.
   *
   * A storage without it is waited for, whatever has become of the request.
   */
  within?(signal: AbortSignal): Storage
}

/** The storage cannot answer now: lost connection, locked for too long, closed. The interface answers 503. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The commit is larger than the storage can write at once; nothing was written. The interface answers 413. */
export class CommitTooLarge extends Error {
  override readonly name = 'CommitTooLarge'
}

/** By name, for the same reason as `isUnavailable`. */
export const isTooLarge = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'CommitTooLarge'

/** By name: a storage may come with a copy of this class of its own. */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StorageUnavailable'

/** What the algebra means, in code: memory filters with it, other storages are checked against it. */
export function passes<K extends Kind>(document: Document<K>, filter: Filter<K>): boolean {
  const values: Readonly<Record<string, KeyValue | readonly number[]>> = { ...document.keys, id: document.id }
  for (const condition of filter.where ?? []) {
    const value = values[condition.key]
    if (value === undefined || !meets(value, condition)) return false
  }
  return filter.text === undefined || containsText(document.text, filter.text)
}

export function meets(value: KeyValue | readonly number[], condition: Omit<Condition, 'key'>): boolean {
  if (typeof value === 'object' && value !== null) {
    return (
      (condition.in === undefined || value.some((one) => condition.in?.includes(one))) &&
      (condition.notIn === undefined || !value.some((one) => condition.notIn?.includes(one)))
    )
  }
  if (condition.in !== undefined && !condition.in.includes(value)) return false
  if (condition.notIn?.includes(value)) return false
  return (
    (condition.gte === undefined || (value !== null && value >= condition.gte)) &&
    (condition.gt === undefined || (value !== null && value > condition.gt)) &&
    (condition.lte === undefined || (value !== null && value <= condition.lte)) &&
    (condition.lt === undefined || (value !== null && value < condition.lt))
  )
}

export function containsText(fields: readonly string[], query: TextQuery): boolean {
  if (query.none.some((part) => fields.some((field) => field.includes(part)))) return false
  return query.oneField
    ? query.all.length === 0 || fields.some((field) => query.all.every((part) => field.includes(part)))
    : query.all.every((part) => fields.some((field) => field.includes(part)))
}

/** Compares two documents by a declared order. Texts compare by code unit, as their ASCII forms do everywhere. */
export function byOrder<K extends Kind>(
  kind: K,
  order: OrderOf<K>,
): (a: Document<K>, b: Document<K>) => number {
  const orders: Readonly<Record<string, readonly string[]>> = ORDERS[kind]
  const parts = (orders[order] ?? ['id']).map((part) =>
    part.startsWith('-') ? { key: part.slice(1), sign: -1 } : { key: part, sign: 1 },
  )
  return (a, b) => {
    const left: Readonly<Record<string, KeyValue | readonly number[]>> = { ...a.keys, id: a.id }
    const right: Readonly<Record<string, KeyValue | readonly number[]>> = { ...b.keys, id: b.id }
    for (const { key, sign } of parts) {
      const x = left[key]
      const y = right[key]
      if (x === y || x == null || y == null) continue
      return x < y ? -sign : sign
    }
    return 0
  }
}
