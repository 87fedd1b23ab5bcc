import type { Change, Document, Storage } from '../../../storage/contract.ts'
import { isObject, parse } from '../../domain/json.ts'
import type { RecordOf } from '../../domain/records/records.ts'
import { asTaken } from '../../domain/records/uid.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { noteId, putNote } from '../journal/extras.ts'
import { readRecord } from '../reading/read-record.ts'
import type { Plan } from './plan.ts'

/*
 * Which event has a UID that was brought stands in a note, so that of two writes at the same time, one sees the other.
 */

interface Claim {
  readonly event: number
}

const isClaim = (value: unknown): value is Claim => isObject(value) && typeof value.event === 'number'

const nameOf = (uid: string): string => `.uid ${textHash(uid)}`

export const claimId = (uid: string): number => noteId(nameOf(uid))

/** Whether the note is another one: by a rare chance, two names share an ID. That UID is nobody's then. */
const isOther = (note: Document<'extra'> | undefined, uid: string): boolean =>
  note !== undefined && note.keys.name !== nameOf(uid)

/** The UID of a new event, as its record has it. */
export async function claimUid(plan: Plan, uid: string, id: number): Promise<string> {
  const { storage } = plan.site
  const [note] = await storage.get('extra', [claimId(uid)])
  if (isOther(note, uid)) return uid
  const claim = note === undefined ? undefined : parse(note.data, isClaim)
  // What was deleted for good gives its UID back.
  const owner = claim === undefined ? undefined : await readRecord(storage, 'event', claim.event)
  if (owner !== undefined && owner.id !== id && owner.uid === uid) return asTaken(uid)
  plan.changes.push(claimOf(uid, note?.version ?? 0, id))
  return uid
}

const claimOf = (uid: string, expect: number, event: number): Change =>
  putNote(nameOf(uid), expect, { event } satisfies Claim)

/** The claims that nobody has yet, of events that are written as they were elsewhere. */
export async function claimsOf(
  storage: Storage,
  records: readonly RecordOf[keyof RecordOf][],
): Promise<Change[]> {
  const events = new Map<string, number>()
  for (const one of records) if (one.kind === 'event' && one.uid !== undefined) events.set(one.uid, one.id)
  const known = new Set((await storage.get('extra', [...events.keys()].map(claimId))).map(({ id }) => id))
  const open = new Map([...events].map(([uid, event]) => [claimId(uid), claimOf(uid, 0, event)]))
  return [...open].flatMap(([id, change]) => (known.has(id) ? [] : [change]))
}
