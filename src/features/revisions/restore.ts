import type { EventRecord, PostKind, PostRecord, RecordOf } from '../../core/domain/records/records.ts'
import type { EventView } from '../../core/domain/records/views.ts'
import {
  type Answer,
  type HostFields,
  has,
  organizerWrites,
  type Params,
  type RequestContext,
  updateEvent,
  venueWrites,
} from '../../core/door.ts'
import { EVENT, type PlainEventField } from '../../core/fields/event.ts'
import { ORGANIZER } from '../../core/fields/organizer.ts'
import { eachPlain, memberOf, type Table } from '../../core/fields/row.ts'
import { VENUE } from '../../core/fields/venue.ts'
import { eventBody, organizerBody, venueBody } from '../../core/schema/bodies.ts'
import { readFields } from '../../core/schema/read.ts'
import { ApiError } from '../../errors.ts'
import type { DateEffect } from '../../types/index.ts'
import { findEditable, stayingLinks } from './editable.ts'
import { stateAt } from './states.ts'

/*
 * Going back: an update by the caller, of all fields, with the values of a state. The password, the author, the status and
 * the publication date stay, because they say what the record is now.
 */

export async function restoreEvent(context: RequestContext): Promise<Answer<EventView | DateEffect>> {
  const { current, old } = await findState('event', context)
  const params = await eventParams(context, old, current)
  const fields = readFields(eventBody(context.site.rules), params, context.problems)
  const scope = { scope: 'this', dry_run: false } as const
  const restored = { ...hostFields(old, current), cost: old.cost }
  return updateEvent({ ...context, params }, { ...fields, ...scope }, restored)
}

export async function restoreVenue(context: RequestContext): Promise<Answer<RecordOf['venue']>> {
  const { current, old } = await findState('venue', context)
  const { venue, description, stateprovince, geo_lat, geo_lng, show_map, show_map_link } = old
  const own = { venue, description, stateprovince, geo_lat, geo_lng, show_map, show_map_link }
  const params = { ...plainParams(VENUE, old), ...own, ...slugOf(old) }
  const fields = readFields(venueBody(context.site.rules), params, context.problems)
  return venueWrites.update({ ...context, params }, fields, hostFields(old, current))
}

export async function restoreOrganizer(context: RequestContext): Promise<Answer<RecordOf['organizer']>> {
  const { current, old } = await findState('organizer', context)
  const { organizer, description } = old
  const params = { ...plainParams(ORGANIZER, old), organizer, description, ...slugOf(old) }
  const fields = readFields(organizerBody(context.site.rules), params, context.problems)
  return organizerWrites.update({ ...context, params }, fields, hostFields(old, current))
}

async function findState<K extends PostKind>(
  kind: K,
  context: RequestContext,
): Promise<{ current: RecordOf[K]; old: RecordOf[K] }> {
  const current = await findEditable(kind, context)
  const digits = context.path.slug ?? ''
  const state = /^[1-9]\d{0,15}$/.test(digits)
    ? await stateAt(context, kind, current, Number(digits))
    : undefined
  if (state === undefined) throw new ApiError('rest_revision_not_found')
  if (state.record === null) throw new ApiError('rest_revision_not_kept')
  return { current, old: state.record }
}

/** What the host made of these fields is taken as it was. */
const hostFields = (old: PostRecord, current: PostRecord): HostFields => ({
  image: old.image,
  custom: {
    ...Object.fromEntries(Object.keys(current.custom_fields ?? {}).map((name) => [name, null])),
    ...old.custom_fields,
  },
})

const plainParams = (table: Table, record: object): Params =>
  eachPlain(table, (name) => memberOf(record, name))

/** A draft may have no slug. */
const slugOf = ({ slug, own_slug }: PostRecord): Params => {
  const own = own_slug ?? slug
  return own === '' ? {} : { slug: own }
}

/** Fields that stay, that follow from others, or that `hostFields` has. */
type Other =
  | ('kind' | 'author' | 'status' | 'date' | 'date_utc' | 'dated' | 'published' | 'password' | 'own_slug')
  | (
      | 'modified'
      | 'modified_utc'
      | 'site_timezone'
      | 'uid'
      | 'occurrence'
      | 'image'
      | 'custom_fields'
      | 'source'
    )
  | ('cost' | 'utc_start' | 'utc_end' | 'start_offset' | 'end_offset' | 'timezone_abbr')

async function eventParams(context: RequestContext, old: EventRecord, current: EventRecord): Promise<Params> {
  const links = await stayingLinks(context, old)
  const isDate = current.occurrence !== undefined
  // A field that is missing here does not compile.
  const own: Readonly<Record<Exclude<keyof typeof EVENT, PlainEventField | Other>, Params>> = {
    title: { title: old.title },
    description: { description: old.description },
    excerpt: { excerpt: old.excerpt },
    slug: slugOf(old),
    website: { website: old.website ?? '' },
    start: { start_date: old.start },
    end: { end_date: old.end },
    all_day: { all_day: old.all_day },
    timezone: { timezone: old.timezone },
    venue: { venue: links.venue },
    organizer: { organizer: links.organizer },
    categories: { categories: links.categories },
    tags: { tags: links.tags },
    previous_start_date: { previous_start_date: old.previous_start_date ?? '' },
    post_parent: isDate || old.occurrence !== undefined ? {} : { post_parent: old.post_parent },
    series: isDate ? {} : recurrenceOf(old, current),
  }
  const params: Params = Object.assign(plainParams(EVENT, old), ...Object.values(own))
  if (has(context.caller, 'others')) return params
  // Only those who may edit all events put one before the others.
  const { sticky: _sticky, featured: _featured, ...rest } = params
  return rest
}

function recurrenceOf(old: EventRecord, current: EventRecord): Params {
  if (old.series === undefined) return current.series === undefined ? {} : { recurrence: null }
  const { rrule, exdate, rdate } = old.series
  return { recurrence: { rrule, exdate, rdate } }
}
