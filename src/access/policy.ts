import type { EventRecord, PostKind, PostRecord, TermKind } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Condition } from '../storage/contract.ts'
import type { Principal, Role, Status } from '../types.ts'

/*
 * Who may do what: the one table, and the few sentences that read it. Lists, single reads, embedded records,
 * search, counts and links all ask here, so that no way around shows what another refuses.
 */

export type Caller = Principal | null

type Right =
  /** Writes own records that are not published. */
  | 'write'
  /** Publishes, and writes own records in any status. */
  | 'publish'
  /** Reads and writes the records of everybody, in any status. */
  | 'others'
  | 'categories'
  | 'tags'

const RIGHTS: Readonly<Record<Role, readonly Right[]>> = {
  administrator: ['write', 'publish', 'others', 'categories', 'tags'],
  editor: ['write', 'publish', 'others', 'categories', 'tags'],
  author: ['write', 'publish', 'categories'],
  contributor: ['write'],
  subscriber: [],
}

export const ROLES = Object.keys(RIGHTS)

export const has = (caller: Caller, right: Right): boolean =>
  caller !== null && RIGHTS[caller.role].includes(right)

/** Without credentials, credentials may help: 401. With them, these do not suffice: 403. */
export function forbidden(caller: Caller, message?: string): ApiError {
  return new ApiError('rest_forbidden', {
    status: caller === null ? 401 : 403,
    message:
      message ??
      (caller === null ? 'Credentials are needed for this.' : 'These credentials do not allow it.'),
  })
}

/** The right that writing a kind of record asks for before any record is looked at. */
export const WRITE_RIGHT = {
  event: 'write',
  venue: 'write',
  organizer: 'write',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<PostKind | TermKind, Right>

const owns = (caller: Caller, post: Pick<PostRecord, 'author'>): boolean => caller?.id === post.author

/** Whether the caller may know that the record exists, and read it (for a password see `mayReadFully`). */
export function mayRead(caller: Caller, post: Pick<PostRecord, 'author' | 'status'>): boolean {
  return post.status === 'publish' || owns(caller, post) || has(caller, 'others')
}

/** Drafts, pending and trashed records are still (or again) their author's own affair. */
export const isUnreleased = (status: Status): boolean =>
  status === 'draft' || status === 'pending' || status === 'trash'

export function mayEdit(caller: Caller, post: Pick<PostRecord, 'author' | 'status'>): boolean {
  if (has(caller, 'others')) return true
  if (!owns(caller, post)) return false
  return has(caller, 'publish') || (has(caller, 'write') && isUnreleased(post.status))
}

/** Whether the caller reads every field without the event's password. */
export function mayReadFully(caller: Caller, event: EventRecord): boolean {
  if (!mayRead(caller, event)) return false
  return (
    event.password === null || mayEdit(caller, event) || (owns(caller, event) && isUnreleased(event.status))
  )
}

/** The status that a record gets when the caller asks for one, or for none (`undefined`), on creation. */
export function grantedStatus(caller: Caller, asked: Status | undefined): Status {
  if (has(caller, 'publish')) return asked ?? 'publish'
  if (asked === 'private') throw forbidden(caller, 'Private records are for authors and editors.')
  return asked === 'publish' || asked === 'future' ? 'pending' : (asked ?? 'draft')
}

/** What a list must demand of records so that it shows those, and only those, that `mayRead` allows. */
export function readableBy(caller: Caller): Condition<PostKind>[] {
  if (has(caller, 'others')) return []
  return [{ key: 'reader', in: caller === null ? [0] : [0, caller.id] }]
}

/** The same for `mayReadFully`: what filters on fields that a password protects must demand. */
export function fullyReadableBy(caller: Caller): Condition<'event'>[] {
  if (has(caller, 'others')) return []
  if (caller === null) return [{ key: 'full_reader', in: [0] }]
  // What a contributor wrote and somebody else published under a password is for its editors alone.
  return [{ key: 'full_reader', in: has(caller, 'publish') ? [0, caller.id, -caller.id] : [0, caller.id] }]
}

/** What a list shows when no status is asked for: who may write sees work in progress, but not the trash. */
export function listedStatuses(caller: Caller): readonly Status[] {
  return has(caller, 'write') ? ['publish', 'future', 'draft', 'pending', 'private'] : ['publish']
}
