import type { Change, Conflict, Document, Storage } from '../../storage/contract.ts'
import { isTooLarge } from '../../storage/failures.ts'
import { isDeepEqual } from '../domain/deep-equal.ts'
import { isObject, parse } from '../domain/json.ts'
import { CALENDAR, ownId } from '../domain/records/extras.ts'
import type { RecordOf } from '../domain/records/records.ts'
import { fromDocument } from '../domain/records/stored-record.ts'
import { endOfDates, lastingOf } from '../domain/recurrence/series.ts'
import { resolveZone, UTC } from '../domain/time/zones.ts'
import { FLOORS } from './changes/deliver.ts'
import { isOccurrence, isSeries } from './events/series/series.ts'
import { noteId } from './journal/extras.ts'
import { headName, LANES } from './journal/outbox.ts'
import { findInParts } from './reading/parts.ts'
import { putChange } from './writing/plan.ts'

/*
 * Documents of earlier versions, in their present form. Records keep their versions, so ETags and what imports remember
 * stay as they are.
 *
 * 1 (0.8): the keys of a series are its own; texts with umlauts have second spellings; dashes and what nobody sees do not
 * count in texts, names and titles; the receipts that were entries and notes are entries and extras.
 */

const RECORDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const satisfies (keyof RecordOf)[]
type OldKind = (typeof RECORDS)[number] | 'receipt'

/** Documents of one commit. */
const TOGETHER = 25

/** Each loses against a commit of another process. */
const MOST_ATTEMPTS = 100

export async function upgradeAll(storage: Storage): Promise<void> {
  for (const kind of [...RECORDS, 'receipt'] as const) {
    let waiting: number[] = []
    for await (const document of findInParts<OldKind>(storage, kind, [])) {
      if (upgraded(kind, document).length > 0) waiting.push(document.id)
      if (waiting.length < TOGETHER) continue
      await upgradeSome(storage, kind, waiting)
      waiting = []
    }
    await upgradeSome(storage, kind, waiting)
    if (kind === 'event') await upgradeEnds(storage)
  }
}

/** A series lasts as its dates do, which are there by now in their present form. Who writes it meanwhile finds the same. */
async function upgradeEnds(storage: Storage): Promise<void> {
  for await (const document of findInParts(storage, 'event', [{ key: 'series', in: [true] }])) {
    const record = recordIn('event', document)
    if (record?.kind !== 'event' || !isSeries(record)) continue
    const dates: RecordOf['event'][] = []
    for await (const one of findInParts(storage, 'event', [{ key: 'parent', in: [record.id] }])) {
      const date = recordIn('event', one)
      if (date?.kind === 'event' && isOccurrence(date)) dates.push(date)
    }
    const { ends } = lastingOf(record, dates, resolveZone(record.timezone) ?? UTC)
    if (ends === record.series.ends) continue
    const put = putChange({ ...record, series: { ...record.series, ends } })
    if (put.do === 'put') await committed(storage, [{ ...put, version: document.version }])
  }
}

async function upgradeSome(storage: Storage, kind: OldKind, ids: readonly number[]): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const documents = ids.length === 0 ? [] : await storage.get<OldKind>(kind, ids)
    const changes = documents.flatMap((document) => upgraded(kind, document))
    if (changes.length === 0) return
    const { conflict } = await committed(storage, changes)
    if (conflict === null) return
    if (conflict === 'exists' || conflict === 'stale') continue
    // A slug that was claimed otherwise stays, and so does a document that no commit takes.
    if (ids.length === 1) return
    for (const id of ids) await upgradeSome(storage, kind, [id])
    return
  }
  throw new Error(`the ${kind} ${ids.join(', ')} cannot be migrated while others keep writing`)
}

async function committed(
  storage: Storage,
  changes: readonly Change[],
): Promise<{ readonly conflict: Conflict['conflict'] | 'too large' | null }> {
  try {
    return await storage.commit(changes)
  } catch (error) {
    if (!isTooLarge(error)) throw error
    return { conflict: 'too large' }
  }
}

/** The changes that bring a document to the present form; none if it has it. Pure. */
export function upgraded(kind: OldKind, document: Document<OldKind>): readonly Change[] {
  if (kind === 'receipt') return movedReceipt(document)
  const record = recordIn(kind, document)
  if (record === undefined) return []
  const put = putChange(withEnd(record))
  if (put.do !== 'put') return []
  const { keys, text } = put.content
  if (isDeepEqual(keys, document.keys) && isDeepEqual(text, document.text)) return []
  return [{ ...put, version: document.version }]
}

/** `undefined` for a document that is damaged. It stays as it is: whoever reads it is told. */
function recordIn(kind: keyof RecordOf, document: Document): RecordOf[keyof RecordOf] | undefined {
  try {
    return fromDocument(kind, document)
  } catch {
    return undefined
  }
}

function withEnd(record: RecordOf[keyof RecordOf]): RecordOf[keyof RecordOf] {
  if (record.kind !== 'event' || record.series === undefined) return record
  return { ...record, series: { ...record.series, ends: record.series.ends ?? endOfDates(record.series) } }
}

// —— Receipts of 0.7 ——————————————————————————————————————————————————————————————————————————————————————————

/* Their IDs said what they were: from `HEADS` on the heads of lanes, then the notes of deliveries, then the entries. */

const HEADS = 2 ** 52 + 2 ** 51
const NOTES = HEADS + LANES.length
const ENTRIES = HEADS + 2 ** 46
/** Receipts of idempotency keys are below it too, but expire. */
const IMPORTS_END = 2 ** 52
const NEVER = '9999-12-31 23:59:59'

function movedReceipt({ id, version, keys, data }: Document): readonly Change[] {
  const content = { text: [], data }
  const moved = (to: Change): readonly Change[] => [
    to,
    { do: 'remove', kind: 'receipt', id, expect: version },
  ]
  const toNote = (to: number, name: string | null) => {
    const keys = { owner: CALENDAR, name, labels: [], due: null }
    return moved({ do: 'put', kind: 'extra', id: to, expect: 0, version, content: { ...content, keys } })
  }
  if (id > ENTRIES) {
    const { kind: of, id: record } = parse(data, isObject) ?? {}
    if (typeof of !== 'string' || typeof record !== 'number') return []
    const entry = { ...content, keys: { of, record } }
    return moved({ ...{ do: 'put', kind: 'entry', id: id - ENTRIES, expect: 0, version, content: entry } })
  }
  // The IDs of notes are hashes as before. Their names are written with the next change.
  if (id > NOTES) return toNote(ownId(id - NOTES), null)
  if (id === NOTES) return toNote(noteId(FLOORS), FLOORS)
  if (id >= HEADS) return toNote(noteId(headName(id - HEADS)), headName(id - HEADS))
  const isImport = id < IMPORTS_END && 'expires' in keys && keys.expires === NEVER
  return isImport ? toNote(ownId(1 + (id % 2 ** 40)), null) : []
}
