/*
 * Which addresses of WordPress are which of ours, and what a field is called on either side.
 */

export interface Resource {
  readonly kind: 'media' | 'tag' | 'category' | 'event' | 'venue' | 'organizer'
  /** Below `/wp-json/wp/v2`. */
  readonly base: string
  /** Below the API. Also where a list has its records. */
  readonly path: string
  /** Whether the address without an ID is a list, to which records are added. */
  readonly isListed: boolean
  /** Our names of fields that are called otherwise. */
  readonly names: ReadonlyMap<string, string>
}

const POST = { content: 'description', featured_media: 'image', date_gmt: 'date_utc' }

const resource = (
  kind: Resource['kind'],
  base: string,
  path: string,
  isListed: boolean,
  names: Readonly<Record<string, string>> = {},
): Resource => ({ kind, base, path, isListed, names: new Map(Object.entries(names)) })

export const RESOURCES: readonly Resource[] = [
  resource('media', 'media', 'media', true, { alt_text: 'alt' }),
  resource('tag', 'tags', 'tags', true),
  resource('category', 'tribe_events_cat', 'categories', true),
  resource('event', 'tribe_events', 'events', false, { ...POST, tribe_events_cat: 'categories' }),
  resource('venue', 'tribe_venue', 'venues', false, { ...POST, title: 'venue' }),
  resource('organizer', 'tribe_organizer', 'organizers', false, { ...POST, title: 'organizer' }),
]

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
  if (id === undefined) return resource.isListed ? { resource, id } : null
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
export function ownFields({ names }: Resource, fields: Readonly<Record<string, unknown>>): object {
  const own = new Map<string, unknown>()
  for (const [name, value] of Object.entries(fields))
    if (!names.has(name)) own.set(name, shownText(name, value))
  for (const [name, ours] of names) {
    if (Object.hasOwn(fields, name)) own.set(ours, shownText(name, fields[name]))
  }
  return Object.fromEntries([...own].filter(([, value]) => value !== undefined))
}

function shownText(name: string, value: unknown): unknown {
  if (!SHOWN.includes(name) || typeof value !== 'object' || value === null) return value
  if ('raw' in value) return value.raw
  // What is no text at all is for the API to refuse.
  return 'rendered' in value ? undefined : value
}

/** The same for the names and values of a form or of a query, such as `title[raw]` and `tags[]`. */
export function ownPairs({ names }: Resource, pairs: Iterable<readonly [string, string]>): URLSearchParams {
  const read = [...pairs].map(([name, value]) => {
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
  return own
}

/** A name of ours as the caller knows it. */
export function theirName({ names }: Resource, ours: string): string {
  for (const [name, own] of names) if (own === ours) return name
  return ours
}
