import { mayRead, readableBy } from '../access/policy.ts'
import { boundingBox, distanceKm } from '../domain/geo.ts'
import type { OrganizerRecord, TermKind, VenueRecord } from '../domain/records.ts'
import { slugKey } from '../domain/slug.ts'
import { Problems } from '../errors.ts'
import type { Asked } from '../routes/route.ts'
import type { EventListFields } from '../schema/lists.ts'
import { idFrom } from '../schema/wire.ts'
import type { Condition, Document, Storage } from '../storage/contract.ts'
import { readableEvent } from './find-record.ts'
import { type LinkedModel, organizers, venues } from './linked-models.ts'
import type { PostFields } from './post-fields.ts'

const DEFAULT_RADIUS_KM = 25

/** In which order it is said what is wrong: they are looked for at the same time, and found in any. */
const NAMED = [
  ...['categories', 'tags', 'venue', 'organizer', 'post_parent'],
  ...['geoloc_lat', 'geoloc_lng', 'geoloc_radius'],
]

/** The conditions of the filters that look at what an event holds or links to; unknown names go into the problems. */
export async function readEventFilters(fields: EventListFields, given: Asked): Promise<Condition<'event'>[]> {
  const problems = new Problems()
  const asked = { ...given, problems }
  const groups = await Promise.all([
    byTerms('category', 'categories', fields.categories, asked),
    byTerms('tag', 'tags', fields.tags, asked),
    byLinked(venues, fields.venue, asked),
    byLinked(organizers, fields.organizer, asked),
    byParent(fields.post_parent, asked),
    byPlace(fields, asked),
  ])
  given.problems.absorb(problems, NAMED)
  const conditions = groups.flat()
  if (fields.featured !== undefined) conditions.push({ key: 'featured', in: [fields.featured] })
  if (fields.ticketed !== undefined) conditions.push({ key: 'ticketed', in: [fields.ticketed] })
  return conditions
}

/** Each entry is the ID of a term or else its slug; a category stands for those below it, too. */
async function byTerms(
  kind: TermKind,
  name: 'categories' | 'tags',
  entries: readonly string[] | undefined,
  { site: { storage }, problems }: Asked,
): Promise<Condition<'event'>[]> {
  if (entries === undefined) return []
  const numbers = entries.map(idFrom).filter((id) => id !== undefined)
  const slugs = entries.map(slugKey)
  const isTree = kind === 'category'
  const [byId, bySlug, children] = await Promise.all([
    numbers.length === 0 ? [] : storage.get(kind, numbers),
    storage.find(kind, {
      where: [{ key: 'slug', in: slugs }],
      order: 'id',
      limit: entries.length,
    }),
    // On the chance that the numbers are IDs: most are, of categories with none below them, and then all is known.
    isTree && numbers.length > 0 ? childrenOf(numbers, storage) : [],
  ])
  const ids = new Set<number>()
  for (const [at, entry] of entries.entries()) {
    const id = idFrom(entry)
    const found =
      byId.find((document) => document.id === id) ??
      bySlug.find((document) => document.keys.slug === slugs[at])
    if (found === undefined) problems.invalid(name, `'${entry.slice(0, 40)}' is none of the ${name}`)
    else ids.add(found.id)
  }
  if (isTree) await addDescendants(ids, storage, new Set(numbers), children)
  return [{ key: kind, in: [...ids] }]
}

/** `children`: those of the categories in `asked`, which need not be asked for again. */
async function addDescendants(
  ids: Set<number>,
  storage: Storage,
  asked: Set<number>,
  children: readonly Document<'category'>[],
): Promise<void> {
  for (let found = children; ; ) {
    for (const { id, keys } of found) if (ids.has(keys.parent)) ids.add(id)
    const level = [...ids].filter((id) => !asked.has(id))
    if (level.length === 0) return
    for (const id of level) asked.add(id)
    found = await childrenOf(level, storage)
  }
}

const childrenOf = (parents: readonly number[], storage: Storage) =>
  storage.find('category', {
    where: [{ key: 'parent', in: parents }],
    order: 'id',
    limit: Number.MAX_SAFE_INTEGER,
  })

/** IDs of records that the caller may read; those in the trash are known, but no event shows them. */
async function byLinked<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  ids: readonly number[] | undefined,
  { site, caller, problems }: Asked,
): Promise<Condition<'event'>[]> {
  if (ids === undefined) return []
  const found = await model.get(site.storage, ids)
  const known = found.filter((record) => record.status === 'trash' || mayRead(caller, record))
  if (known.length < ids.length) problems.invalid(model.kind, `names what is no ${model.kind}`)
  const shown = known.filter((record) => record.status !== 'trash')
  return [{ key: model.kind, in: shown.map((record) => record.id) }]
}

async function byParent(id: number | undefined, asked: Asked): Promise<Condition<'event'>[]> {
  if (id === undefined) return []
  if ((await readableEvent(asked, id)) === undefined)
    asked.problems.invalid('post_parent', 'is not the ID of an event')
  return [{ key: 'parent', in: [id] }]
}

/** By coordinates of the venue: whether it has any, and whether they are near a point. */
async function byPlace(fields: EventListFields, asked: Asked): Promise<Condition<'event'>[]> {
  const { geoloc, geoloc_lat: lat, geoloc_lng: lng, geoloc_radius: radius } = fields
  const { problems } = asked
  if (lat === undefined && lng !== undefined) problems.invalid('geoloc_lat', 'is needed beside geoloc_lng')
  if (lng === undefined && lat !== undefined) problems.invalid('geoloc_lng', 'is needed beside geoloc_lat')
  if (radius !== undefined && lat === undefined && lng === undefined) {
    problems.invalid('geoloc_radius', 'needs geoloc_lat and geoloc_lng')
  }
  const conditions: Condition<'event'>[] = []
  if (lat !== undefined && lng !== undefined) {
    const near = await venuesNear({ lat, lng }, radius ?? DEFAULT_RADIUS_KM, asked)
    conditions.push({ key: 'venue', in: near })
  }
  if (geoloc !== undefined) {
    const located = await venueIds(
      [
        { key: 'latitude', gte: -90 },
        { key: 'longitude', gte: -180 },
      ],
      asked,
    )
    conditions.push(geoloc ? { key: 'venue', in: located } : { key: 'venue', notIn: located })
  }
  return conditions
}

async function venuesNear(center: { lat: number; lng: number }, km: number, asked: Asked): Promise<number[]> {
  const box = boundingBox(center, km)
  const documents = await findVenues(
    [
      { key: 'latitude', ...box.latitude },
      { key: 'longitude', ...(box.longitude ?? { gte: -180 }) },
    ],
    asked,
  )
  const near = documents.filter(({ keys: { latitude, longitude } }) => {
    return (
      latitude !== null && longitude !== null && distanceKm(center, { lat: latitude, lng: longitude }) <= km
    )
  })
  return near.map((document) => document.id)
}

const venueIds = async (where: Condition<'venue'>[], asked: Asked): Promise<number[]> =>
  (await findVenues(where, asked)).map((document) => document.id)

/** Of the venues that events may show to the caller. */
function findVenues(where: Condition<'venue'>[], { site, caller }: Asked) {
  return site.storage.find('venue', {
    where: [{ key: 'status', notIn: ['trash'] }, ...readableBy(caller), ...where],
    order: 'id',
    limit: Number.MAX_SAFE_INTEGER,
  })
}
