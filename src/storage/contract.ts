/**
 * The storage contract: documents with declared keys, a closed query algebra, and one atomic write with version checks.
 *
 * A storage does not know the fields of an event. It reads only two parts of a document: the `keys` (a small, typed
 * projection for filters, orders and unique constraints) and the `text` (folded words for search). So a new field of a
 * record needs no migration. A new key does.
 *
 * Reads see every commit that was acknowledged before they began. If the storage is unavailable, calls throw
 * `StorageUnavailable`. A commit that lost a race returns a conflict; it does not throw.
 *
 * Test your own storage with the suite in `kalends/testing`.
 */

/**
 * Five kinds are records. The others are not. They are written in the same commits, and the `text` of all but `extra` is
 * always empty:
 * - `receipt`: prevents a request from taking effect twice, until it expires;
 * - `entry`: an entry of the journal, about a change of a record;
 * - `extra`: whatever else is kept beside the records. Its `owner` says what it is. Its `data` has at most 65,536
 *   characters where it is a part of a file.
 */
export type Kind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'receipt' | 'entry' | 'extra'

/**
 * Posts (event, venue, organizer) take their IDs from one sequence, terms (category, tag) from another. IDs of receipts,
 * entries and extras are any integers from 1 to 2^53-1, mostly hashes.
 */
export type Sequence = 'post' | 'term'

/** The largest ID that `reserve` takes: 2^52. As many IDs again are left for `allocate` before they are not exact any more. */
export const LARGEST_RESERVED = 2 ** 52

/** The type of a key, and hints for indexes. */
export interface KeySpec {
  readonly type: 'integer' | 'real' | 'text' | 'boolean'
  /** A list of distinct values instead of one. */
  readonly many?: true
  /** No two documents of the kind have the same value; `null` never conflicts. At most one key per kind. */
  readonly unique?: true
  readonly nullable?: true
  /** The text is a date, `YYYY-MM-DD HH:MM:SS`. */
  readonly date?: true
  /** Maximum number of characters of a text, or of each text of a list. Default: unlimited. */
  readonly longest?: number
  /**
   * How filters use the key. A storage may index it accordingly, or not at all.
   * - `lookup`: few documents share a value, and filters select by value.
   * - `partition`: it has few values, and nearly every filter selects one.
   * - `zero`: it is 0 for nearly all documents, and most filters select 0.
   * - `sort`: an order begins with it, and no other filter than bounds uses it.
   * - `due`: it is `null` for nearly all documents, and filters ask for those up to a moment.
   */
  readonly index?: 'lookup' | 'partition' | 'zero' | 'sort' | 'due'
}

const integer = { type: 'integer' } as const
const flag = { type: 'boolean', index: 'partition' } as const
const date = { type: 'text', date: true, longest: 19 } as const
const name = { type: 'text', index: 'lookup' } as const
const parent = { type: 'integer', index: 'lookup' } as const
const links = { type: 'integer', many: true } as const
const coordinate = { type: 'real', nullable: true } as const
const slug = { type: 'text', longest: 500, index: 'lookup' } as const
const uniqueSlug = { ...slug, unique: true, nullable: true } as const

const post = {
  slug,
  /** The slug while it is claimed; `null` for documents that may share their slug (drafts of events). */
  unique_slug: uniqueSlug,
  status: { type: 'text', longest: 64, index: 'partition' },
  /** A number for the user who owns the record. */
  author: integer,
  /** Who may see that the record exists. 0: everyone. Otherwise: this author, and users who may see all records. */
  reader: integer,
  /** Publication date, UTC. */
  date,
} as const

/** Later than the other keys of posts, so they follow the keys of each kind. */
const sorting = {
  /** Time of the last change, UTC. */
  modified: { ...date, index: 'sort' },
  /** The beginning of the title or name, folded. */
  title: { type: 'text', longest: 250, index: 'sort' },
} as const

const term = { slug, unique_slug: uniqueSlug, name, parent } as const

/**
 * The keys of each kind, declared here only. Storages derive columns, encodings and indexes from them. The order
 * matters, because encodings without names store the values in this order.
 */
export const KEYS = {
  event: {
    ...post,
    /**
     * Who may read every field. 0: everyone. `a`: only author `a`, because the event is not published. `-a`: only
     * author `a`, because the event has a password.
     */
    full_reader: { type: 'integer', index: 'zero' },
    hidden: flag,
    featured: flag,
    ticketed: flag,
    /** Local time of the event, in its own time zone. */
    start: date,
    end: date,
    utc_start: date,
    parent,
    category: links,
    tag: links,
    venue: links,
    organizer: links,
    ...sorting,
    /**
     * Values of custom fields that filters can find: `NAME=VALUE`, ASCII only. The texts of one name and type sort like
     * their values.
     */
    field: { type: 'text', many: true, longest: 250 },
    /** Whether the event is a series. Its `start` is that of its first date, its `end` that of its last one. */
    series: flag,
    /** When the series needs more occurrences, UTC. `null`: never, as for all other events. */
    due: { ...date, nullable: true, index: 'due' },
  },
  venue: { ...post, name, latitude: coordinate, longitude: coordinate, ...sorting },
  organizer: { ...post, name, ...sorting },
  category: term,
  tag: term,
  /** The earliest time at which it may be removed, UTC. */
  receipt: { expires: date },
  /** The kind and the ID of the record that changed. */
  entry: { of: { type: 'text', longest: 64 }, record: { type: 'integer', index: 'lookup' } },
  extra: {
    /** Which part of the program keeps it, and as what. Nearly every filter selects one. */
    owner: { type: 'text', longest: 64, index: 'partition' },
    name: { type: 'text', longest: 250, nullable: true },
    /** Short texts that filters select by: what it belongs to, or in which state it is. */
    labels: { type: 'text', many: true, longest: 64 },
    /** A date that filters and an order go by, UTC. */
    due: { ...date, nullable: true, index: 'due' },
  },
} as const satisfies Record<Kind, Record<string, KeySpec>>

const sorted = { modified: ['modified', 'id'], title: ['title', 'id'] } as const

/**
 * The orders of each kind; `-` is descending. Every order is total, because `id` comes last. Most lists use the first
 * order. A document whose first key of an order is `null` is not in that order: finds by it leave the document out.
 */
export const ORDERS = {
  event: { start: ['start', 'date', 'id'], published: ['date', 'id'], ...sorted, id: ['id'] },
  venue: { newest: ['-date', '-id'], ...sorted, id: ['id'] },
  organizer: { newest: ['-date', '-id'], ...sorted, id: ['id'] },
  category: { id: ['id'] },
  tag: { id: ['id'] },
  receipt: { id: ['id'] },
  entry: { id: ['id'] },
  extra: { id: ['id'], name: ['name', 'id'], due: ['due', 'id'] },
} as const satisfies Record<Kind, Record<string, readonly string[]>>

type KeySpecs = typeof KEYS

type ValueOf<S extends KeySpec> = S extends { many: true }
  ? readonly { integer: number; real: number; text: string; boolean: boolean }[S['type']][]
  :
      | { integer: number; real: number; text: string; boolean: boolean }[S['type']]
      | (S extends { nullable: true } ? null : never)

export type KeysOf<K extends Kind> = {
  readonly [N in keyof KeySpecs[K]]: ValueOf<Extract<KeySpecs[K][N], KeySpec>>
}

/** The keys of events that are lists of IDs. */
export type Facet = {
  [N in keyof KeySpecs['event']]: KeySpecs['event'][N] extends { type: 'integer'; many: true } ? N : never
}[keyof KeySpecs['event']]

export type OrderOf<K extends Kind> = keyof (typeof ORDERS)[K] & string

/** One value of a key. */
export type KeyValue = string | number | boolean | null

export interface Document<K extends Kind = Kind> {
  readonly id: number
  /** 1 on creation, plus one for every commit that puts the document, unless it names the version. */
  readonly version: number
  readonly keys: KeysOf<K>
  /** Folded search text, one entry per field. */
  readonly text: readonly string[]
  /** Opaque to the storage, which returns it unchanged, character by character. */
  readonly data: string
}

/**
 * One condition on one key (or on `id`).
 * - `in`: the value is in the list; for a multi-valued key, at least one of its values is.
 * - `notIn`: the value is not in the list; for a multi-valued key, none of its values is.
 * - `gte`, `gt`, `lte`, `lt`: bounds. All given bounds apply; for a multi-valued key, at least one of its values meets
 *   all of them. `null` is outside every range.
 */
export interface Condition<K extends Kind = Kind> {
  readonly key: (keyof KeySpecs[K] & string) | 'id'
  readonly in?: readonly KeyValue[]
  readonly notIn?: readonly KeyValue[]
  readonly gte?: string | number
  readonly gt?: string | number
  readonly lte?: string | number
  readonly lt?: string | number
}

/**
 * Substrings to search for, folded in the same way as `Document.text`.
 * - `all`: each must occur, in any field; with `oneField`, all in the same field.
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

/** A place in an order: a value for each of its parts, as documents have them. The last one is an ID. */
export type Place = readonly (string | number)[]

export interface Query<K extends Kind = Kind> extends Filter<K> {
  readonly order: OrderOf<K>
  /** Whether the order is turned round: the last document comes first. Default false. */
  readonly reverse?: boolean
  /** At most this many documents, from 0 up. */
  readonly limit: number
  /** Number of matching documents to skip; default 0. */
  readonly offset?: number
  /**
   * Only documents that come after this place in the order, or in its reverse with `reverse`. There need be no document
   * at the place. A storage that does not know `after` ignores it: the API then reads by several finds.
   */
  readonly after?: Place
  /**
   * The caller only uses `id`, `version` and `keys`. The storage may then return `[]` as `text` and '' as `data`, so
   * that long texts do not fill the memory. Default false.
   */
  readonly keysOnly?: boolean
}

/** The keys, text and data of a document to write. `id` and `version` follow from the change. */
export type Content<K extends Kind = Kind> = Pick<Document<K>, 'keys' | 'text' | 'data'>

/**
 * A change of one document. `expect` is the version that the document must have when the commit takes effect
 * (0: it must not exist).
 * - `put` writes the content as version `expect + 1`, or as `version`, which is not less than `expect`: copies keep the
 *   versions of their originals, and a migration that only derives keys and text anew keeps the version. `before`: the keys of the version `expect`, if the caller has read them, so that the
 *   storage need not read them again.
 * - `remove` deletes the document. Links to it in other documents remain, without a target.
 * - `check` writes nothing. The commit fails unless the document has the version.
 */
export type ChangeOf<K extends Kind> =
  | {
      readonly do: 'put'
      readonly kind: K
      readonly id: number
      readonly expect: number
      readonly content: Content<K>
      readonly version?: number
      readonly before?: KeysOf<K>
    }
  | { readonly do: 'remove' | 'check'; readonly kind: K; readonly id: number; readonly expect: number }

/** One change of a commit. */
export type Change = { [K in Kind]: ChangeOf<K> }[Kind]

/**
 * Why nothing was written. `exists`: the document should not exist, but does. `stale`: the document has another version
 * or is gone. `taken`: another document owns the unique value, even after all changes of this commit.
 */
export type Conflict = {
  readonly conflict: 'exists' | 'stale' | 'taken'
  readonly kind: Kind
  readonly id: number
}

export type CommitResult = { readonly conflict: null } | Conflict

export interface Storage {
  /** Returns the existing documents among `ids`, each once, in the order of `ids`. */
  get<K extends Kind>(kind: K, ids: readonly number[]): Promise<readonly Document<K>[]>

  /** Returns the matching documents in the given order, from `offset` on, at most `limit`. */
  find<K extends Kind>(kind: K, query: Query<K>): Promise<readonly Document<K>[]>

  /** Returns the number of matching documents. */
  count<K extends Kind>(kind: K, filter: Filter<K>): Promise<number>

  /**
   * Counts the matching events for each ID in a list of IDs. Values without matching events are absent. With
   * `values`, only those values are counted. If the filter consists of `status` and `series` only, the result comes from
   * stored counters, so its cost does not grow with the calendar. With `full_reader` in `[0]` beside them, the cost grows
   * only with the days on which events start that not everyone may read in full.
   */
  tally(key: Facet, filter: Filter<'event'>, values?: readonly number[]): Promise<ReadonlyMap<number, number>>

  /**
   * Returns `count` new IDs (1 or more) of a sequence, in ascending order. Each is positive and never returned again.
   */
  allocate(sequence: Sequence, count: number): Promise<readonly number[]>

  /**
   * Reserves all IDs of a sequence from 1 to `upTo`, for records that bring their own IDs. Calls of `allocate` that begin
   * later return greater IDs. Returns the greatest ID that is reserved or allocated now, so `reserve(sequence, 0)` only
   * asks for it. For anything but a whole number from 0 to `LARGEST_RESERVED`, it throws a `RangeError` and changes nothing.
   *
   * Another process may have drawn a block of IDs before, and still return the rest of it. The result is not below these
   * IDs. Whoever then puts a document with such an ID expects version 0, so one of the two commits gets `exists`.
   */
  reserve(sequence: Sequence, upTo: number): Promise<number>

  /**
   * Writes all changes atomically, or none. Of two commits that expect the same version of a document, exactly one
   * takes effect. The same holds for two commits that put the same unique value.
   *
   * A document may appear in at most one change. A second change of it throws a `TypeError`, and nothing is written. A
   * commit that exceeds the storage's limit throws `CommitTooLarge`, and nothing is written. Every storage accepts ten
   * documents with 100,000 characters.
   */
  commit(changes: readonly Change[]): Promise<CommitResult>

  /**
   * Identifies the current state of all data; no earlier state had the same value. While it is equal, no commit of any
   * process has taken effect, and every read returns the same result as before. Reads do not change it. `undefined`:
   * unknown. It costs at most one round trip, and almost no work in the database. A storage that cannot provide this
   * omits the method.
   *
   * `request` is the request that reads the revision, with the signal of `within`. A storage reads `request.signal`
   * only if it needs it, because creating the signal costs as much as reading a revision from memory.
   */
  revision?(request?: { readonly signal: AbortSignal }): Promise<string | number | undefined>

  /** Prepares the storage. Idempotent: safe on every start, and when several processes start at once. */
  migrate(): Promise<void>

  /**
   * Rejects with `StorageNotMigrated` unless `migrate()` of this version has prepared what is stored: for programs that
   * only read, to which a calendar that is not there would look like an empty one. A storage that cannot tell omits the
   * method.
   */
  check?(): Promise<void>

  /**
   * Closes what the storage opened itself. Afterwards every call rejects with `StorageUnavailable`, except `close`,
   * which may be called again.
   */
  close(): Promise<void>

  /**
   * The same storage for one request. After an abort, every new call rejects with the signal's reason, and so do
   * running reads. A `commit`, `allocate` or `reserve` that was already sent is not cancelled: it may still take effect, and its
   * promise settles when the result is known. `within` is called for every request, so it must cost almost nothing.
   * `close` closes the storage itself.
   *
   * Without this method, calls of an aborted request run to completion.
   */
  within?(signal: AbortSignal): Storage
}

/** The value of a key in documents of earlier versions, which lack the last keys of their kind. */
export const absentValue = ({ type, many }: KeySpec): KeyValue | readonly KeyValue[] =>
  many ? [] : type === 'boolean' ? false : null

export {
  CommitTooLarge,
  isNotMigrated,
  isTooLarge,
  isUnavailable,
  StorageNotMigrated,
  StorageUnavailable,
} from './failures.ts'

export { containsText, meets, passes, versionAfter } from './reference.ts'

/** The keys of a declared order, or of its reverse, the most significant first. */
export function orderParts<K extends Kind>(
  kind: K,
  order: OrderOf<K>,
  reverse = false,
): readonly { readonly key: string; readonly isDescending: boolean }[] {
  const orders: Readonly<Record<string, readonly string[]>> = ORDERS[kind]
  return (orders[order] ?? ['id']).map((part) =>
    part.startsWith('-')
      ? { key: part.slice(1), isDescending: !reverse }
      : { key: part, isDescending: reverse },
  )
}

/** The condition that every document of an order meets, if there is one: its first key is not `null`. */
export function orderConditions<K extends Kind>(kind: K, order: OrderOf<K>): readonly Condition<K>[] {
  const [first] = orderParts(kind, order)
  const specs: Readonly<Record<string, KeySpec>> = KEYS[kind]
  const isKey = (key: string): key is keyof KeySpecs[K] & string => specs[key]?.nullable === true
  return first !== undefined && isKey(first.key) ? [{ key: first.key, notIn: [null] }] : []
}

/** Compares two documents by a declared order, or by its reverse. Texts compare by code unit, which is the same everywhere for ASCII. */
export function byOrder<K extends Kind>(
  kind: K,
  order: OrderOf<K>,
  reverse = false,
): (a: Document<K>, b: Document<K>) => number {
  const parts = orderParts(kind, order, reverse)
  return (a, b) => {
    const left: Readonly<Record<string, KeyValue | readonly KeyValue[]>> = { ...a.keys, id: a.id }
    const right: Readonly<Record<string, KeyValue | readonly KeyValue[]>> = { ...b.keys, id: b.id }
    for (const { key, isDescending } of parts) {
      const x = left[key]
      const y = right[key]
      if (x === y || x == null || y == null) continue
      return x < y === isDescending ? 1 : -1
    }
    return 0
  }
}
