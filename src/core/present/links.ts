import type { EventsApiOptions, PermalinkRecord } from '../../types/index.ts'
import type { PostKind, TermKind } from '../domain/records/records.ts'

/** The path segment of each kind's collection. */
export const COLLECTIONS = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<PostKind | TermKind, string>

/** Makes the addresses in an answer, for the origin and path of this request. */
export interface Links {
  /** Root of the API, without a slash at the end. */
  readonly api: string
  /** Host name without port, as in `global_id`. */
  readonly host: string
  readonly collection: (kind: PostKind | TermKind) => string
  readonly record: (kind: PostKind | TermKind, id: number) => string
  readonly permalink: (kind: PostKind | TermKind, record: PermalinkRecord) => string
}

export function createLinks(site: string, apiPath: string, permalink: EventsApiOptions['permalink']): Links {
  const api = `${site}${apiPath}`
  const collection = (kind: PostKind | TermKind) => `${api}/${COLLECTIONS[kind]}`
  return {
    api,
    host: new URL(site).hostname,
    collection,
    record: (kind, id) => `${collection(kind)}/${id}`,
    permalink: (kind, record) => {
      // '' for what the pages of the option `site` do not show.
      const address = permalink?.(kind, record) || defaultPath(kind, record)
      return address.startsWith('/') ? `${site}${address}` : address
    },
  }
}

function defaultPath(kind: PostKind | TermKind, { id, slug, status, ancestors }: PermalinkRecord): string {
  if (kind === 'category') return `/events/category/${[...ancestors, slug].join('/')}/`
  if (kind === 'tag') return `/tag/${slug}/`
  const isPublic = slug !== '' && (status === 'publish' || status === 'private')
  return isPublic ? `/${kind}/${slug}/` : `/?post_type=tribe_${kind === 'event' ? 'events' : kind}&p=${id}`
}
