import { hexOf, isSameDigest, randomBytes, sha256 } from '../../core/domain/digest.ts'
import type { EventTimes } from '../../core/domain/records/event-times.ts'
import type { EventRecord } from '../../core/domain/records/records.ts'
import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import {
  type Answer,
  commit,
  decide,
  demandUnanswered,
  nextTimes,
  once,
  type Plan,
  type Prepared,
  planNewSeries,
  prepare,
  type Receipt,
  type RequestContext,
  receiptChange,
  type Site,
} from '../../core/door.ts'
import { ApiError, type Problems, tooMany } from '../../errors.ts'
import type { NewSuggestion, Principal, SuggestedBefore, SuggestionContact } from '../../types/index.ts'
import { demandKnownTerms } from './known-terms.ts'
import { linkedWith } from './linked.ts'
import { tell } from './notices.ts'
import { readSuggested, type SuggestedFields } from './read-fields.ts'
import { aboutEvent, readSuggestions, type SuggestionRecord } from './record.ts'
import { recountSuggestions } from './recount.ts'
import { countSender, type Sender } from './sender-limits.ts'
import { allowedFields, asAuthor, editUrl, secretOf } from './settings.ts'
import { putSuggestion, putWaiting, readWaiting } from './settle.ts'

/** 192 bits: no guess finds it, so guesses need not be counted. */
const SECRET_BYTES = 24

const SALT_BYTES = 16

/** Until somebody decides, most likely. */
const FULL_SECONDS = 3600

/** A secret of the sender's own: 128 bits or more. */
const OWN_SECRET = /^[\w-]{22,86}$/

/** A new event that waits for an editor, sent by anybody. Sent again with the same `Idempotency-Key`, it is the same one. */
export async function suggest(context: RequestContext): Promise<Answer<string>> {
  const own = asAuthor(context)
  const sent = secretOf(context)
  if (sent !== '' && !OWN_SECRET.test(sent)) {
    context.problems.invalid('X-Suggestion-Secret', "must be 22 to 86 letters, digits, '_' and '-'")
  }
  // What only `verify` reads, such as the answer to a captcha, is another one each time.
  const names = [...allowedFields(own.site), 'contact']
  const params = Object.fromEntries(Object.entries(own.params).filter(([name]) => names.includes(name)))
  return once({ ...context, params }, (receipt) => suggestNew(own, receipt), showAgain)
}

async function suggestNew(
  own: RequestContext & { readonly caller: Principal },
  receipt: Receipt | undefined,
): Promise<Answer<string>> {
  const { problems, params } = own
  const now = own.clock.now()
  const suggested = readSuggested(own)
  const prepared = await prepareSuggested(own, suggested)
  const times = nextTimes(null, prepared.fields, own.site, now, problems)
  if (times !== undefined && !prepared.fields.recurrence) demandToCome(times, now, problems)
  problems.throwIfAny()
  await demandVerified(own)
  const secret = secretOf(own) || hexOf(randomBytes(SECRET_BYTES))
  const { name = '', email = '', message = '' } = suggested.contact ?? {}
  const contact = { name, email, message }
  const isBot =
    typeof params.website_confirm === 'string'
      ? params.website_confirm !== ''
      : params.website_confirm != null
  const id = isBot
    ? await plausibleId(own)
    : await store(own, { ...prepared, times }, { suggested, contact, secret }, receipt)
  return created(own, { id, edit: editUrl(own, id, secret), secret })
}

const created = ({ links }: RequestContext, content: NewSuggestion | SuggestedBefore): Answer<string> => ({
  ...{ status: 201, content: JSON.stringify(content), isReport: true, secret: true },
  headers: { location: `${links.api}/suggestions/${content.id}` },
})

/** The answer to a repeat: as the first time for who has the secret. Others may have found the key. */
async function showAgain(context: RequestContext): Promise<Answer<string>> {
  const id = Number(context.path.id)
  const secret = secretOf(context)
  const [record] = await readSuggestions(context.site.storage, [id])
  if (record === undefined) return created(context, { id, state: 'withdrawn' })
  const { hash, state } = record
  const isSender = secret !== '' && isSameDigest(hash, await sha256(secret))
  return created(context, isSender ? { id, edit: editUrl(context, id, secret), secret } : { id, state })
}

/** Nobody would ever see what is over. */
export function demandToCome({ utc_end }: Pick<EventTimes, 'utc_end'>, now: Date, problems: Problems): void {
  if (utc_end < atInstant(unixSeconds(now), UTC).wall) problems.invalid('end_date', 'must not be over')
}

/** Checks all fields as those of an event that waits. What is wrong is in the problems. */
export async function prepareSuggested(
  context: RequestContext,
  { fields }: Pick<SuggestedFields, 'fields'>,
): Promise<Prepared> {
  const [prepared] = await Promise.all([
    prepare(context, { ...fields, status: 'pending' }),
    demandKnownTerms(context, 'category', 'categories', fields.categories),
    demandKnownTerms(context, 'tag', 'tags', fields.tags),
  ])
  return prepared
}

/** The captcha of the host, and the like. */
async function demandVerified({ site, client: { asked } }: RequestContext): Promise<void> {
  const { suggestions } = site.options
  if (suggestions?.verify === undefined || asked === undefined) return
  let isRight: boolean
  try {
    isRight = (await suggestions.verify(asked.copy(), asked.host)) === true
  } catch (error) {
    asked.report(error)
    isRight = false
  }
  if (!isRight) throw new ApiError('rest_forbidden', { message: 'The site refused the suggestion.' })
}

/** What fills in hidden fields learns nothing by the answer. */
async function plausibleId({ site }: RequestContext): Promise<number> {
  const [id] = await site.storage.allocate('post', 1)
  return id ?? 1
}

interface Sent {
  readonly suggested: SuggestedFields
  readonly contact: SuggestionContact
  readonly secret: string
}

async function store(
  context: RequestContext,
  prepared: Prepared,
  sent: Sent,
  receipt: Receipt | undefined,
): Promise<number> {
  const { site, caller, problems } = context
  const now = context.clock.now()
  const { contact, secret, suggested } = sent
  const sender: Sender = { address: (await context.client.asked?.address()) ?? '', email: contact.email }
  const hash = await sha256(secret)
  await lookForRoom(site, now)
  // All of them expect the version of one note, so in this process they take turns from the start.
  const written = await site.turns.take('suggestions', () =>
    commit({ site, caller, now }, async (plan) => {
      if (plan.attempt > 1) await demandUnanswered(context, receipt)
      const waiting = await room(plan)
      const changes = await countSender(plan, waiting.salt, sender)
      const event: EventRecord = { ...(await decide(plan, null, prepared, problems)), ...suggested.flags }
      const { event: stored } = prepared.fields.recurrence
        ? await planNewSeries({ plan, context, prepared }, event)
        : { event: plan.put(event, null) }
      const record: SuggestionRecord = {
        ...{ id: stored.id, version: 0, state: 'pending', decided: null, hash, contact, reason: '' },
        ...{
          came: atInstant(unixSeconds(now), UTC).wall,
          linked: await linkedWith(plan, stored),
          changes: [],
        },
      }
      plan.changes.push(
        putSuggestion(record),
        putWaiting({ ...waiting, waiting: waiting.waiting + 1 }),
        ...changes,
        ...(receipt === undefined ? [] : [receiptChange(receipt, stored.id)]),
      )
      return stored
    }),
  )
  const edit = editUrl(context, written.id, secret)
  tell(site, { type: 'came', ...aboutEvent(written), contact, edit })
  return written.id
}

/** If it is full: processes without the option may have decided on some. */
async function lookForRoom(site: Site, now: Date): Promise<void> {
  const { waiting } = await readWaiting(site.storage)
  if (waiting >= site.limits.pending) await recountSuggestions(site, now)
}

/** The count of those that wait, if there is room for one more. Throws 429 if there is none. */
async function room({ site }: Plan) {
  const note = await readWaiting(site.storage)
  if (note.waiting >= site.limits.pending) throw tooMany(FULL_SECONDS)
  return { ...note, salt: note.salt === '' ? hexOf(randomBytes(SALT_BYTES)) : note.salt }
}
