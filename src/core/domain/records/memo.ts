import type { Document } from '../../../storage/contract.ts'
import { BoundedMap } from '../bounded.ts'
import type { Zone } from '../time/zones.ts'
import type { RecordOf } from './records.ts'
import { onSiteClock } from './site-clock.ts'
import { fromDocument, type Stored } from './stored-record.ts'

type RecordKind = keyof RecordOf

type Revision = string | number

/**
 * Returns the text that `write` made for this record and `number`; calls `write` on a miss. If the text depends on
 * anything else, that must be part of the name of the texts.
 */
export type Texts<R> = (record: R, write: (record: R) => string, number?: number) => string

/**
 * A cache of everything that follows from documents alone: their records, and texts made from records. It does not
 * check permissions: callers do, on every request, before they read a text.
 *
 * All requests share the cached records, so nobody may change them.
 */
export interface Memo {
  /**
   * The record of a document. It is the same object until version or data change. `revision`: the storage's revision,
   * read before the document.
   */
  readonly record: <K extends RecordKind>(kind: K, document: Document<K>, revision?: Revision) => RecordOf[K]
  /** The same without caching, for so many records that they would evict everything else. */
  readonly peek: <K extends RecordKind>(kind: K, document: Stored) => RecordOf[K]
  /** The cached record, if the storage has the same revision as when the document was last read. */
  readonly recordAt: <K extends RecordKind>(
    kind: K,
    id: number,
    revision: Revision,
  ) => RecordOf[K] | undefined
  /**
   * The cached numbers of published events at this revision, by ID of the term, zeros included. Callers add to the map.
   * `areOpen`: only of the events that everyone may read in full.
   */
  readonly countsAt: (kind: 'category' | 'tag', areOpen: boolean, revision: Revision) => Map<number, number>
  /** `name`: the kind of text. `address`: the address of the API, which most texts contain. */
  readonly texts: <K extends RecordKind>(kind: K, name: string, address: string) => Texts<RecordOf[K]>
}

interface CachedText {
  readonly number: number
  readonly text: string
  readonly bytes: number
}

interface Entry<K extends RecordKind> {
  readonly kind: K
  readonly data: string
  readonly record: RecordOf[K]
  readonly texts: Map<string, CachedText>
  /** The storage's revision when the document was last read. */
  revision: Revision | undefined
  /** Approximate size of the whole entry. */
  bytes: number
}

interface Counts {
  readonly revision: Revision
  readonly numbers: Map<number, number>
}

const KIND_NUMBERS = { event: 0, venue: 1, organizer: 2, category: 3, tag: 4 } as const

/** Kinds can have the same IDs. */
const keyOf = (kind: RecordKind, id: number): number => id * 5 + KIND_NUMBERS[kind]

const isOf = <K extends RecordKind>(kind: K, entry: Entry<RecordKind>): entry is Entry<K> =>
  entry.kind === kind

/** Maximum number of texts for a record. More texts are probably junk, such as one for each of many addresses. */
const MOST_TEXTS = 16

/** Maximum number of cached counts for each kind of term. Many calendars have fewer terms. */
const MOST_COUNTS = 10_000

/** Approximate overhead of an entry and of a text, in bytes, besides their characters. */
const ENTRY_BYTES = 800
const TEXT_BYTES = 100

/** Bytes of memory for each byte of a document's data: the data itself and the parsed record. */
const RECORD_FACTOR = 2

/** Engines store a text with one byte per character if all its characters fit. */
const bytesOf = (text: string): number => text.length * (/[\u0100-\uffff]/.test(text) ? 2 : 1)

const withoutCache = (zone: Zone): Memo => ({
  record: (kind, document) => onSiteClock(fromDocument(kind, document), zone),
  peek: (kind, document) => onSiteClock(fromDocument(kind, document), zone),
  recordAt: () => undefined,
  countsAt: () => new Map(),
  texts: () => (record, write) => write(record),
})

/**
 * `most`: maximum size in bytes, approximate; 0 turns the cache off. `zone`: the zone of the site, for dates of
 * records.
 */
export function createMemo(most: number, zone: Zone): Memo {
  if (most === 0) return withoutCache(zone)
  const entries = new BoundedMap<number, Entry<RecordKind>>(most)
  const counts = new Map<string, Counts>()

  function find<K extends RecordKind>(kind: K, id: number): Entry<K> | undefined {
    const entry = entries.get(keyOf(kind, id))
    return entry !== undefined && isOf(kind, entry) ? entry : undefined
  }

  function findSame<K extends RecordKind>(kind: K, { id, version, data }: Stored): Entry<K> | undefined {
    const entry = find(kind, id)
    return entry !== undefined && entry.record.version === version && entry.data === data ? entry : undefined
  }

  return {
    record(kind, document, revision) {
      const { id, data } = document
      const known = findSame(kind, document)
      if (known !== undefined) {
        known.revision = revision ?? known.revision
        return known.record
      }
      const record = onSiteClock(fromDocument(kind, document), zone)
      const size = RECORD_FACTOR * bytesOf(data) + ENTRY_BYTES
      const key = keyOf(kind, id)
      if (size > most / 4) entries.delete(key)
      else entries.set(key, { kind, data, record, texts: new Map(), revision, bytes: size }, size)
      return record
    },

    peek: (kind, document) =>
      findSame(kind, document)?.record ?? onSiteClock(fromDocument(kind, document), zone),

    recordAt(kind, id, revision) {
      const known = find(kind, id)
      return known !== undefined && known.revision === revision ? known.record : undefined
    },

    countsAt(kind, areOpen, revision) {
      const name = `${kind} ${areOpen}`
      const known = counts.get(name)
      if (known?.revision === revision && known.numbers.size < MOST_COUNTS) return known.numbers
      const numbers = new Map<number, number>()
      counts.set(name, { revision, numbers })
      return numbers
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
        entries.set(keyOf(kind, record.id), entry, entry.bytes)
        return text
      }
    },
  }
}
