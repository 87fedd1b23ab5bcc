import { forbidden, has, mayRead } from '../access/policy.ts'
import { type EventTimes, eventTimes, timesOf, wallClockOf } from '../domain/event-times.ts'
import { sanitizeHtml } from '../domain/html.ts'
import { cleanName } from '../domain/linked.ts'
import { hashPassword } from '../domain/password.ts'
import { publication } from '../domain/publication.ts'
import { type EventRecord, fromDocument } from '../domain/records.ts'
import { resolveZone, type WallClock, type Zone } from '../domain/zones.ts'
import { ApiError, type Problems } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { EventFields } from '../schema/events.ts'
import { readFields, requireFields } from '../schema/read.ts'
import type { Site } from '../site.ts'
import type { Image } from '../types.ts'
import { demandChange, findRecord } from './find-record.ts'
import { organizers, venues } from './linked-models.ts'
import { checkLinkedRefs, resolveLinked } from './linked-refs.ts'
import { commit, type Plan } from './plan.ts'
import { checkPostFields, demandAuthorRight, isWaiting, nextStatus } from './post-fields.ts'
import { singleEvent } from './read-event.ts'
import { postSlug } from './slugs.ts'
import { resolveTerms } from './term-refs.ts'

/** What was found out about the fields of a write before it is decided. */
interface Prepared {
  readonly fields: EventFields
  readonly image: Image | null | undefined
  /** Hash of a new password, null to lift it, undefined to keep it. */
  readonly password: string | null | undefined
}

export async function createEvent(asked: Asked): Promise<Answer> {
  const { site, caller, now, params, problems, note } = asked
  requireFields(['title', 'start_date', 'end_date'], params, problems)
  const prepared = await prepare(asked, null)
  nextTimes(null, prepared.fields, site, now, problems)
  problems.throwIfAny(note)
  const event = await commit({ site, caller, now }, (plan) => decide(plan, null, prepared, problems))
  return { ...(await singleEvent(asked, event, false)), status: 201 }
}

export async function updateEvent(asked: Asked): Promise<Answer> {
  const { site, caller, now, path, problems } = asked
  const prepared = await prepare(asked, path.id)
  problems.throwIfAny()
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, 'event')
    demandChange(caller, current, asked.ifMatch)
    return decide(plan, current, prepared, problems)
  })
  return singleEvent(asked, event, false)
}

/** Moves to the trash; what is there already is 410. */
export async function deleteEvent(asked: Asked): Promise<Answer> {
  const { site, caller, now, problems } = asked
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(asked, 'event')
    demandChange(caller, current, asked.ifMatch)
    if (current.status === 'trash') throw new ApiError('event-is-in-trash')
    const nothing = { fields: { status: 'trash' }, image: undefined, password: undefined } as const
    return decide(plan, current, nothing, problems)
  })
  return singleEvent(asked, event, false)
}

/** Reads the fields and looks at everything that is asked of other records, so that one answer names all faults. */
async function prepare(asked: Asked, ownId: string | null | undefined): Promise<Prepared> {
  const { site, now, params, problems } = asked
  const fields = readFields(site.schemas.event, params, problems)
  if (fields.title !== undefined && cleanName(fields.title) === '')
    problems.invalid('title', 'must not be blank')
  for (const name of ['start_date', 'end_date'] as const) {
    const text = fields[name]
    if (text !== undefined && wallClockOf(text, now, site.zone) === undefined)
      problems.invalid(name, 'is no date')
  }
  const [image, password] = await Promise.all([
    checkPostFields(fields, asked),
    fields.password === undefined || fields.password === '' ? null : hashPassword(fields.password),
    checkLinkedRefs(venues, fields.venue, asked),
    checkLinkedRefs(organizers, fields.organizer, asked),
    checkParent(fields.post_parent, ownId, asked),
  ])
  return { fields, image, password: fields.password === undefined ? undefined : password }
}

async function checkParent(
  parent: number | undefined,
  ownId: string | null | undefined,
  { site, caller, problems }: Asked,
): Promise<void> {
  if (parent === undefined || parent === 0) return
  const [document] = await site.storage.get('event', [parent])
  const isReadable = document !== undefined && mayRead(caller, fromDocument(document))
  if (!isReadable || String(parent) === ownId)
    problems.invalid('post_parent', 'is not the ID of another event')
}

async function decide(
  plan: Plan,
  current: EventRecord | null,
  { fields, image, password }: Prepared,
  problems: Problems,
): Promise<EventRecord> {
  const { site, caller, now } = plan
  const times = nextTimes(current, fields, site, now, problems)
  if (fields.post_parent !== undefined && fields.post_parent === current?.id) {
    problems.invalid('post_parent', 'is not the ID of another event')
  }
  problems.throwIfAny()
  if (times === undefined) throw new TypeError('the times of an event were neither right nor refused')
  demandAuthorRight(caller, fields.author, current?.author)
  demandShowcaseRight(plan, current, fields)

  const status = nextStatus(caller, fields.status, current)
  const published = publication(current, status, fields, now, site.zone)
  const id = current?.id ?? (await plan.freshId('post'))
  const title = fields.title === undefined ? (current?.title ?? '') : cleanName(fields.title)
  const slug = await postSlug(plan, 'event', id, current, {
    status: published.status,
    given: fields.slug,
    name: title,
    isWaiting: isWaiting(caller, status, current),
  })
  return plan.put<EventRecord>({
    ...published,
    ...times,
    kind: 'event',
    id,
    version: current?.version ?? 0,
    author: fields.author ?? current?.author ?? caller?.id ?? 0,
    slug,
    title,
    description: html(fields.description, current?.description),
    excerpt: html(fields.excerpt, current?.excerpt),
    image: image === undefined ? (current?.image ?? null) : image,
    cost: fields.cost === undefined ? (current?.cost ?? null) : fields.cost,
    website: fields.website === undefined ? (current?.website ?? null) : fields.website,
    show_map: fields.show_map ?? current?.show_map ?? false,
    show_map_link: fields.show_map_link ?? current?.show_map_link ?? false,
    hide_from_listings: fields.hide_from_listings ?? current?.hide_from_listings ?? false,
    sticky: fields.sticky ?? current?.sticky ?? false,
    featured: fields.featured ?? current?.featured ?? false,
    ticketed: fields.ticketed ?? current?.ticketed ?? false,
    post_parent: fields.post_parent ?? current?.post_parent ?? 0,
    password: password === undefined ? (current?.password ?? null) : password,
    categories:
      fields.categories === undefined
        ? (current?.categories ?? [])
        : await resolveTerms(plan, 'category', fields.categories),
    tags: fields.tags === undefined ? (current?.tags ?? []) : await resolveTerms(plan, 'tag', fields.tags),
    venue:
      fields.venue === undefined ? (current?.venue ?? []) : await resolveLinked(plan, venues, fields.venue),
    organizer:
      fields.organizer === undefined
        ? (current?.organizer ?? [])
        : await resolveLinked(plan, organizers, fields.organizer),
  })
}

const html = (given: string | undefined, kept: string | undefined): string =>
  given === undefined ? (kept ?? '') : sanitizeHtml(given.trim())

/** What puts an event before those of others is for those who may edit others'. */
function demandShowcaseRight({ caller }: Plan, current: EventRecord | null, fields: EventFields): void {
  if (has(caller, 'others')) return
  for (const name of ['sticky', 'featured'] as const) {
    const asked = fields[name]
    if (asked !== undefined && asked !== (current?.[name] ?? false)) {
      throw forbidden(caller, `Not allowed to change ${name}.`)
    }
  }
}

/** The times after the write. What is wrong goes into the problems; then the answer is undefined. */
function nextTimes(
  current: EventRecord | null,
  fields: EventFields,
  site: Site,
  now: Date,
  problems: Problems,
): EventTimes | undefined {
  const { timezone: asked, start_date, end_date } = fields
  const isUntouched = [asked, start_date, end_date, fields.all_day].every((field) => field === undefined)
  if (current !== null && isUntouched) return timesOf(current)

  const timezone = asked === undefined ? (current?.timezone ?? site.timezone) : asked || site.timezone
  const zone = resolveZone(timezone) ?? site.zone
  const start = wallClock(start_date, current?.start, now, zone)
  const end = wallClock(end_date, current?.end, now, zone)
  if (start === undefined || end === undefined) return undefined
  const times = eventTimes(
    { start, end, all_day: fields.all_day ?? current?.all_day ?? false },
    timezone,
    zone,
  )
  if (times === undefined) problems.invalid('end_date', 'is before the start')
  return times
}

const wallClock = (text: string | undefined, kept: WallClock | undefined, now: Date, zone: Zone) =>
  text === undefined ? kept : wallClockOf(text, now, zone)
