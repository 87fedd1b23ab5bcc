import type { EventRecord, OrganizerRecord, PostRecord, VenueRecord } from '../domain/records/records.ts'
import type { Links } from './links.ts'

/*
 * Values that all posts show in the same way. Each answer is one flat literal: objects made with spreads have no fixed
 * shape, and take ten times as long to make and to write as JSON.
 */

/** A part of an answer before it is written as JSON, which leaves out `undefined`. So each literal has one shape. */
export type Shown<T> = {
  [N in keyof T]: T[N] | (Partial<Pick<T, N>> extends Pick<T, N> ? undefined : never)
}

/** Stands for a UTC time that there is not. */
export const NEVER = '0000-00-00 00:00:00'

export const isDraft = ({ status }: Pick<PostRecord, 'status'>): boolean =>
  status === 'draft' || status === 'pending'

export const modifiedUtc = (post: Pick<PostRecord, 'status' | 'version' | 'modified_utc'>): string =>
  isDraft(post) && post.version === 1 ? NEVER : post.modified_utc

export const globalIdOf = ({ id }: Pick<PostRecord, 'id'>, links: Links): string => `${links.host}?id=${id}`

export const permalinkOf = (
  {
    kind,
    id,
    slug,
    status,
  }: Pick<EventRecord | VenueRecord | OrganizerRecord, 'kind' | 'id' | 'slug' | 'status'>,
  links: Links,
): string => links.permalink(kind, { id, slug, status, ancestors: [] })
