import { addressKey } from '../../core/domain/text/address.ts'
import {
  commit,
  completeSeries,
  type Erase,
  findInParts,
  isSeries,
  type Plan,
  planErasure,
  planSeriesErasure,
  readOccurrences,
  readRecord,
  removeExtra,
} from '../../core/door.ts'
import { planLinkedErasure } from './linked.ts'
import {
  isPending,
  isWaiting,
  readSuggestions,
  type SuggestionRecord,
  suggestionOf,
  whereSuggested,
} from './record.ts'
import { recountSuggestions } from './recount.ts'
import { putSuggestion, putWaiting, readWaiting } from './settle.ts'

/** Documents that are read at a time: each can be long. */
const PART = 20

/** What a person suggested. */
export async function eraseSuggestions(
  ...[site, now, { email, keepName, isOver }]: Parameters<Erase>
): ReturnType<Erase> {
  const counts = { withdrawn: 0, contacts: 0 }
  if (email === undefined || (await site.storage.count('extra', { where: whereSuggested() })) === 0)
    return counts
  const key = addressKey(email)
  const isOwn = ({ contact }: SuggestionRecord) => contact !== null && addressKey(contact.email) === key
  // A process without the option `suggestions` may have decided on some.
  await recountSuggestions(site, now, true)
  for await (const document of findInParts(site.storage, 'extra', whereSuggested(), PART)) {
    if (isOver()) break
    const record = suggestionOf(document)
    if (!isOwn(record)) continue
    keepName(record.contact?.name)
    const done = await commit({ site, caller: null, now }, (plan) => planSuggestion(plan, record.id, isOwn))
    if (done.did !== undefined) counts[done.did]++
    if (done.isUnfinished) await completeSeries(site, record.id, now)
  }
  return counts
}

/** One that waits is taken back, as its sender could do. Of the others, the contact goes, and what it was answered. */
async function planSuggestion(plan: Plan, id: number, isOwn: (record: SuggestionRecord) => boolean) {
  const { storage } = plan.site
  const [record] = await readSuggestions(storage, [id])
  if (record === undefined || !isOwn(record)) return { did: undefined, isUnfinished: false }
  const event = await readRecord(storage, 'event', id)
  if (event === undefined || !isPending(record) || !isWaiting(record, event.status)) {
    plan.changes.push(putSuggestion({ ...record, contact: null, reason: '' }))
    return { did: 'contacts', isUnfinished: false } as const
  }
  const rest = isSeries(event)
    ? (await planSeriesErasure(plan, event, await readOccurrences(storage, event))).series
    : await planErasure(plan, [event])
  await planLinkedErasure(plan, id, record.linked)
  const note = await readWaiting(storage)
  plan.changes.push(removeExtra(record), putWaiting({ ...note, waiting: note.waiting - 1 }))
  return { did: 'withdrawn', isUnfinished: rest !== undefined } as const
}
