import type { PostRecord } from '../../domain/records.ts'
import type { Turns } from '../../domain/turns.ts'
import type { Change, CommitResult, Conflict, Storage } from '../../storage/contract.ts'
import { isTooLarge } from '../../storage/failures.ts'
import { findInParts, partsOf } from '../parts.ts'
import { receiptContent } from '../receipts.ts'
import type { RecordKind, StoredChange } from './stored-change.ts'

/*
 * The outbox: an entry for each change of a record, written in the same commit. Entries are receipts with IDs of their
 * own range, so they need no table.
 *
 * Entries are numbered in 16 lanes, by the ID of the record. The version of the lane's head is the last number, and each
 * commit raises it from the version that it expects. So numbers have no gaps: whoever sees a head sees all entries up to
 * it, on every storage, however many processes write. And entries of one record are in order.
 */

/** Records come after what they embed. The tokens of first syncs name a kind by its index. */
export const KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const satisfies RecordKind[]

export const LANES: readonly number[] = Array.from({ length: 16 }, (_, lane) => lane)

/** The receipts below are those of idempotency keys and the guards of names. */
const LOWEST_ID = 2 ** 52 + 2 ** 51
/** IDs per lane. */
const ROOM = 2 ** 46

const headId = (lane: number): number => LOWEST_ID + lane
/** Below the entries, above the heads. */
export const noteId = (number: number): number => LOWEST_ID + LANES.length + number
export const entryId = (lane: number, number: number): number => LOWEST_ID + (lane + 1) * ROOM + number

const laneOf = (id: number): number => id % LANES.length

/** An entry, as it is stored. */
export interface Entry extends StoredChange {
  /** ISO 8601, UTC. */
  readonly time: string
  /** Who could read the record before the change; `{}` for terms, `null` if the change created it. */
  readonly was: ReadableAs | null
  /** The record's version after the change; 0 if it is gone. */
  readonly version: number
}

export interface Numbered extends Entry {
  readonly lane: number
  readonly number: number
  /** Version of the entry itself. */
  readonly stored: number
}

/** What the rights to read a post depend on. */
export interface ReadableAs extends Pick<PostRecord, 'status' | 'author'> {
  /** Of events. */
  readonly hide_from_listings?: boolean
}

const YEAR_4000 = Date.UTC(4000) / 1000
/** Seconds from then until the year 9000. */
const SECONDS = Date.UTC(9000) / 1000 - YEAR_4000

/**
 * Entries expire by age and delivery. Their date says whose they are, so that those of a record are found without
 * reading its lane: a second for each ID. Records of different kinds, and great IDs, can share one.
 */
const addressOf = (id: number): string =>
  new Date((YEAR_4000 + (id % SECONDS)) * 1000).toISOString().slice(0, 19).replace('T', ' ')

export const isEntry = (receipt: number): boolean => receipt > LOWEST_ID + ROOM

/** Changes that take the copies of records out of their entries. */
export async function blankEntries(
  storage: Storage,
  records: readonly Pick<StoredChange, 'kind' | 'id'>[],
): Promise<Change[]> {
  const blanks: Change[] = []
  async function blank({ kind, id: record }: Pick<StoredChange, 'kind' | 'id'>): Promise<void> {
    const expires = addressOf(record)
    const where = [{ key: 'expires', gte: expires, lte: expires }] as const
    for await (const { id, version, data } of findInParts(storage, 'receipt', where)) {
      const entry: Entry = JSON.parse(data)
      const isBlank = entry.before === null && entry.after === null
      if (entry.kind !== kind || entry.id !== record || isBlank) continue
      const content = receiptContent({ ...entry, before: null, after: null }, expires)
      blanks.push({ do: 'put', kind: 'receipt', id, expect: version, content })
    }
  }
  for (const part of partsOf(records)) await Promise.all(part.map(blank))
  return blanks
}

/** The last number of each lane, at one moment. */
export async function readHeads(
  storage: Storage,
  lanes: readonly number[] = LANES,
): Promise<Map<number, number>> {
  const heads = await storage.get('receipt', lanes.map(headId))
  const versions = new Map(heads.map(({ id, version }) => [id, version]))
  return new Map(lanes.map((lane) => [lane, versions.get(headId(lane)) ?? 0]))
}

/** Entries by lane and number, of those that exist. */
export async function readEntries(
  storage: Storage,
  wanted: readonly (readonly [lane: number, number: number])[],
): Promise<Numbered[]> {
  const documents = await storage.get(
    'receipt',
    wanted.map(([lane, number]) => entryId(lane, number)),
  )
  const byId = new Map(documents.map((document) => [document.id, document]))
  return wanted.flatMap(([lane, number]) => {
    const document = byId.get(entryId(lane, number))
    return document === undefined
      ? []
      : { ...JSON.parse(document.data), lane, number, stored: document.version }
  })
}

/** Every storage takes a commit of so many large documents. */
const MOST_LARGE = 10
/** Each loses against a commit of another process that took effect. */
const MOST_ATTEMPTS = 1000

export class Outbox {
  readonly #turns: Turns
  readonly #now: () => Date
  /** The heads that this process wrote last. */
  readonly #heads = new Map<number, number>()

  constructor(turns: Turns, now: () => Date) {
    this.#turns = turns
    this.#now = now
  }

  /** Commits the changes and an entry for each of `known`. */
  commit(
    storage: Storage,
    changes: readonly Change[],
    known: readonly StoredChange[],
  ): Promise<CommitResult> {
    const lanes = LANES.filter((lane) => known.some(({ id }) => laneOf(id) === lane))
    // Of this process, one commit at a time writes to a lane: simultaneous ones would fail for each other.
    const inTurn = lanes.reduceRight(
      (work: () => Promise<CommitResult>, lane) => () => this.#turns.take(`lane ${lane}`, work),
      () => this.#commit(storage, changes, known, lanes),
    )
    return inTurn()
  }

  async #commit(
    storage: Storage,
    changes: readonly Change[],
    known: readonly StoredChange[],
    lanes: readonly number[],
  ): Promise<CommitResult> {
    let bodies = true
    const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'receipt' ? [id] : [])))
    for (let attempt = 1; ; attempt++) {
      const unknown = lanes.filter((lane) => !this.#heads.has(lane))
      if (unknown.length > 0) {
        for (const [lane, head] of await readHeads(storage, unknown)) this.#heads.set(lane, head)
      }
      const heads = new Map(lanes.map((lane) => [lane, this.#heads.get(lane) ?? 0]))
      for (const lane of lanes) this.#heads.delete(lane)
      try {
        const { puts, last } = this.#entries(known, heads, bodies)
        // The commit changes an entry that should be new. So another process has written it, and the heads are old.
        if (puts.some(({ id }) => changed.has(id))) continue
        const result = await storage.commit([...changes, ...puts])
        if (result.conflict === null) for (const [lane, head] of last) this.#heads.set(lane, head)
        const isLost = result.conflict !== null && puts.some(isAbout(result))
        if (!isLost || attempt === MOST_ATTEMPTS) return result
      } catch (error) {
        // A storage that takes the records must not refuse them because of their copies.
        if (!isTooLarge(error) || !bodies || known.length > MOST_LARGE) throw error
        bodies = false
      }
    }
  }

  #entries(known: readonly StoredChange[], heads: ReadonlyMap<number, number>, bodies: boolean) {
    const last = new Map(heads)
    const time = this.#now().toISOString()
    const puts = known.map((change): Change => {
      const lane = laneOf(change.id)
      const number = (last.get(lane) ?? 0) + 1
      last.set(lane, number)
      // Nothing is left of a record that is gone.
      const entry = bodies && change.after !== null ? change : { ...change, before: null, after: null }
      const content = receiptContent(
        { ...entry, time, was: readableAs(change), version: change.after?.version ?? 0 },
        addressOf(change.id),
      )
      return { do: 'put', kind: 'receipt', id: entryId(lane, number), expect: 0, content }
    })
    for (const [lane, expect] of heads) {
      const version = last.get(lane) ?? 0
      puts.push({
        do: 'put',
        kind: 'receipt',
        id: headId(lane),
        expect,
        version,
        content: receiptContent(null),
      })
    }
    return { puts, last }
  }
}

const isAbout = (conflict: Conflict) => (change: Change) =>
  change.kind === conflict.kind && change.id === conflict.id

function readableAs({ before }: StoredChange): ReadableAs | null {
  if (before === null) return null
  const { status, author, hide_from_listings } = JSON.parse(before.data)
  return { status, author, hide_from_listings }
}
