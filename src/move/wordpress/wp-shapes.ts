import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import { theirError } from './wp-errors.ts'
import { type Resource, shownMeta, theirName } from './wp-resources.ts'

/*
 * Our answers in the form of WordPress.
 */

export interface Shape {
  /** Where the site has its interfaces, such as `https://town.example/wp-json`. */
  readonly root: string
  /** Whether texts are also shown as they were written: for those who write. */
  readonly isEdit: boolean
}

const TYPES = { event: 'tribe_events', venue: 'tribe_venue', organizer: 'tribe_organizer' } as const

/** A record as WordPress shows it. */
export function shaped(resource: Resource, record: Row, shape: Shape): Row {
  const { kind } = resource
  if (kind === 'media') return shapedMedia(resource, record, shape)
  if (kind === 'tag' || kind === 'category') return shapedTerm(resource, record, shape)
  return shapedPost(resource, kind, record, shape)
}

export const addressOf = ({ base }: Resource, id: unknown, { root }: Pick<Shape, 'root'>): string =>
  `${root}/wp/v2/${base}/${id}`

const linksOf = (resource: Resource, record: Row, shape: Shape) => ({
  self: [{ href: addressOf(resource, record.id, shape) }],
  collection: [{ href: `${shape.root}/wp/v2/${resource.base}` }],
})

function shapedTerm(resource: Resource, record: Row, shape: Shape): Row {
  const { id, count, description, url, name, slug, taxonomy, parent } = record
  return {
    ...{ id, count, description, link: url, name, slug, taxonomy },
    ...(resource.kind === 'category' ? { parent: parent ?? 0 } : {}),
    meta: [],
    _links: linksOf(resource, record, shape),
  }
}

function shapedPost(resource: Resource, kind: keyof typeof TYPES, record: Row, shape: Shape): Row {
  const { id, slug, status, url } = record
  const title = kind === 'event' ? record.title : record[kind]
  const image = isRow(record.image) ? record.image.id : 0
  // The caller lacks the password.
  const isProtected = kind === 'event' && record.all_day === null
  return {
    id,
    date: dateOf(record.date),
    date_gmt: dateOf(record.date_utc),
    guid: { rendered: url },
    modified: dateOf(record.modified),
    modified_gmt: dateOf(record.modified_utc),
    ...{ slug, status, type: TYPES[kind], link: url },
    title: textOf(title, shape),
    content: { ...textOf(record.description, shape), protected: isProtected },
    ...(kind === 'event' ? { excerpt: { ...textOf(record.excerpt, shape), protected: isProtected } } : {}),
    author: authorOf(record.author),
    // An image from elsewhere has no ID. A 0 that is sent back would remove it.
    ...(isRow(record.image) && image === 0 ? {} : { featured_media: image }),
    template: '',
    meta: shownMeta(resource, record),
    ...(kind === 'event' ? { tags: idsOf(record.tags), tribe_events_cat: idsOf(record.categories) } : {}),
    _links: linksOf(resource, record, shape),
  }
}

function shapedMedia(resource: Resource, record: Row, shape: Shape): Row {
  const { id, url, title, alt, mime_type, width, height, filesize, sizes } = record
  const full = { file: fileOf(url), width, height, mime_type, source_url: url }
  const smaller = Object.entries(isRow(sizes) ? sizes : {}).map(([name, size]) => {
    const { url, width, height } = isRow(size) ? size : {}
    return [name, { file: fileOf(url), width, height, mime_type, source_url: url }]
  })
  return {
    id,
    date: dateOf(record.date),
    modified: dateOf(record.date),
    guid: { rendered: url },
    slug: String(id),
    ...{ status: 'inherit', type: 'attachment', link: url },
    title: textOf(title, shape),
    author: authorOf(record.author),
    featured_media: 0,
    ...{ template: '', meta: [] },
    description: textOf('', shape),
    caption: textOf('', shape),
    alt_text: alt,
    ...{ media_type: 'image', mime_type },
    media_details: {
      ...{ width, height, file: fileOf(url), filesize },
      sizes: { ...Object.fromEntries(smaller), full },
    },
    post: null,
    source_url: url,
    _links: linksOf(resource, record, shape),
  }
}

const textOf = (value: unknown, { isEdit }: Shape) => {
  const rendered = value ?? ''
  return isEdit ? { raw: rendered, rendered } : { rendered }
}

/** `2031-06-01 10:00:00` is `2031-06-01T10:00:00`; the zeros of a draft are `null`. */
const dateOf = (value: unknown): string | null =>
  typeof value === 'string' && !value.startsWith('0000') ? value.replace(' ', 'T') : null

/** Hosts may have texts as IDs. */
const authorOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value

const idsOf = (value: unknown) => rowsOf(value).map(({ id }) => id)

const fileOf = (url: unknown): string => (typeof url === 'string' ? (url.split('/').at(-1) ?? '') : '')

/** An error with the names of parameters that the caller sent. */
export function shapedError(resource: Resource, from: Row): Row {
  const error = theirError(from)
  const { data } = error
  const params = isRow(data) ? data.params : undefined
  const named = (ours: unknown): unknown => (typeof ours === 'string' ? theirName(resource, ours) : ours)
  if (!isRow(data) || typeof params !== 'object' || params === null) return error
  const isList = Array.isArray(params)
  const ours = isList ? params : Object.keys(params)
  const theirs = isList
    ? params.map(named)
    : Object.fromEntries(Object.entries(params).map(([name, reason]) => [named(name), reason]))
  const message = String(error.message).replace(ours.join(', '), () => ours.map(named).join(', '))
  return { ...error, message, data: { ...data, params: theirs } }
}
