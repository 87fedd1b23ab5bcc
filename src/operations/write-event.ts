import { forbidden, has } from '../access/policy.ts'
import { resolveDate } from '../domain/date-text.ts'
import type { EventTimes } from '../domain/event-times.ts'
import { NEW_EVENT } from '../domain/new-event.ts'
import { hashPassword } from '../domain/password.ts'
import { publication } from '../domain/publication.ts'
import { nextCost } from '../domain/read-cost.ts'
import type { EventRecord } from '../domain/records.ts'
import type { EventView } from '../domain/views.ts'
import { ApiError, notADate, Problems } from '../errors.ts'
import { eventWriter } from '../present/event-json.ts'
import { permalinkOf } from '../present/post.ts'
import type { Answer, RequestContext } from '../request.ts'
import type { EventFields } from '../schema/events.ts'
import { readFields, requireFields } from '../schema/read.ts'
import type { Image } from '../types.ts'
import { AnswerSize } from './answer-size.ts'
import { demandChange, findRecord, findRepeated, readableEvent } from './find-record.ts'
import { checkLinkedRefs, type InlineImages, resolveLinked } from './linked-refs.ts'
import { writableOrganizers, writableVenues } from './linked-writes.ts'
import { nextTimes } from './next-times.ts'
import { commitNew, once } from './once.ts'
import { commit, type Plan } from './plan.ts'
import { checkPostFields, demandAuthorRight, isWaiting, nextStatus } from './post-fields.ts'
import { readEvent, singleEvent } from './read-event.ts'
import { Remembering } from './remembering.ts'
import { postSlug } from './slugs.ts'
import { resolveTerms } from './term-refs.ts'

/** The checked fields of a write, before it is decided. */
interface Prepared {
  readonly fields: EventFields
  readonly image: Image | null | undefined
  /** Hash of a new password; `null` removes the password, `undefined` keeps it. */
  readonly password: string | null | undefined
  /** Images of inline venues and organizers. */
  readonly images: { readonly venue: InlineImages; readonly organizer: InlineImages }
  /** Of a create: they do not depend on a stored event. */
  readonly times?: EventTimes | undefined
}

const NOTHING: Prepared = {
  fields: {},
  image: undefined,
  password: undefined,
  images: { venue: new Map(), organizer: new Map() },
}

export const createEvent = (context: RequestContext): Promise<Answer<EventView>> =>
  once(context, makeEvent, async (context) => {
    // Nothing is written, so the answer may still be refused for its size, like that of a read.
    const limited = withLimit(context)
    const answer = await readEvent(limited)
    eventWriter(limited, false)(answer.content)
    return answer
  })

async function makeEvent(request: RequestContext): Promise<Answer<EventView>> {
  const context = withMemory(request)
  const event = await storeEvent(context)
  return { ...(await singleEvent(context, event)), status: 201 }
}

/**
 * One create of several that are committed together; see `Batch`. Its fields are read at once, and it is decided when
 * its turn comes. The answer has no content.
 */
export const createInTurn = (context: RequestContext, turn: Promise<unknown>): Promise<Answer<undefined>> =>
  once(
    context,
    async (context) => {
      const { id } = await storeEvent(context, turn)
      return { status: 201, content: undefined, id }
    },
    async (context) => ({ ...(await readEvent(context)), content: undefined }),
  )

async function storeEvent(context: RequestContext, turn?: Promise<unknown>): Promise<EventRecord> {
  const { site, now, params, problems, note } = context
  requireFields(['title', 'start_date', 'end_date'], params, problems)
  const prepared = await prepare(context)
  const times = nextTimes(null, prepared.fields, site, now, problems)
  problems.throwIfAny(note)
  await turn
  return commitNew(context, async (plan) => {
    const event = await decide(plan, null, { ...prepared, times }, problems)
    await demandRoom(context, event)
    return event
  })
}

const withMemory = (context: RequestContext): RequestContext => ({
  ...context,
  site: { ...context.site, storage: new Remembering(context.site.storage) },
})

export async function updateEvent(request: RequestContext): Promise<Answer<EventView>> {
  const context = withMemory(request)
  const { site, caller, now, problems } = context
  const prepared = await prepare(context, await findRepeated(context, 'event'))
  problems.throwIfAny()
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(context, 'event')
    demandChange(caller, current, context.preconditions)
    const fields = await withoutEchoes(prepared.fields, current, context)
    const next = await decide(plan, current, { ...prepared, fields }, problems)
    await demandRoom(context, next)
    return next
  })
  return singleEvent(context, event)
}

/** For an event without a website, answers show its own address there. */
const isOwnAddress = (website: unknown, event: EventRecord, { links }: RequestContext): boolean =>
  event.website === null && website === permalinkOf(event, links)

/** Some values in answers stand for something else. Sent back, they mean what they stand for. */
async function withoutEchoes(
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

/** Moves the event to the trash. An event that is in the trash is 410. */
export async function deleteEvent(context: RequestContext): Promise<Answer<EventView>> {
  const { site, caller, now, problems } = context
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(context, 'event')
    demandChange(caller, current, context.preconditions)
    if (current.status === 'trash') throw new ApiError('event-is-in-trash')
    const next = await decide(plan, current, { ...NOTHING, fields: { status: 'trash' } }, problems)
    await demandRoom(context, next)
    return next
  })
  return singleEvent(context, event)
}

/** The order in which faults of these fields are reported. */
const FAULT_ORDER = ['date', 'date_utc', 'author', 'image', 'venue', 'organizer', 'post_parent']

/** Reads and checks all fields, also those that name other records, so that one answer names all faults. */
async function prepare(context: RequestContext, current?: EventRecord): Promise<Prepared> {
  const { site, now, params, problems } = context
  // The host makes the event's own address, and it may be one that `website` does not accept.
  if (current !== undefined && isOwnAddress(params.website, current, context)) params.website = null
  const fields = readFields((await site.bodies()).event(), params, problems)
  if (fields.title === '') problems.invalid('title', 'must not be blank')
  for (const name of ['start_date', 'end_date'] as const) {
    const date = fields[name]
    if (date !== undefined && resolveDate(date, { now, zone: site.zone }) === undefined)
      problems.invalid(name, notADate(date.text))
  }
  const found = new Problems()
  const looking = { ...context, problems: found }
  const [image, password, venue, organizer] = await Promise.all([
    checkPostFields(fields, looking, current),
    fields.password === undefined || fields.password === '' ? null : hashPassword(fields.password),
    checkLinkedRefs(writableVenues, fields.venue, looking),
    checkLinkedRefs(writableOrganizers, fields.organizer, looking),
    checkParent(fields.post_parent, looking),
  ])
  problems.absorb(found, FAULT_ORDER)
  return {
    fields,
    image,
    password: fields.password === undefined ? undefined : password,
    images: { venue, organizer },
  }
}

async function checkParent(parent: number | undefined, context: RequestContext): Promise<void> {
  if (parent === undefined || parent === 0) return
  const isReadable = (await readableEvent(context, parent)) !== undefined
  if (!isReadable || String(parent) === context.path.id)
    context.problems.invalid('post_parent', 'is not the ID of another event')
}

async function decide(
  plan: Plan,
  current: EventRecord | null,
  { fields, image, password, images, times: settled }: Prepared,
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
  // One flat literal: with spreads, it takes 40 µs more to make, copy and write as JSON.
  return plan.put<EventRecord>({
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
    kind: 'event',
    id,
    version: before.version,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    own_slug,
    title,
    description: fields.description ?? before.description,
    excerpt: fields.excerpt ?? before.excerpt,
    image: image === undefined ? before.image : image,
    cost: nextCost(fields.cost, before.cost, site.currency),
    website: fields.website === undefined ? before.website : fields.website,
    show_map: fields.show_map ?? before.show_map,
    show_map_link: fields.show_map_link ?? before.show_map_link,
    hide_from_listings: fields.hide_from_listings ?? before.hide_from_listings,
    sticky: fields.sticky ?? before.sticky,
    featured: fields.featured ?? before.featured,
    ticketed: fields.ticketed ?? before.ticketed,
    post_parent: fields.post_parent ?? before.post_parent,
    password: password === undefined ? before.password : password,
    categories: await resolveTerms(plan, 'category', fields.categories, before.categories),
    tags: await resolveTerms(plan, 'tag', fields.tags, before.tags),
    venue: await resolveLinked(plan, writableVenues, fields.venue, before.venue, images.venue),
    organizer: await resolveLinked(
      plan,
      writableOrganizers,
      fields.organizer,
      before.organizer,
      images.organizer,
    ),
  })
}

/** A long text occurs up to three times with `json_ld`, and a character takes up to three bytes. */
const MOST_BYTES = 10

/**
 * Refuses an event whose answer would exceed the size limit, because nobody could read it afterwards. Each text has its
 * own limit, so only many links make an answer too large. Records that the same write creates are not counted: they
 * came in the body, which has its own limit.
 */
async function demandRoom(context: RequestContext, event: EventRecord): Promise<void> {
  const { limits } = context.site
  const links = event.venue.length + event.organizer.length + event.categories.length + event.tags.length
  if ((1 + links) * MOST_BYTES * limits.text <= limits.response) return
  const limited = withLimit(context)
  const { content } = await singleEvent(limited, event)
  eventWriter(limited, true)(content)
}

const withLimit = (context: RequestContext): RequestContext => ({
  ...context,
  size: new AnswerSize(context.site.limits.response),
})

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
