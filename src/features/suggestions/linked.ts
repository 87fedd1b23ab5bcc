import { publication } from '../../core/domain/records/publication.ts'
import type { EventRecord, LinkedKind, RecordOf } from '../../core/domain/records/records.ts'
import { type Change, type ChangeOf, type Plan, planErasure, postSlug, readRecord } from '../../core/door.ts'
import type { SuggestionRecord } from './record.ts'

/* Venues and organizers that come with a suggestion. Strangers name them, so they share its fate, and nothing else does. */

const LINKED = ['venue', 'organizer'] as const satisfies LinkedKind[]

export type EventChange = ChangeOf<'event'>

export const writesEvent = (change: Change): change is EventChange =>
  change.kind === 'event' && change.do !== 'check' && change.expect > 0

type Linked = SuggestionRecord['linked']

/** Venues and organizers that the event names, and that wait with it: those that the plan makes, and others of its author. */
export async function linkedWith(plan: Plan, event: EventRecord): Promise<Linked> {
  const waiting = async (kind: LinkedKind): Promise<number[]> => {
    const made = plan.changes.flatMap((change) =>
      change.kind === kind && change.do === 'put' && change.expect === 0 ? [change.id] : [],
    )
    const named: number[] = []
    for (const id of event[kind]) {
      const record = made.includes(id) ? undefined : await readRecord(plan.site.storage, kind, id)
      const waits = record?.status === 'pending' && record.author === plan.site.options.suggestions?.author
      if (made.includes(id) || waits) named.push(id)
    }
    return named
  }
  return { venue: await waiting('venue'), organizer: await waiting('organizer') }
}

export const namedOf = (event: EventRecord, linked: Linked): Linked => ({
  venue: linked.venue.filter((id) => event.venue.includes(id)),
  organizer: linked.organizer.filter((id) => event.organizer.includes(id)),
})

/** What came with the suggestion before, and does not any more. */
export const noMore = (before: Linked, after: Linked): Linked => ({
  venue: before.venue.filter((id) => !after.venue.includes(id)),
  organizer: before.organizer.filter((id) => !after.organizer.includes(id)),
})

export const isEmpty = ({ venue, organizer }: Linked): boolean => venue.length + organizer.length === 0

/** Venues and organizers that came with a suggestion are published with it, or put into the trash. */
export async function settleLinked(plan: Plan, { id, state, linked }: SuggestionRecord): Promise<void> {
  if (state === 'declined') return trash(plan, id, linked)
  for (const kind of LINKED) {
    await give(plan, 'publish', await ownLinked(plan, kind, linked[kind], id, false))
  }
}

/** Puts those that only this event used into the trash. */
export async function trash(plan: Plan, event: number, linked: Linked): Promise<void> {
  for (const kind of LINKED) await give(plan, 'trash', await ownLinked(plan, kind, linked[kind], event, true))
}

async function give(
  plan: Plan,
  status: 'publish' | 'trash',
  records: readonly RecordOf[LinkedKind][],
): Promise<void> {
  for (const record of records) {
    const published = publication(record, status, {}, plan.now, plan.site.zone)
    const name = record.kind === 'venue' ? record.venue : record.organizer
    const slug = await postSlug(plan, record.kind, record.id, record, {
      ...{ status: published.status, requested: undefined, name, isWaiting: false },
    })
    plan.put({ ...record, ...published, ...slug }, record)
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
    if (mustBeUnused && (await isUsed(plan, kind, id, event))) continue
    found.push(record)
  }
  return found
}

/** Whether another event names it, with what this plan writes: dates of a series change, and go, with it. */
async function isUsed(plan: Plan, kind: LinkedKind, id: number, event: number): Promise<boolean> {
  const written = plan.changes.filter(writesEvent)
  const others = written.filter((change) => change.id !== event)
  if (others.some((change) => change.do === 'put' && change.content.keys[kind].includes(id))) return true
  const users = await plan.site.storage.count('event', {
    where: [
      { key: kind, in: [id] },
      { key: 'id', notIn: [event, ...others.map((change) => change.id)] },
    ],
  })
  return users > 0
}

/** Plans to remove what came with a suggestion, when its sender takes it back or names other ones. */
export async function planLinkedErasure(plan: Plan, event: number, linked: Linked): Promise<void> {
  for (const kind of LINKED) await planErasure(plan, await ownLinked(plan, kind, linked[kind], event, true))
}
