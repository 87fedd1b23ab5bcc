import { isObject } from '../../core/domain/json.ts'
import type { EventRecord } from '../../core/domain/records/records.ts'
import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import { type Change, type Plan, putNamed, readNamed, type Storage } from '../../core/door.ts'
import { isNumber, isText } from '../../core/fields/row.ts'
import { isEmpty, namedOf, noMore, settleLinked, trash } from './linked.ts'
import { isPending, nextState, readSuggestions, type SuggestionRecord, suggestionContent } from './record.ts'

/*
 * What becomes of suggestions when anybody writes their events, in the commit of that write. Part of each plan where the
 * public can suggest events, so no way to publish or to delete an event leaves a suggestion behind.
 *
 * A note counts those that wait. Each commit that lets one wait, or decides on one, expects its version. So the count is
 * exact, whatever happens at the same time, on any number of machines.
 */

/** The owner and the name of the note. Files leave it out: where no suggestions are, none wait. */
const NOTE = ['waiting', 'suggestions'] as const

/** How many suggestions wait, and a salt for hashes of who sent them. */
export interface WaitingNote {
  readonly version: number
  readonly waiting: number
  readonly salt: string
}

export async function readWaiting(storage: Storage): Promise<WaitingNote> {
  const { version, value } = await readNamed(storage, ...NOTE, isWaiting)
  return { version, waiting: value?.waiting ?? 0, salt: value?.salt ?? '' }
}

const isWaiting = (value: unknown): value is Omit<WaitingNote, 'version'> =>
  isObject(value) && isNumber(value.waiting) && isText(value.salt)

export const putWaiting = ({ version, waiting, salt }: WaitingNote): Change =>
  putNamed(...NOTE, version, { waiting: Math.max(0, waiting), salt })

export const putSuggestion = (record: SuggestionRecord): Change => ({
  ...{ do: 'put', kind: 'extra', id: record.id, expect: record.version },
  content: suggestionContent(record),
})

/** Adds to the plan what its changes of events mean for suggestions. */
export async function settleSuggestions(plan: Plan): Promise<void> {
  const events = new Map(
    plan.writes.flatMap(({ id, before, after }) => (before?.kind === 'event' ? [[id, after] as const] : [])),
  )
  if (events.size === 0) return
  const own = new Set(plan.changes.flatMap(({ kind, id }) => (kind === 'extra' ? [id] : [])))
  const ids = [...events.keys()].filter((id) => !own.has(id))
  const found = await readSuggestions(plan.site.storage, ids)
  let decided = 0
  for (const before of found) {
    const event = events.get(before.id)
    const after = settled(before, event?.kind === 'event' ? event : undefined, plan)
    if (after === undefined) continue
    plan.changes.push(putSuggestion(after))
    if (isPending(before) && !isPending(after)) decided++
    const isNew = after.state !== before.state
    if (isNew) await settleLinked(plan, after)
    await trash(plan, before.id, noMore(before.linked, after.linked))
  }
  if (decided === 0) return
  const note = await readWaiting(plan.site.storage)
  plan.changes.push(putWaiting({ ...note, waiting: note.waiting - decided }))
}

/** The suggestion when its event is as given, or deleted for good. `undefined`: it stays as it is. */
function settled(
  before: SuggestionRecord,
  event: EventRecord | undefined,
  { now, reasons }: Pick<Plan, 'now' | 'reasons'>,
): SuggestionRecord | undefined {
  const state = nextState(before.state, event?.status)
  const reason = reasons.get(before.id) ?? (event?.event_status_reason || before.reason)
  const contact = event === undefined ? null : before.contact
  // What an editor replaces goes now, and not with the decision. After that, it stays as it was decided.
  const named = event !== undefined && (isPending(before) || state !== before.state)
  const linked = named ? namedOf(event, before.linked) : before.linked
  const isSame = state === before.state && reason === before.reason && contact === before.contact
  if (isSame && isEmpty(noMore(before.linked, linked))) return undefined
  const decided = state === before.state ? before.decided : atInstant(unixSeconds(now), UTC).wall
  return { ...before, state, decided, reason, contact, linked }
}
