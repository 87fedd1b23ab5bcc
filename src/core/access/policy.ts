import { ApiError } from '../../errors.ts'
import type { Condition } from '../../storage/contract.ts'
import type { Principal, Role, Status } from '../../types/index.ts'
import type { EventRecord, PostKind, PostRecord, TermKind } from '../domain/records/records.ts'
import { userKey } from '../domain/records/user-id.ts'

/*
 * The table of rights, and the only functions that read it. Lists, single reads, embedded records, search, counts and
 * links all use them, so none shows a record that another hides.
 */

export type Caller = Principal | null

export type Right =
  /** Write own records that are not published. */
  | 'write'
  /** Publish, and write own records in any status. */
  | 'publish'
  /** Read and write the records of all users, in any status. */
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

/** Whether the caller may try what needs the right; `undefined`: it needs none. */
export const allows = (right: Right | undefined, caller: Caller): boolean =>
  right === undefined || has(caller, right)

/** 401 without credentials, because credentials may help. 403 with them. */
export function forbidden(caller: Caller, message?: string): ApiError {
  return new ApiError('rest_forbidden', {
    status: caller === null ? 401 : 403,
    message:
      message ??
      (caller === null ? 'Credentials are needed for this.' : 'These credentials do not allow it.'),
  })
}

/** The right that writing a kind of record needs. Checked before any record is read. */
export const WRITE_RIGHT = {
  event: 'write',
  venue: 'write',
  organizer: 'write',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<PostKind | TermKind, Right>

const owns = (caller: Caller, post: Pick<PostRecord, 'author'>): boolean => caller?.id === post.author

/** Whether the caller may read the record and know that it exists. For passwords see `mayReadFully`. */
export function mayRead(caller: Caller, post: Pick<PostRecord, 'author' | 'status'>): boolean {
  return post.status === 'publish' || owns(caller, post) || has(caller, 'others')
}

/** Records that their authors may edit without the right to publish. */
export const isUnreleased = (status: Status): boolean =>
  status === 'draft' || status === 'pending' || status === 'trash'

export function mayEdit(caller: Caller, post: Pick<PostRecord, 'author' | 'status'>): boolean {
  if (has(caller, 'others')) return true
  if (!owns(caller, post)) return false
  return has(caller, 'publish') || (has(caller, 'write') && isUnreleased(post.status))
}

/** Whether the caller may read all fields without the password of the event. */
export function mayReadFully(caller: Caller, event: EventRecord): boolean {
  if (!mayRead(caller, event)) return false
  return (
    event.password === null || mayEdit(caller, event) || (owns(caller, event) && isUnreleased(event.status))
  )
}

/** The status of a record that the caller writes. `requested`: the status in the request; `undefined` if it names none. */
export function grantedStatus(caller: Caller, requested: Status | undefined): Status {
  if (has(caller, 'publish')) return requested ?? 'publish'
  if (requested === 'private') throw forbidden(caller, 'Private records are for authors and editors.')
  return requested === 'publish' || requested === 'future' ? 'pending' : (requested ?? 'draft')
}

/**
 * The condition of a list that matches the records that `mayRead` allows. The list calls `mayRead`, too, because two
 * users can have the same key.
 */
export function readableBy(caller: Caller): Condition<PostKind>[] {
  if (has(caller, 'others')) return []
  return [{ key: 'reader', in: caller === null ? [0] : [0, userKey(caller.id)] }]
}

/** The same for `mayReadFully`, for filters on fields that a password hides. */
export function fullyReadableBy(caller: Caller): Condition<'event'>[] {
  if (has(caller, 'others')) return []
  if (caller === null) return [{ key: 'full_reader', in: [0] }]
  // A contributor may not fully read an own event that somebody else published with a password.
  const own = userKey(caller.id)
  return [{ key: 'full_reader', in: has(caller, 'publish') ? [0, own, -own] : [0, own] }]
}

/** Whether lists may show the caller events that are hidden from lists. */
export const mayListHidden = (caller: Caller): boolean => has(caller, 'others')

/** The statuses of a list without a filter on status. Callers who may write also see work in progress, but not the trash. */
export function listedStatuses(caller: Caller): readonly Status[] {
  return has(caller, 'write') ? ['publish', 'future', 'draft', 'pending', 'private'] : ['publish']
}
