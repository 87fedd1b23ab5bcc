import { noneHas, Problems, quoted } from '../../../errors.ts'
import type { Condition, Document, Storage } from '../../../storage/contract.ts'
import { mayRead, readableBy } from '../../access/policy.ts'
import { boundingBox, distanceKm } from '../../domain/records/geo.ts'
import type { OrganizerRecord, TermKind, VenueRecord } from '../../domain/records/records.ts'
import { slugKey } from '../../domain/text/slug.ts'
import type { RequestContext } from '../../mount/request.ts'
import { type EventLookup, isFilter } from '../../schema/event-filter.ts'
import { DEFAULT_RADIUS_KM, type EventListFields } from '../../schema/event-list.ts'
import { idFrom } from '../../schema/wire.ts'
import { type LinkedModel, organizers, venues } from '../linked/linked-models.ts'
import { readableEvent } from '../reading/find-record.ts'
import { readStaying } from '../reading/staying.ts'

export { readCustomFilters } from './custom-filters.ts'

type Lookup = Pick<RequestContext, 'site' | 'caller' | 'problems'>

/**
 * The conditions of the filters that read what an event holds or links to. Names of records that do not exist go into
 * the problems.
 */
export async function readEventFilters(
  fields: EventListFields,
  request: RequestContext,
): Promise<Condition<'event'>[]> {
  const problems = new Problems()
  // Not a copy: that would read the clock, see `today`.
  const { site, caller } = request
  const context = { site, caller, problems }
  const lookup: EventLookup = {
    categories: (entries) => byTerms('category', 'categories', entries, context),
    tags: (entries) => byTerms('tag', 'tags', entries, context),
    venues: (ids) => byLinked(venues, ids, context),
    organizers: (ids) => byLinked(organizers, ids, context),
    parent: (id) => byParent(id, context),
    located: (isLocated) => byCoordinates(isLocated, context),
  }
  const filters = Object.values(fields).filter(isFilter)
  const conditions = await Promise.all([
    ...filters.map(({ condition }) => condition(lookup)),
    ...byDistance(fields, context),
  ])
  // The lookups run at the same time; their problems are reported in the order of the parameters.
  request.problems.absorb(problems, Object.keys(fields))
  checkPlace(fields, request.problems)
  return conditions
}

/** Each entry is the ID of a term, or else its slug. A category includes the categories below it. */
async function byTerms(
  kind: TermKind,
  name: 'categories' | 'tags',
  entries: readonly string[],
  { site, problems }: Lookup,
): Promise<Condition<'event'>> {
  const { storage } = site
  const numbers = entries.map(idFrom).filter((id) => id !== undefined)
  const slugs = entries.map(slugKey)
  const isTree = kind === 'category'
  const [byId, bySlug, children] = await Promise.all([
    readStaying(site, kind, numbers),
    storage.find(kind, {
      where: [{ key: 'slug', in: slugs }],
      order: 'id',
      limit: entries.length,
      keysOnly: true,
    }),
    // The numbers may be IDs of categories. Most of these have none below them; then this read is the last one.
    isTree && numbers.length > 0 ? childrenOf(numbers, storage) : [],
  ])
  const gone = bySlug.filter(({ keys }) => keys.parent < 0).map(({ id }) => id)
  const staying = await readStaying(site, kind, gone)
  const withSlug = (slug: string | undefined) => {
    const found = bySlug.find(({ keys }) => keys.slug === slug)
    return found !== undefined && found.keys.parent < 0 ? staying.get(found.id) : found
  }
  const ids = new Set<number>()
  for (const [at, entry] of entries.entries()) {
    const id = idFrom(entry) ?? 0
    const found = byId.get(id) ?? withSlug(slugs[at])
    if (found === undefined) problems.invalid(name, `no ${kind} has the ID or slug ${quoted(entry)}`)
    else ids.add(found.id)
    // Until a merge is complete, events have the old ID, too.
    if (byId.has(id)) ids.add(id)
  }
  if (isTree) await addDescendants(ids, storage, new Set(numbers), children)
  return { key: kind, in: [...ids] }
}

/** `children`: of the categories in `visited`. They are loaded already. */
async function addDescendants(
  ids: Set<number>,
  storage: Storage,
  visited: Set<number>,
  children: readonly Document<'category'>[],
): Promise<void> {
  for (let found = children; ; ) {
    for (const { id, keys } of found) if (ids.has(keys.parent)) ids.add(id)
    const level = [...ids].filter((id) => !visited.has(id))
    if (level.length === 0) return
    for (const id of level) visited.add(id)
    found = await childrenOf(level, storage)
  }
}

const childrenOf = (parents: readonly number[], storage: Storage) =>
  storage.find('category', {
    where: [{ key: 'parent', in: parents }],
    order: 'id',
    limit: Number.MAX_SAFE_INTEGER,
    keysOnly: true,
  })

/** Accepts IDs of records that the caller may read. Records in the trash are accepted too, but no event shows them. */
async function byLinked<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  ids: readonly number[],
  { site, caller, problems }: Lookup,
): Promise<Condition<'event'>> {
  const found = [...(await model.staying(site, ids))]
  const known = found.filter(([, record]) => record.status === 'trash' || mayRead(caller, record))
  if (known.length < ids.length) {
    const sent = known.map(([id]) => ({ id }))
    problems.invalid(model.kind, noneHas(model.kind, ids, sent))
  }
  const shown = known.filter(([, record]) => record.status !== 'trash')
  // Until a merge is complete, events have the old ID, too.
  return { key: model.kind, in: [...new Set(shown.flatMap(([sent, { id }]) => [sent, id]))] }
}

async function byParent(id: number, context: Lookup): Promise<Condition<'event'>> {
  if ((await readableEvent(context, id)) === undefined)
    context.problems.invalid('post_parent', noneHas('event', [id], []))
  return { key: 'parent', in: [id] }
}

async function byCoordinates(isLocated: boolean, context: Lookup): Promise<Condition<'event'>> {
  const located = await findVenues(
    [
      { key: 'latitude', gte: -90 },
      { key: 'longitude', gte: -180 },
    ],
    context,
  )
  const ids = located.map((venue) => venue.id)
  return isLocated ? { key: 'venue', in: ids } : { key: 'venue', notIn: ids }
}

function checkPlace(fields: EventListFields, problems: Problems): void {
  const { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = fields
  if (lat === undefined && lng !== undefined) problems.invalid('geoloc_lat', 'is required with geoloc_lng')
  if (lng === undefined && lat !== undefined) problems.invalid('geoloc_lng', 'is required with geoloc_lat')
  if (radius !== undefined && lat === undefined && lng === undefined) {
    problems.invalid('geoloc_radius', 'requires geoloc_lat and geoloc_lng')
  }
}

function byDistance(fields: EventListFields, context: Lookup): Promise<Condition<'event'>>[] {
  const { geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius = DEFAULT_RADIUS_KM } = fields
  return lat === undefined || lng === undefined ? [] : [atVenuesNear({ lat, lng }, radius, context)]
}

async function atVenuesNear(
  center: { lat: number; lng: number },
  km: number,
  context: Lookup,
): Promise<Condition<'event'>> {
  const box = boundingBox(center, km)
  const documents = await findVenues(
    [
      { key: 'latitude', ...box.latitude },
      { key: 'longitude', ...(box.longitude ?? { gte: -180 }) },
    ],
    context,
  )
  const near = documents.filter(({ keys: { latitude, longitude } }) => {
    return (
      latitude !== null && longitude !== null && distanceKm(center, { lat: latitude, lng: longitude }) <= km
    )
  })
  return { key: 'venue', in: near.map((document) => document.id) }
}

/** Only venues that events may show to the caller. */
function findVenues(where: Condition<'venue'>[], { site, caller }: Lookup) {
  return site.storage.find('venue', {
    where: [{ key: 'status', notIn: ['trash'] }, ...readableBy(caller), ...where],
    order: 'id',
    limit: Number.MAX_SAFE_INTEGER,
    keysOnly: true,
  })
}
