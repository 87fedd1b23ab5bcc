import { forbidden, has, mayRead } from '../access/policy.ts'
import type { EventTimes } from '../domain/event-times.ts'
import { NEW_EVENT } from '../domain/new-event.ts'
import { hashPassword } from '../domain/password.ts'
import { isDateText, publication } from '../domain/publication.ts'
import type { EventRecord } from '../domain/records.ts'
import { ApiError, Problems } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { EventFields } from '../schema/events.ts'
import { readFields, requireFields } from '../schema/read.ts'
import type { Image } from '../types.ts'
import { demandChange, findRecord, readableEvent } from './find-record.ts'
import { organizers, venues } from './linked-models.ts'
import { checkLinkedRefs, type InlineImages, resolveLinked } from './linked-refs.ts'
import { nextTimes } from './next-times.ts'
import { commitNew, once } from './once.ts'
import { commit, type Plan } from './plan.ts'
import { checkPostFields, demandAuthorRight, isWaiting, nextStatus } from './post-fields.ts'
import { singleEvent } from './read-event.ts'
import { Remembering } from './remembering.ts'
import { postSlug } from './slugs.ts'
import { resolveTerms } from './term-refs.ts'

/** What was found out about the fields of a write before it is decided. */
interface Prepared {
  readonly fields: EventFields
  readonly image: Image | null | undefined
  /** Hash of a new password, null to lift it, undefined to keep it. */
  readonly password: string | null | undefined
  /** Of venues and organizers that are given by their fields. */
  readonly images: { readonly venue: InlineImages; readonly organizer: InlineImages }
  /** Where they do not depend on the event that is there. */
  readonly times?: EventTimes | undefined
}

const NOTHING: Prepared = {
  fields: {},
  image: undefined,
  password: undefined,
  images: { venue: new Map(), organizer: new Map() },
}

export const createEvent = (asked: Asked): Promise<Answer> => once(asked, makeEvent, showMade)

async function makeEvent(given: Asked): Promise<Answer> {
  const asked = withMemory(given)
  const { site, now, params, problems, note } = asked
  requireFields(['title', 'start_date', 'end_date'], params, problems)
  const prepared = await prepare(asked)
  const times = nextTimes(null, prepared.fields, site, now, problems)
  problems.throwIfAny(note)
  const event = await commitNew(asked, (plan) => decide(plan, null, { ...prepared, times }, problems))
  return { ...(await singleEvent(asked, event, false)), status: 201 }
}

const withMemory = (asked: Asked): Asked => ({
  ...asked,
  site: { ...asked.site, storage: new Remembering(asked.site.storage) },
})

async function showMade(asked: Asked): Promise<Answer> {
  const event = await findRecord(asked, 'event')
  if (!mayRead(asked.caller, event)) throw new ApiError('event-not-accessible')
  return singleEvent(asked, event, false)
}

export async function updateEvent(given: Asked): Promise<Answer> {
  const asked = withMemory(given)
  const { site, caller, now, problems } = asked
  const prepared = await prepare(asked)
  problems.throwIfAny()
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, 'event')
    demandChange(caller, current, asked.ifMatch)
    const fields = withoutOwnAddress(prepared.fields, current, asked)
    return decide(plan, current, { ...prepared, fields }, problems)
  })
  return singleEvent(asked, event, false)
}

/** An event without a website shows its own address there; sent back, that still means none. */
function withoutOwnAddress(fields: EventFields, current: EventRecord, { links }: Asked): EventFields {
  const isOwn =
    current.website === null && fields.website === links.permalink('event', { ...current, ancestors: [] })
  return isOwn ? { ...fields, website: null } : fields
}

/** Moves to the trash; what is there already is 410. */
export async function deleteEvent(asked: Asked): Promise<Answer> {
  const { site, caller, now, problems } = asked
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, 'event')
    demandChange(caller, current, asked.ifMatch)
    if (current.status === 'trash') throw new ApiError('event-is-in-trash')
    return decide(plan, current, { ...NOTHING, fields: { status: 'trash' } }, problems)
  })
  return singleEvent(asked, event, false)
}

/** What is looked for beyond the fields themselves, in the order in which it is said to be wrong. */
const LOOKED_FOR = ['date', 'date_utc', 'author', 'image', 'venue', 'organizer', 'post_parent']

/** Reads the fields and looks at everything that is asked of other records, so that one answer names all faults. */
async function prepare(asked: Asked): Promise<Prepared> {
  const { site, now, params, problems } = asked
  const fields = readFields(site.schemas.event, params, problems)
  if (fields.title === '') problems.invalid('title', 'must not be blank')
  for (const name of ['start_date', 'end_date'] as const) {
    const text = fields[name]
    if (text !== undefined && !isDateText(text, now, site.zone)) problems.invalid(name, 'is no date')
  }
  const found = new Problems()
  const looking = { ...asked, problems: found }
  const [image, password, venue, organizer] = await Promise.all([
    checkPostFields(fields, looking),
    fields.password === undefined || fields.password === '' ? null : hashPassword(fields.password),
    checkLinkedRefs(venues, fields.venue, looking),
    checkLinkedRefs(organizers, fields.organizer, looking),
    checkParent(fields.post_parent, looking),
  ])
  problems.absorb(found, LOOKED_FOR)
  return {
    fields,
    image,
    password: fields.password === undefined ? undefined : password,
    images: { venue, organizer },
  }
}

async function checkParent(parent: number | undefined, asked: Asked): Promise<void> {
  if (parent === undefined || parent === 0) return
  const isReadable = (await readableEvent(asked, parent)) !== undefined
  if (!isReadable || String(parent) === asked.path.id)
    asked.problems.invalid('post_parent', 'is not the ID of another event')
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
  const slug = await postSlug(plan, 'event', id, current, {
    status: published.status,
    given: fields.slug,
    name: title,
    isWaiting: isWaiting(caller, status, current),
  })
  // One flat literal: a record stitched together of others costs 40 µs more to make, copy and write as JSON.
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
    kind: 'event',
    id,
    version: before.version,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    title,
    description: fields.description ?? before.description,
    excerpt: fields.excerpt ?? before.excerpt,
    image: image === undefined ? before.image : image,
    cost: fields.cost === undefined ? before.cost : fields.cost,
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
    venue: await resolveLinked(plan, venues, fields.venue, before.venue, images.venue),
    organizer: await resolveLinked(plan, organizers, fields.organizer, before.organizer, images.organizer),
  })
}

/** What puts an event before those of others is for those who may edit others'. */
function demandShowcaseRight({ caller }: Plan, before: typeof NEW_EVENT, fields: EventFields): void {
  if (has(caller, 'others')) return
  for (const name of ['sticky', 'featured'] as const) {
    const asked = fields[name]
    if (asked !== undefined && asked !== before[name]) {
      throw forbidden(caller, `Not allowed to change ${name}.`)
    }
  }
}
