import type { Change, CommitResult, Conflict, Content, Storage } from '../../../storage/contract.ts'
import { isTooLarge } from '../../../storage/failures.ts'
import type { Caller } from '../../access/policy.ts'
import { isObject, parseOwn } from '../../domain/json.ts'
import type { PostRecord } from '../../domain/records/records.ts'
import type { Turns } from '../../domain/turns.ts'
import { findInParts, partsOf } from '../reading/parts.ts'
import { noteContent, noteId, readNotes } from './extras.ts'
import type { RecordKind, StoredChange } from './stored-change.ts'

/*
 * The outbox: an entry for each change of a record, written in the same commit.
 *
 * Entries are numbered in 16 lanes, by the ID of the record. The version of the lane's head is the last number, and each
 * commit raises it from the version that it expects. So numbers have no gaps: whoever sees a head sees all entries up to
 * it, on every storage, however many processes write. And entries of one record are in order.
 */

/** Records come after what they embed. The tokens of first syncs name a kind by its index. */
export const RECORD_KINDS = ['category', 'tag', 'venue', 'organizer', 'event'] as const satisfies RecordKind[]

export const LANES: readonly number[] = Array.from({ length: 16 }, (_, lane) => lane)

/** IDs per lane. Numbers begin with 1. */
const ROOM = 2 ** 46

export const headName = (lane: number): string => `.lane ${lane}`
export const entryId = (lane: number, number: number): number => lane * ROOM + number

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
  readonly hide_from_listings?: boolean | undefined
}

/** Its keys say whose it is, so that the entries of a record are found without reading its lane. */
export const entryContent = (entry: Entry): Content<'entry'> => ({
  keys: { of: entry.kind, record: entry.id },
  text: [],
  data: JSON.stringify(entry),
})

export const entryIn = (data: string): Entry => parseOwn(data, isEntry, 'an entry of the journal')

/** What `entryContent` writes has all members or none. */
const isEntry = (value: unknown): value is Entry =>
  isObject(value) && 'kind' in value && 'before' in value && 'was' in value

/** Changes that take the copies of records out of their entries. */
export async function erasedCopies(
  storage: Storage,
  records: readonly Pick<StoredChange, 'kind' | 'id'>[],
): Promise<Change[]> {
  const changes: Change[] = []
  async function eraseOf({ kind, id: record }: Pick<StoredChange, 'kind' | 'id'>): Promise<void> {
    const where = [
      { key: 'record', in: [record] },
      { key: 'of', in: [kind] },
    ] as const
    for await (const { id, version, data } of findInParts(storage, 'entry', where)) {
      const entry = entryIn(data)
      if (entry.before === null && entry.after === null) continue
      const content = entryContent({ ...entry, before: null, after: null })
      changes.push({ do: 'put', kind: 'entry', id, expect: version, content })
    }
  }
  for (const part of partsOf(records)) await Promise.all(part.map(eraseOf))
  return changes
}

/** The last number of each lane, at one moment. */
export async function readHeads(
  storage: Storage,
  lanes: readonly number[] = LANES,
): Promise<Map<number, number>> {
  const heads = await readNotes(storage, lanes.map(headName))
  return new Map(lanes.map((lane) => [lane, heads.get(headName(lane))?.version ?? 0]))
}

/** Entries by lane and number, of those that exist. */
export async function readEntries(
  storage: Storage,
  wanted: readonly (readonly [lane: number, number: number])[],
): Promise<Numbered[]> {
  const documents = await storage.get(
    'entry',
    wanted.map(([lane, number]) => entryId(lane, number)),
  )
  const byId = new Map(documents.map((document) => [document.id, document]))
  return wanted.flatMap(([lane, number]) => {
    const document = byId.get(entryId(lane, number))
    return document === undefined ? [] : { ...entryIn(document.data), lane, number, stored: document.version }
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
    const changed = new Set(changes.flatMap(({ kind, id }) => (kind === 'entry' ? [id] : [])))
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
        if (puts.some(({ kind, id }) => kind === 'entry' && changed.has(id))) continue
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
      const content = entryContent({
        ...{ ...entry, time, by: principalOf(change), was: readableAs(change) },
        version: change.after?.version ?? 0,
      })
      return { do: 'put', kind: 'entry', id: entryId(lane, number), expect: 0, content }
    })
    for (const [lane, expect] of heads) {
      const version = last.get(lane) ?? 0
      const head = headName(lane)
      const content = noteContent(head, null)
      // It always has these keys, so the storage need not read them.
      const known = expect > 0 && { before: content.keys }
      puts.push({ do: 'put', kind: 'extra', id: noteId(head), expect, version, content, ...known })
    }
    return { puts, last }
  }
}

/** The host may have answered more of its user. */
function principalOf({ by }: StoredChange): Caller {
  if (by === null) return null
  const { id, role, name } = by
  return { id, role, ...(name !== undefined && { name }) }
}

const isAbout = (conflict: Conflict) => (change: Change) =>
  change.kind === conflict.kind && change.id === conflict.id

function readableAs({ before }: StoredChange): ReadableAs | null {
  if (before === null) return null
  const { status, author, hide_from_listings } = parseOwn(before.data, isReadable, 'a record')
  return { status, author, hide_from_listings }
}

/** Terms have none of this. */
const isReadable = (value: unknown): value is ReadableAs => isObject(value)
