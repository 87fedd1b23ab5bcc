import { hexOf, randomBytes, sha256 } from '../../domain/digest.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { type SuggestionRecord, WAITING } from '../../domain/records/suggestions.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { ApiError, tooMany } from '../../errors.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import type { NewSuggestion, SuggestionContact } from '../../types/index.ts'
import { decide, type Prepared, prepare } from '../events/decide-event.ts'
import { nextTimes } from '../events/next-times.ts'
import { planNewSeries } from '../events/series/write-series.ts'
import { commit } from '../writing/commit.ts'
import type { Plan } from '../writing/plan.ts'
import { putSuggestion, putWaiting, readWaiting } from '../writing/settle-suggestions.ts'
import { linkedWith } from '../writing/suggested-links.ts'
import { demandKnownTerms } from './known-terms.ts'
import { readSuggested, type SuggestedFields } from './read-fields.ts'
import { recountSuggestions } from './recount.ts'
import { countSender, type Sender } from './sender-limits.ts'
import { asAuthor, editUrl } from './settings.ts'

/** 192 bits: no guess finds it, so guesses need not be counted. */
const SECRET_BYTES = 24

const SALT_BYTES = 16

/** Until somebody decides, most likely. */
const FULL_SECONDS = 3600

/** A new event that waits for an editor, sent by anybody. */
export async function suggest(context: RequestContext): Promise<Answer<string>> {
  const { site, problems, params, note } = context
  const own = asAuthor(context)
  const suggested = readSuggested(own)
  const prepared = await prepareSuggested(own, suggested)
  const times = nextTimes(null, prepared.fields, site, own.clock.now(), problems)
  problems.throwIfAny(note)
  await demandVerified(context)
  const secret = hexOf(randomBytes(SECRET_BYTES))
  const { name = '', email = '', message = '' } = suggested.contact ?? {}
  const contact = { name, email, message }
  const isBot =
    typeof params.website_confirm === 'string'
      ? params.website_confirm !== ''
      : params.website_confirm != null
  const id = isBot
    ? await plausibleId(context)
    : await store(own, { ...prepared, times }, { suggested, contact, secret })
  const content: NewSuggestion = { id, edit: editUrl(context, id, secret), secret }
  return { status: 201, content: JSON.stringify(content), isReport: true, secret: true }
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
async function demandVerified({ site, asked }: RequestContext): Promise<void> {
  const { suggestions } = site
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

async function store(context: RequestContext, prepared: Prepared, sent: Sent): Promise<number> {
  const { site, caller, problems, asked } = context
  const now = context.clock.now()
  const { contact, secret, suggested } = sent
  const sender: Sender = { address: (await asked?.address()) ?? '', email: contact.email }
  const hash = await sha256(secret)
  await lookForRoom(site, now)
  // All of them expect the version of one note, so in this process they take turns from the start.
  const written = await site.turns.take('suggestions', () =>
    commit({ site, caller, now }, async (plan) => {
      const waiting = await room(plan)
      const changes = await countSender(plan, waiting.salt, sender)
      const event: EventRecord = { ...(await decide(plan, null, prepared, problems)), ...suggested.flags }
      const { event: stored } = prepared.fields.recurrence
        ? await planNewSeries({ plan, context, prepared }, event)
        : { event: plan.put(event) }
      const record: SuggestionRecord = {
        ...{ id: stored.id, version: 0, state: 'pending', decided: WAITING, hash, contact, reason: '' },
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
      )
      return stored
    }),
  )
  const { id, title, start } = written
  const about = { id, title, start_date: start, contact }
  const notices = await site.notices?.()
  notices?.tell({ type: 'came', ...about, edit: editUrl(context, id, secret) })
  return id
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
