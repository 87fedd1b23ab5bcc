import type { EventRecord, OrganizerRecord, PostRecord, VenueRecord } from '../domain/records.ts'
import type { Links } from './links.ts'

/*
 * What posts show of themselves in the same way, value by value: each answer is one flat literal, since objects
 * stitched together have no fixed shape and cost ten times as much, to make and again to write as JSON.
 */

/** A part of an answer on its way to JSON, where undefined is absent: so the literal has one shape all the same. */
export type Shown<T> = {
  [N in keyof T]: T[N] | (Partial<Pick<T, N>> extends Pick<T, N> ? undefined : never)
}

/** What stands for the UTC time of what has not come about. */
export const NEVER = '0000-00-00 00:00:00'

export const isDraft = ({ status }: PostRecord): boolean => status === 'draft' || status === 'pending'

export const modifiedUtc = (post: PostRecord): string =>
  isDraft(post) && post.version === 1 ? NEVER : post.modified_utc

export const globalIdOf = ({ id }: PostRecord, links: Links): string => `${links.host}?id=${id}`

export const permalinkOf = (
  { kind, id, slug, status }: EventRecord | VenueRecord | OrganizerRecord,
  links: Links,
): string => links.permalink(kind, { id, slug, status, ancestors: [] })
