import type { EventRecord } from '../../core/domain/records/records.ts'
import { addressKey } from '../../core/domain/text/address.ts'
import { stillHolds } from '../../core/domain/time/still-holds.ts'
import { unixSeconds } from '../../core/domain/time/zones.ts'
import {
  type Answer,
  commit,
  decide,
  planEventErasure,
  planUpdate,
  type RequestContext,
  readRecord,
  removeExtra,
  type Site,
} from '../../core/door.ts'
import { ApiError, invalidParam, tooMany } from '../../errors.ts'
import type { SuggestionNotice } from '../../types/index.ts'
import { findSuggestion } from './find.ts'
import { linkedWith, noMore, planLinkedErasure } from './linked.ts'
import { tell } from './notices.ts'
import { readSuggested } from './read-fields.ts'
import { aboutEvent, isPending, isWaiting, type SuggestionRecord } from './record.ts'
import { asAuthor } from './settings.ts'
import { putSuggestion, putWaiting, readWaiting } from './settle.ts'
import { answerOf, shownTo } from './show.ts'
import { demandToCome, prepareSuggested } from './suggest.ts'

const HOUR = 3600
/** Changes of one suggestion in an hour, because each may send a mail to the editors. */
const MOST_CHANGES = 20

/** The sender changes a suggestion that waits. */
export async function changeSuggestion(context: RequestContext): Promise<Answer<string>> {
  const { site, problems } = context
  const now = context.clock.now()
  demandPending(await findSuggestion(context))
  const own = asAuthor(context)
  const suggested = readSuggested(own)
  const prepared = await prepareSuggested(own, suggested)
  problems.throwIfAny()
  const { record, event } = await commit({ site, caller: own.caller, now }, async (plan) => {
    const before = demandPending(await findSuggestion(context))
    const current = await waitingEvent(site, before)
    const after = changed(before, suggested.contact, unixSeconds(now))
    const whole = { ...prepared, fields: { ...prepared.fields, status: undefined } }
    // Also if only the contact changes: the version of the event is that of all that editors see of it.
    const written =
      current.series === undefined && !prepared.fields.recurrence
        ? plan.put<EventRecord>(
            { ...(await decide(plan, current, whole, problems)), ...suggested.flags },
            current,
          )
        : (
            await planUpdate(
              { plan, context: { ...ownerOf(current, context), params: {} }, prepared: whole },
              current,
              'this',
            )
          ).event
    const { start_date, end_date, timezone, recurrence } = prepared.fields
    const isMoved = [start_date, end_date, timezone].some((field) => field !== undefined)
    if (isMoved && !recurrence && written.series === undefined) demandToCome(written, now, problems)
    problems.throwIfAny()
    const linked = await linkedWith(plan, written)
    await planLinkedErasure(plan, before.id, noMore(before.linked, linked))
    plan.changes.push(putSuggestion({ ...after, linked }))
    return { record: { ...after, version: before.version + 1 }, event: written }
  })
  tellSender(context, 'changed', record, event)
  return answerOf(await shownTo(context, record))
}

/** The sender takes a suggestion that waits back: nothing of it stays. */
export async function withdrawSuggestion(context: RequestContext): Promise<Answer<string>> {
  const { site, problems } = context
  const now = context.clock.now()
  problems.throwIfAny()
  demandPending(await findSuggestion(context))
  const { caller } = asAuthor(context)
  const { record, event } = await commit({ site, caller, now }, async (plan) => {
    const record = demandPending(await findSuggestion(context))
    const event = await waitingEvent(site, record)
    const own = { ...ownerOf(event, context), params: {} }
    const note = await readWaiting(site.storage)
    await planEventErasure({ plan, context: own }, event, 'all')
    await planLinkedErasure(plan, record.id, record.linked)
    plan.changes.push(removeExtra(record), putWaiting({ ...note, waiting: note.waiting - 1 }))
    return { record, event }
  })
  tellSender(context, 'withdrawn', record, event)
  return answerOf({ state: 'withdrawn' })
}

/** Editors may have made it a draft, a private one or one of another author: it waits all the same. */
async function waitingEvent(site: Site, record: SuggestionRecord): Promise<EventRecord> {
  const event = await readRecord(site.storage, 'event', record.id)
  if (event === undefined || !isWaiting(record, event.status)) throw new ApiError('rest_suggestion_decided')
  return event
}

/** Who changes a series, or deletes for good, needs the rights of its author. */
const ownerOf = ({ author }: EventRecord, context: RequestContext): RequestContext => ({
  ...context,
  caller: { id: author, role: 'author' },
})

function demandPending(record: SuggestionRecord): SuggestionRecord {
  if (!isPending(record)) throw new ApiError('rest_suggestion_decided')
  return record
}

/** With another contact. The address of who sent it stays: a mail to another one would go to somebody else. */
function changed(
  before: SuggestionRecord,
  sent: ReturnType<typeof readSuggested>['contact'],
  second: number,
): SuggestionRecord {
  const changes = before.changes.filter((time) => stillHolds(time + HOUR, second, HOUR))
  if (changes.length >= MOST_CHANGES) throw tooMany(Math.min(...changes) + HOUR - second)
  const known = before.contact ?? { name: '', email: '', message: '' }
  if (sent !== undefined && addressKey(sent.email) !== addressKey(known.email)) {
    throw invalidParam('contact', 'email cannot be changed; withdraw the suggestion and send another one')
  }
  const contact =
    sent === undefined
      ? known
      : { name: sent.name ?? known.name, email: known.email, message: sent.message ?? known.message }
  return { ...before, contact, changes: [...changes, second] }
}

function tellSender(
  { site }: RequestContext,
  type: SuggestionNotice['type'],
  { contact }: SuggestionRecord,
  event: EventRecord,
): void {
  if (contact !== null) tell(site, { type, ...aboutEvent(event), contact })
}
