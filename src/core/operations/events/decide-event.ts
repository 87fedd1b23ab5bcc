import { notADate, Problems } from '../../../errors.ts'
import { forbidden, has } from '../../access/policy.ts'
import type { EventTimes } from '../../domain/records/event-times.ts'
import { NEW_EVENT } from '../../domain/records/new-event.ts'
import { hashPassword } from '../../domain/records/password.ts'
import { nextPlain } from '../../domain/records/plain-fields.ts'
import { publication } from '../../domain/records/publication.ts'
import { nextCost } from '../../domain/records/read-cost.ts'
import type { EventRecord, Origin, TermKind } from '../../domain/records/records.ts'
import { previousStart, standingOf } from '../../domain/records/standing.ts'
import { faultIn } from '../../domain/recurrence/series-fields.ts'
import { resolveDate } from '../../domain/time/date-text.ts'
import { EVENT } from '../../fields/event.ts'
import type { RequestContext } from '../../mount/request.ts'
import { permalinkOf } from '../../present/post.ts'
import type { EventFields } from '../../schema/events.ts'
import type { TermRef } from '../../schema/terms.ts'
import { checkLinkedRefs, type InlineFields, resolveLinked } from '../linked/linked-refs.ts'
import { writableOrganizers, writableVenues } from '../linked/linked-writes.ts'
import { readableEvent } from '../reading/find-record.ts'
import { resolveTerms } from '../terms/term-refs.ts'
import { claimUid } from '../writing/claim-uid.ts'
import { nextCustomFields } from '../writing/custom-fields.ts'
import type { Plan } from '../writing/plan.ts'
import {
  checkPostFields,
  demandAuthorRight,
  type HostFields,
  isWaiting,
  NO_HOST_FIELDS,
  nextStatus,
} from '../writing/post-fields.ts'
import { postSlug } from '../writing/slugs.ts'
import { nextTimes, startBefore } from './next-times.ts'
import { originAfter } from './origin.ts'

/* What a write makes of an event: the fields of the request are prepared once, then decided on, perhaps repeatedly. */

/** The checked fields of a write, before it is decided. */
export interface Prepared extends HostFields {
  readonly fields: EventFields
  /** Hash of a new password; `null` removes the password, `undefined` keeps it. */
  readonly password: string | null | undefined
  readonly inline: { readonly venue: InlineFields; readonly organizer: InlineFields }
  /** Of a create: they do not depend on a stored event. */
  readonly times?: EventTimes | undefined
  readonly uid?: string | undefined
  /** Of a write for a source: what the event then has. */
  readonly origin?: Origin | undefined
  /** Of a state that is restored. */
  readonly cost?: EventRecord['cost'] | undefined
}

export const NOTHING: Prepared = {
  ...NO_HOST_FIELDS,
  fields: {},
  password: undefined,
  inline: { venue: new Map(), organizer: new Map() },
}

/** For an event without a website, answers show its own address there. */
const isOwnAddress = (website: unknown, event: EventRecord, { links }: RequestContext): boolean =>
  event.website === null && website === permalinkOf(event, links)

/** Some values in answers stand for something else. Sent back, they mean what they stand for. */
export async function withoutEchoes(
  fields: EventFields,
  current: EventRecord,
  context: RequestContext,
): Promise<EventFields> {
  const website = isOwnAddress(fields.website, current, context) ? null : fields.website
  // Answers also show 0 when the caller may not know of the parent.
  const isCut = fields.post_parent === 0 && current.post_parent !== 0
  const isHidden = isCut && (await readableEvent(context, current.post_parent)) === undefined
  return { ...fields, website, post_parent: isHidden ? undefined : fields.post_parent }
}

/** The order in which faults of these fields are reported; those of custom fields follow. */
const FAULT_ORDER = ['date', 'date_utc', 'author', 'image', 'venue', 'organizer', 'post_parent']

/** Checks all fields, also those that name other records, so that one answer names all faults. */
export async function prepare(
  context: RequestContext,
  sent: EventFields,
  current?: EventRecord,
): Promise<Prepared> {
  const { site, params, problems } = context
  const now = context.clock.now()
  // The host makes the event's own address, and it may be one that `website` does not accept.
  const isEcho = current !== undefined && isOwnAddress(params.website, current, context)
  if (isEcho) problems.forgive('website')
  const fields = isEcho ? { ...sent, website: null } : sent
  if (fields.title === '') problems.invalid('title', 'must not be blank')
  for (const name of ['start_date', 'end_date'] as const) {
    const date = fields[name]
    if (date !== undefined && resolveDate(date, { now, zone: site.zone }) === undefined)
      problems.invalid(name, notADate(date.text))
  }
  const { previous_start_date: previous = '' } = fields
  if (startBefore(previous, site.timezone, site, now) === undefined)
    problems.invalid('previous_start_date', notADate(previous))
  if (fields.recurrence) {
    const fault = faultIn(fields.recurrence, site.limits.occurrences)
    if (fault !== undefined) problems.invalid('recurrence', fault)
  }
  const found = new Problems()
  const looking = { ...context, problems: found }
  const [own, password, venue, organizer] = await Promise.all([
    checkPostFields('event', fields, looking, current),
    fields.password === undefined || fields.password === '' ? null : hashPassword(fields.password),
    checkLinkedRefs(writableVenues, fields.venue, looking),
    checkLinkedRefs(writableOrganizers, fields.organizer, looking),
    checkParent(fields.post_parent, looking),
    loadTerms(context, 'category', fields.categories),
    loadTerms(context, 'tag', fields.tags),
  ])
  problems.absorb(found, FAULT_ORDER)
  return {
    ...own,
    fields,
    password: fields.password === undefined ? undefined : password,
    inline: { venue, organizer },
  }
}

/** Terms are needed when the event is decided. Read now, they are in the same statement as venues and organizers. */
async function loadTerms(
  { site }: RequestContext,
  kind: TermKind,
  refs: readonly TermRef[] = [],
): Promise<void> {
  const ids = refs.flatMap((ref) => ('id' in ref ? [ref.id] : []))
  if (ids.length > 0) await site.storage.get(kind, ids)
}

async function checkParent(parent: number | undefined, context: RequestContext): Promise<void> {
  if (parent === undefined || parent === 0) return
  const isReadable = (await readableEvent(context, parent)) !== undefined
  if (!isReadable || String(parent) === context.path.id)
    context.problems.invalid('post_parent', 'is not the ID of another event')
}

/** The event after the write, with a slug that is taken in the plan. The caller puts it. */
export async function decide(
  plan: Plan,
  current: EventRecord | null,
  { fields, image, custom, password, inline, times: settled, uid, origin, cost }: Prepared,
  problems: Problems,
): Promise<EventRecord> {
  const { site, caller, now } = plan
  const before = current ?? NEW_EVENT
  const times = settled ?? nextTimes(current, fields, site, now, problems)
  if (fields.post_parent !== undefined && fields.post_parent === current?.id) {
    problems.invalid('post_parent', 'is not the ID of another event')
  }
  problems.throwIfAny()
  if (times === undefined) throw new TypeError('the times of an event were neither right nor refused')
  demandAuthorRight(caller, fields.author, current?.author)
  demandShowcaseRight(plan, before, fields)

  const status = nextStatus(caller, fields.status, current)
  const published = publication(current, status, fields, now, site.zone)
  const id = current?.id ?? (await plan.freshId('post'))
  const title = fields.title ?? before.title
  const { slug, own_slug } = await postSlug(plan, 'event', id, current, {
    status: published.status,
    requested: fields.slug,
    name: title,
    isWaiting: isWaiting(caller, status, current),
  })
  if (image !== undefined) plan.changeImage(before.image, image)
  if (typeof fields.event_status_reason === 'string') plan.reasons.set(id, fields.event_status_reason)
  // One flat literal: with spreads, it takes 40 µs more to make, copy and write as JSON.
  const decided = {
    all_day: times.all_day,
    start: times.start,
    end: times.end,
    timezone: times.timezone,
    utc_start: times.utc_start,
    utc_end: times.utc_end,
    start_offset: times.start_offset,
    end_offset: times.end_offset,
    timezone_abbr: times.timezone_abbr,
    status: published.status,
    date: published.date,
    date_utc: published.date_utc,
    dated: published.dated,
    published: published.published,
    modified: published.modified,
    modified_utc: published.modified_utc,
    site_timezone: published.site_timezone,
    kind: 'event' as const,
    id,
    version: before.version,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    own_slug,
    title,
    description: fields.description ?? before.description,
    excerpt: fields.excerpt ?? before.excerpt,
    image: image === undefined ? before.image : image,
    cost: cost === undefined ? nextCost(fields.cost, before.cost, site.currency) : cost,
    website: fields.website === undefined ? before.website : fields.website,
    post_parent: fields.post_parent ?? before.post_parent,
    uid: current === null && uid !== undefined ? await claimUid(plan, uid, id) : current?.uid,
    password: password === undefined ? before.password : password,
    categories: await resolveTerms(plan, 'category', fields.categories, before.categories),
    tags: await resolveTerms(plan, 'tag', fields.tags, before.tags),
    venue: await resolveLinked(plan, writableVenues, fields.venue, before.venue, inline.venue),
    organizer: await resolveLinked(
      plan,
      writableOrganizers,
      fields.organizer,
      before.organizer,
      inline.organizer,
    ),
    series: current?.series,
    occurrence: current?.occurrence,
    custom_fields: nextCustomFields(current?.custom_fields, custom),
  }
  const plain = nextPlain(EVENT, fields, before)
  const previous = previousStart(plain.event_status, current ?? undefined, {
    previous:
      fields.previous_start_date && startBefore(fields.previous_start_date, times.timezone, site, now),
    isNamed: fields.event_status !== undefined,
    start: times.start,
  })
  const next = Object.assign(decided, plain, standingOf(plain, previous))
  if (current?.source === undefined && origin === undefined) return next
  if (origin === undefined && current?.status === 'trash' && next.status !== 'trash')
    await planFollowing(plan, current)
  return { ...next, source: originAfter(current, next, origin) }
}

/** What its source said meanwhile comes with the next reading. */
async function planFollowing({ site, changes, now }: Plan, restored: EventRecord): Promise<void> {
  const { bringAgain, speakerOf } = await import('../sources/stored-items.ts')
  const item = await speakerOf(site.storage, restored)
  if (item === undefined || changes.some(({ kind, id }) => kind === 'extra' && id === item.id)) return
  changes.push(...(await bringAgain(site.storage, item, now)))
}

/** Only callers who may edit all events may put one before the others. */
function demandShowcaseRight({ caller }: Plan, before: typeof NEW_EVENT, fields: EventFields): void {
  if (has(caller, 'others')) return
  for (const name of ['sticky', 'featured'] as const) {
    const requested = fields[name]
    if (requested !== undefined && requested !== before[name]) {
      throw forbidden(caller, `Not allowed to change ${name}.`)
    }
  }
}
