import type { Document } from '../storage/contract.ts'
import { fromDocument, type RecordOf } from './records.ts'

type RecordKind = keyof RecordOf

type Revision = string | number

/**
 * The text that `write` makes of a record, or made before of this very record and number: whatever else it follows
 * from must be in the name of the texts.
 */
export type Texts<R> = (record: R, write: (record: R) => string, number?: number) => string

/**
 * What follows from documents alone, kept while they are the same: their records, and texts about these. Who may see
 * what is none of its business: that is asked anew for every request, before a text is.
 *
 * Records that it gives are shared by all requests: nobody changes them.
 */
export interface Memo {
  /**
   * The record of a document; the same object as long as version and data are what they were. `revision`: what the
   * storage said before the document was asked for.
   */
  readonly record: <K extends RecordKind>(kind: K, document: Document<K>, revision?: Revision) => RecordOf[K]
  /** The record of a document that is what it was when last read, since the storage is at the same revision. */
  readonly recordAt: <K extends RecordKind>(
    kind: K,
    id: number,
    revision: Revision,
  ) => RecordOf[K] | undefined
  /** By ID, the numbers of published events that are known at this revision, 0 among them; to be added to. */
  readonly countsAt: (kind: 'category' | 'tag', revision: Revision) => Map<number, number>
  /** `name`: what is written. `address`: where it is read, which most texts hold. */
  readonly texts: <K extends RecordKind>(kind: K, name: string, address: string) => Texts<RecordOf[K]>
}

interface KeptText {
  readonly number: number
  readonly text: string
  readonly bytes: number
}

interface Entry<K extends RecordKind> {
  readonly kind: K
  readonly data: string
  readonly record: RecordOf[K]
  readonly texts: Map<string, KeptText>
  /** Of all of it. */
  bytes: number
  /** When the document was last seen to be this one. */
  revision: Revision | undefined
  /** Whether it was asked for since it was last in danger of being forgotten. */
  isWanted: boolean
}

interface Counts {
  readonly revision: Revision | undefined
  readonly numbers: Map<number, number>
}

/** By ID. */
type Shelves = { readonly [K in RecordKind]: Map<number, Entry<K>> }

/** More texts about one record are rather junk: under ever new addresses, say. */
const MOST_TEXTS = 16

/** Numbers that are kept of terms of one kind: in many calendars there are fewer. */
const MOST_COUNTS = 10_000

/** What an entry and a text take beside their characters, about. */
const ENTRY_BYTES = 800
const TEXT_BYTES = 100

/** What a record takes for each byte of its data: that itself, and the same in pieces. */
const RECORD_FACTOR = 2

/** Engines keep a text in bytes where they suffice for all of its characters. */
const bytesOf = (text: string): number => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)

const KEEPS_NOTHING: Memo = {
  record: (_kind, document) => fromDocument(document),
  recordAt: () => undefined,
  countsAt: () => new Map(),
  texts: () => (record, write) => write(record),
}

/**
 * `most`: bytes, about; 0 keeps nothing. Where they do not suffice, the eldest go that nobody asked for of late. That
 * costs next to nothing when something is found, unlike the order of last use, and most of what is asked for is.
 */
export function createMemo(most: number): Memo {
  if (most === 0) return KEEPS_NOTHING
  const shelves: Shelves = {
    event: new Map(),
    venue: new Map(),
    organizer: new Map(),
    category: new Map(),
    tag: new Map(),
  }
  /** Eldest first. */
  const entries = new Set<Entry<RecordKind>>()
  const noCounts = () => ({ revision: undefined, numbers: new Map<number, number>() })
  const counts: Record<'category' | 'tag', Counts> = { category: noCounts(), tag: noCounts() }
  let bytes = 0

  function grow(by: number): void {
    bytes += by
    for (const entry of entries) {
      if (bytes <= most) return
      if (entry.isWanted) {
        entry.isWanted = false
        entries.delete(entry)
        entries.add(entry)
      } else forget(entry)
    }
  }

  function forget(entry: Entry<RecordKind>): void {
    shelves[entry.kind].delete(entry.record.id)
    entries.delete(entry)
    bytes -= entry.bytes
  }

  function find<K extends RecordKind>(kind: K, id: number): Entry<K> | undefined {
    const entry = shelves[kind].get(id)
    if (entry !== undefined) entry.isWanted = true
    return entry
  }

  return {
    record(kind, document, revision) {
      const { id, version, data } = document
      const known = find(kind, id)
      if (known !== undefined && known.record.version === version && known.data === data) {
        known.revision = revision ?? known.revision
        return known.record
      }
      const record = fromDocument(document)
      const size = RECORD_FACTOR * bytesOf(data) + ENTRY_BYTES
      if (known !== undefined) forget(known)
      if (size > most / 4) return record
      const entry = { kind, data, record, texts: new Map(), bytes: size, revision, isWanted: false }
      shelves[kind].set(id, entry)
      entries.add(entry)
      grow(size)
      return record
    },

    recordAt(kind, id, revision) {
      const known = find(kind, id)
      return known !== undefined && known.revision === revision ? known.record : undefined
    },

    countsAt(kind, revision) {
      const { [kind]: known } = counts
      if (known.revision === revision && known.numbers.size < MOST_COUNTS) return known.numbers
      counts[kind] = { revision, numbers: new Map() }
      return counts[kind].numbers
    },

    texts(kind, name, address) {
      const key = `${name} ${address}`
      return (record, write, number = 0) => {
        const entry = find(kind, record.id)
        if (entry?.record !== record) return write(record)
        const known = entry.texts.get(key)
        if (known !== undefined && known.number === number) return known.text
        const text = write(record)
        const size = bytesOf(text) + bytesOf(key) + TEXT_BYTES
        let more = size - (known?.bytes ?? 0)
        if (known === undefined && entry.texts.size >= MOST_TEXTS) {
          for (const dropped of entry.texts.values()) more -= dropped.bytes
          entry.texts.clear()
        }
        entry.texts.set(key, { number, text, bytes: size })
        entry.bytes += more
        grow(more)
        return text
      }
    },
  }
}
