import { isObject } from '../../domain/json.ts'
import { publication } from '../../domain/records/publication.ts'
import type { LinkedKind, RecordOf } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import {
  isPending,
  nextState,
  type SuggestionRecord,
  suggestionContent,
  suggestionOf,
} from '../../domain/records/suggestions.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { isNumber, isText } from '../../fields/row.ts'
import type { Change, ChangeOf, Storage } from '../../storage/contract.ts'
import { putNote, readNote, SUGGESTIONS_NOTE } from '../journal/notes.ts'
import { readRecord } from '../reading/read-record.ts'
import { planErasure } from './erase.ts'
import type { Plan } from './plan.ts'
import { postSlug } from './slugs.ts'

/*
 * What becomes of suggestions when anybody writes their events, in the commit of that write. Part of each plan where the
 * public can suggest events, so no way to publish or to delete an event leaves a suggestion behind.
 *
 * A note counts those that wait. Each commit that lets one wait, or decides on one, expects its version. So the count is
 * exact, whatever happens at the same time, on any number of machines.
 */

/** How many suggestions wait, and a salt for hashes of who sent them. */
export interface WaitingNote {
  readonly version: number
  readonly waiting: number
  readonly salt: string
}

export async function readWaiting(storage: Storage): Promise<WaitingNote> {
  const { version, value } = await readNote(storage, SUGGESTIONS_NOTE, isWaiting)
  return { version, waiting: value?.waiting ?? 0, salt: value?.salt ?? '' }
}

const isWaiting = (value: unknown): value is Omit<WaitingNote, 'version'> =>
  isObject(value) && isNumber(value.waiting) && isText(value.salt)

export const putWaiting = ({ version, waiting, salt }: WaitingNote): Change =>
  putNote(SUGGESTIONS_NOTE, version, { waiting: Math.max(0, waiting), salt })

export const putSuggestion = (record: SuggestionRecord): Change => ({
  ...{ do: 'put', kind: 'suggestion', id: record.id, expect: record.version },
  content: suggestionContent(record),
})

type EventChange = ChangeOf<'event'>

const writesEvent = (change: Change): change is EventChange =>
  change.kind === 'event' && change.do !== 'check' && change.expect > 0

/** Adds to the plan what its changes of events mean for suggestions. */
export async function settleSuggestions(plan: Plan): Promise<void> {
  const events = plan.changes.filter(writesEvent)
  if (events.length === 0) return
  const own = new Set(plan.changes.flatMap(({ kind, id }) => (kind === 'suggestion' ? [id] : [])))
  const ids = events.map(({ id }) => id).filter((id) => !own.has(id))
  const found = await plan.site.storage.get('suggestion', ids)
  let decided = 0
  for (const document of found) {
    const before = suggestionOf(document)
    const change = events.find(({ id }) => id === before.id)
    if (change === undefined) continue
    const after = settled(before, change, plan)
    if (after === undefined) continue
    plan.changes.push(putSuggestion(after))
    if (isPending(before) && !isPending(after)) decided++
    if (after.state !== before.state) await settleLinked(plan, after)
  }
  if (decided === 0) return
  const note = await readWaiting(plan.site.storage)
  plan.changes.push(putWaiting({ ...note, waiting: note.waiting - decided }))
}

/** The suggestion after a change of its event; `undefined`: it stays as it is. */
function settled(
  before: SuggestionRecord,
  change: EventChange,
  { now, reasons }: Pick<Plan, 'now' | 'reasons'>,
): SuggestionRecord | undefined {
  const event =
    change.do === 'put'
      ? fromDocument('event', { id: change.id, version: change.expect + 1, data: change.content.data })
      : undefined
  const state = nextState(before.state, event?.status)
  const reason = reasons.get(before.id) ?? (event?.event_status_reason || before.reason)
  const contact = event === undefined ? null : before.contact
  if (state === before.state && reason === before.reason && contact === before.contact) return undefined
  const decided = state === before.state ? before.decided : atInstant(unixSeconds(now), UTC).wall
  return { ...before, state, decided, reason, contact }
}

const LINKED = ['venue', 'organizer'] as const satisfies LinkedKind[]

/** Venues and organizers that came with a suggestion are published with it, or put into the trash. */
async function settleLinked(plan: Plan, { id, state, linked }: SuggestionRecord): Promise<void> {
  const status = state === 'published' ? 'publish' : 'trash'
  for (const kind of LINKED) {
    for (const record of await ownLinked(plan, kind, linked[kind], id, state === 'declined')) {
      const published = publication(record, status, {}, plan.now, plan.site.zone)
      const name = record.kind === 'venue' ? record.venue : record.organizer
      const slug = await postSlug(plan, kind, record.id, record, {
        ...{ status: published.status, requested: undefined, name, isWaiting: false },
      })
      plan.put({ ...record, ...published, ...slug })
    }
  }
}

/** Those that nobody has decided on, and that this plan does not write already; only unused ones, if others may use them. */
async function ownLinked<K extends LinkedKind>(
  plan: Plan,
  kind: K,
  ids: readonly number[],
  event: number,
  mustBeUnused: boolean,
): Promise<readonly RecordOf[LinkedKind][]> {
  const found: RecordOf[LinkedKind][] = []
  for (const id of ids) {
    if (plan.changes.some((change) => change.kind === kind && change.id === id && change.do !== 'check'))
      continue
    const record: RecordOf[LinkedKind] | undefined = await readRecord(plan.site.storage, kind, id)
    const waits = record?.status === 'pending' || (!mustBeUnused && record?.status === 'trash')
    if (record === undefined || record.merged !== undefined || !waits) continue
    if (mustBeUnused && (await isUsed(plan.site.storage, kind, id, event))) continue
    found.push(record)
  }
  return found
}

async function isUsed(storage: Storage, kind: LinkedKind, id: number, event: number): Promise<boolean> {
  const users = await storage.count('event', {
    where: [
      { key: kind, in: [id] },
      { key: 'id', notIn: [event] },
    ],
  })
  return users > 0
}

/** Plans to remove what came with a suggestion that its sender takes back. */
export async function planLinkedErasure(plan: Plan, { id, linked }: SuggestionRecord): Promise<void> {
  for (const kind of LINKED) await planErasure(plan, await ownLinked(plan, kind, linked[kind], id, true))
}
