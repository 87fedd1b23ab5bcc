import { isRow, type Row } from '../../formats/rows.ts'

/*
 * Which addresses of WordPress are which of ours, and what a field is called on either side.
 */

export interface Resource {
  readonly kind: 'media' | 'tag' | 'category' | 'event' | 'venue' | 'organizer'
  /** Below `/wp-json/wp/v2`. */
  readonly base: string
  /** Below the API. Also where a list has its records. */
  readonly path: string
  /** Whether it is a post: with a status, a trash, and fields in `meta`. */
  readonly isPost: boolean
  /** Our names of fields that are called otherwise. */
  readonly names: ReadonlyMap<string, string>
  /** Our names of what posts have in `meta`. */
  readonly meta: ReadonlyMap<string, string>
}

const resource = (
  kind: Resource['kind'],
  base: string,
  path: string,
  names: Readonly<Record<string, string>> = {},
): Resource => ({
  ...{ kind, base, path, isPost: false },
  ...{ names: new Map(Object.entries(names)), meta: new Map() },
})

const post = (
  kind: 'event' | 'venue' | 'organizer',
  names: Readonly<Record<string, string>>,
  meta: Readonly<Record<string, string>>,
): Resource => ({
  ...resource(kind, kind === 'event' ? 'tribe_events' : `tribe_${kind}`, `${kind}s`, {
    ...{ content: 'description', featured_media: 'image', date_gmt: 'date_utc' },
    ...names,
  }),
  isPost: true,
  meta: new Map(Object.entries(meta)),
})

export const RESOURCES: readonly Resource[] = [
  resource('media', 'media', 'media', { alt_text: 'alt' }),
  resource('tag', 'tags', 'tags'),
  resource('category', 'tribe_events_cat', 'categories'),
  post(
    'event',
    { tribe_events_cat: 'categories' },
    {
      ...{ _EventStartDate: 'start_date', _EventEndDate: 'end_date', _EventTimezone: 'timezone' },
      ...{ _EventStartDateUTC: 'utc_start_date', _EventEndDateUTC: 'utc_end_date' },
      ...{ _EventAllDay: 'all_day', _EventURL: 'website', _EventCost: 'cost' },
      ...{ _EventVenueID: 'venue', _EventOrganizerID: 'organizer' },
      ...{ _EventShowMap: 'show_map', _EventShowMapLink: 'show_map_link' },
      ...{ _EventHideFromUpcoming: 'hide_from_listings', _tribe_featured: 'featured' },
    },
  ),
  post(
    'venue',
    { title: 'venue' },
    {
      ...{ _VenueAddress: 'address', _VenueCity: 'city', _VenueCountry: 'country', _VenueZip: 'zip' },
      ...{ _VenueState: 'state', _VenueProvince: 'province', _VenueStateProvince: 'stateprovince' },
      ...{ _VenuePhone: 'phone', _VenueURL: 'website', _VenueLat: 'geo_lat', _VenueLng: 'geo_lng' },
      ...{ _VenueShowMap: 'show_map', _VenueShowMapLink: 'show_map_link' },
    },
  ),
  post(
    'organizer',
    { title: 'organizer' },
    { _OrganizerEmail: 'email', _OrganizerPhone: 'phone', _OrganizerWebsite: 'website' },
  ),
]

/** Fields of `meta` that are yes or no. WordPress stores texts for them, such as `yes` and `1`. */
const FLAGS = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'featured']
const LINKS = ['venue', 'organizer']

/** A value of `meta` as the API reads it. */
function ownMeta(ours: string, value: unknown): unknown {
  if (LINKS.includes(ours)) {
    const ids = [value].flat().filter((one) => one !== null && !['', '0'].includes(String(one)))
    return ids.length === 0 ? null : ids
  }
  const single: unknown = Array.isArray(value) && value.length < 2 ? (value[0] ?? '') : value
  return FLAGS.includes(ours) && typeof single !== 'object' ? isYes(String(single)) : single
}

export const isYes = (text: string): boolean => /^(?:yes|true|1|on)$/i.test(text)

/** What a record of ours has, as `meta` shows it. */
export function shownMeta({ meta }: Resource, record: Row): Row {
  return Object.fromEntries(
    [...meta].flatMap(([name, ours]) => {
      const value = record[ours]
      if (LINKS.includes(ours)) {
        const ids = [value].flat().flatMap((one) => (isRow(one) ? [one.id] : []))
        return [[name, ours === 'venue' && ids.length < 2 ? (ids[0] ?? 0) : ids]]
      }
      // The page of an event stands for a website that it has not.
      if (ours === 'website' && value === record.url) return [[name, '']]
      if (value === undefined || value === null) return []
      return [[name, FLAGS.includes(ours) ? (value === true ? '1' : '') : value]]
    }),
  )
}

export interface Found {
  readonly resource: Resource
  /** `undefined`: the list. */
  readonly id: string | undefined
}

/**
 * What is at a path below `/wp-json`. `null`: nothing, though it is below the address of one of ours; `undefined`: it is
 * none of ours.
 */
export function resourceAt(path: string): Found | null | undefined {
  const [wp, version, base, id, ...more] = path.split('/')
  const resource = RESOURCES.find((one) => one.base === base)
  if (wp !== 'wp' || version !== 'v2' || resource === undefined) return undefined
  if (id === undefined) return { resource, id }
  return /^[1-9]\d{0,15}$/.test(id) && more.length === 0 ? { resource, id } : null
}

/** The path below the API. */
export const ownPath = ({ resource, id }: Found): string =>
  id === undefined ? resource.path : `${resource.path}/${id}`

/** Texts that WordPress shows as objects, and takes as objects and as texts. */
const SHOWN = ['title', 'content', 'excerpt', 'description', 'caption']

/**
 * Fields of a body in our names. Those of WordPress come first: a program that sends both has one from our answers. What
 * only answers have, such as `title.rendered`, is left out, as WordPress does.
 */
export function ownFields({ names, meta }: Resource, fields: Row, isNew: boolean): object {
  const own = new Map<string, unknown>()
  for (const [name, value] of Object.entries(fields))
    if (!names.has(name) && (name !== 'meta' || meta.size === 0)) own.set(name, shownText(name, value))
  for (const [name, value] of Object.entries(isRow(fields.meta) ? fields.meta : {})) {
    const ours = meta.get(name)
    if (ours !== undefined) own.set(ours, ownMeta(ours, value))
  }
  for (const [name, ours] of names) {
    if (Object.hasOwn(fields, name)) own.set(ours, shownText(name, fields[name]))
  }
  // As WordPress has it, an event without an end takes no time.
  if (isNew && own.has('start_date') && !own.has('end_date')) own.set('end_date', own.get('start_date'))
  return Object.fromEntries([...own].filter(([, value]) => value !== undefined))
}

function shownText(name: string, value: unknown): unknown {
  if (!SHOWN.includes(name) || typeof value !== 'object' || value === null) return value
  if ('raw' in value) return value.raw
  // What is no text at all is for the API to refuse.
  return 'rendered' in value ? undefined : value
}

/** The same for the names and values of a form or of a query, such as `title[raw]` and `tags[]`. */
export function ownPairs(
  { names, meta }: Resource,
  pairs: Iterable<readonly [string, string]>,
  isNew: boolean,
): URLSearchParams {
  const read = [...pairs].flatMap(([name, value]) => {
    const key = meta.size === 0 ? undefined : /^meta\[([^\]]*)\]/.exec(name)?.[1]
    if (key !== undefined) {
      const base = meta.get(key)
      const own = base === undefined ? null : ownMeta(base, value)
      if (base === undefined || (own === null && value !== '')) return []
      return { base, rest: LINKS.includes(base) ? '[]' : '', value: String(own ?? '') }
    }
    const [, base = name, rest = ''] = /^([^[]*)(.*)$/s.exec(name) ?? []
    return { base, rest: SHOWN.includes(base) && rest === '[raw]' ? '' : rest, value }
  })
  const sent = new Set(read.map(({ base }) => names.get(base)))
  const own = new URLSearchParams()
  for (const { base, rest, value } of read) {
    if (rest === '[rendered]' || rest === '[protected]') continue
    const ours = names.get(base)
    if (ours !== undefined || !sent.has(base)) own.append(`${ours ?? base}${rest}`, value)
  }
  const start = own.get('start_date')
  if (isNew && start !== null && !own.has('end_date')) own.append('end_date', start)
  return own
}

/** The query of a write. Its fields are those that the body does not have. */
export function queryOf({ resource, id }: Found, given: URLSearchParams): URLSearchParams {
  const query = ownPairs(resource, given, id === undefined)
  // The default of WordPress; that of the API is another one.
  if (resource.isPost && id === undefined && !query.has('status')) query.set('status', 'draft')
  return query
}

/** A name of ours as the caller knows it. */
export function theirName({ names, meta }: Resource, ours: string): string {
  for (const [name, own] of names) if (own === ours) return name
  for (const [name, own] of meta) if (own === ours) return `meta.${name}`
  return ours
}
