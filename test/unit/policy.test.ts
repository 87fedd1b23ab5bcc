import { describe, expect, test } from 'vitest'
import { authenticate } from '../../src/access/authenticate.ts'
import {
  type Caller,
  forbidden,
  fullyReadableBy,
  grantedStatus,
  has,
  isUnreleased,
  listedStatuses,
  mayEdit,
  mayRead,
  mayReadFully,
  ROLES,
  readableBy,
  WRITE_RIGHT,
} from '../../src/access/policy.ts'
import { NEW_EVENT } from '../../src/domain/new-event.ts'
import type { EventRecord } from '../../src/domain/records.ts'
import type { Role, Status } from '../../src/types.ts'

const OWN = 7
const callerOf = (role: Role, id = OWN): Caller => ({ id, role })
const STATUSES: readonly Status[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash']
const WALL = '2027-03-01 12:00:00'

const eventOf = (status: Status, password: string | null = null): EventRecord => ({
  ...NEW_EVENT,
  kind: 'event',
  id: 1,
  author: OWN,
  status,
  password,
  date: WALL,
  date_utc: WALL,
  dated: true,
  published: true,
  modified: WALL,
  modified_utc: WALL,
  slug: 'one',
  all_day: false,
  start: WALL,
  end: WALL,
  timezone: 'UTC',
  utc_start: WALL,
  utc_end: WALL,
  start_offset: 0,
  end_offset: 0,
  timezone_abbr: 'UTC',
})

describe('the table of rights', () => {
  const RIGHTS = ['write', 'publish', 'others', 'categories', 'tags'] as const

  test.each([
    ['administrator', ['write', 'publish', 'others', 'categories', 'tags']],
    ['editor', ['write', 'publish', 'others', 'categories', 'tags']],
    ['author', ['write', 'publish', 'categories']],
    ['contributor', ['write']],
    ['subscriber', []],
  ] as const)('%s', (role, rights) => {
    expect(RIGHTS.filter((right) => has(callerOf(role), right))).toEqual(rights)
    expect(ROLES).toContain(role)
  })

  test('visitors have none, and there are no other roles', () => {
    expect(RIGHTS.filter((right) => has(null, right))).toEqual([])
    expect(ROLES).toHaveLength(5)
  })

  test('writing a kind needs the right to it', () => {
    expect(WRITE_RIGHT).toEqual({
      event: 'write',
      venue: 'write',
      organizer: 'write',
      category: 'categories',
      tag: 'tags',
    })
  })

  test('who is refused hears whether credentials could help', () => {
    expect(forbidden(null)).toMatchObject({ code: 'rest_forbidden', status: 401 })
    expect(forbidden(callerOf('author'))).toMatchObject({ code: 'rest_forbidden', status: 403 })
    expect(forbidden(null).message).toBe('Credentials are needed for this.')
    expect(forbidden(callerOf('author')).message).toBe('These credentials do not allow it.')
    expect(forbidden(null, 'Because.').message).toBe('Because.')
  })
})

describe('records, by status', () => {
  const statusesWhere = (allows: (status: Status) => boolean) => STATUSES.filter(allows)

  test('drafts, pending and trashed ones are unreleased', () => {
    expect(statusesWhere(isUnreleased)).toEqual(['draft', 'pending', 'trash'])
  })

  test('others read what is published, authors what is theirs, editors everything', () => {
    const readBy = (caller: Caller) => statusesWhere((status) => mayRead(caller, { author: OWN, status }))
    expect(readBy(null)).toEqual(['publish'])
    expect(readBy(callerOf('author', 8))).toEqual(['publish'])
    expect(readBy(callerOf('subscriber'))).toEqual(STATUSES)
    expect(readBy(callerOf('editor', 8))).toEqual(STATUSES)
  })

  test('contributors edit what of theirs is unreleased, authors what is theirs, editors everything', () => {
    const editedBy = (caller: Caller) => statusesWhere((status) => mayEdit(caller, { author: OWN, status }))
    expect(editedBy(null)).toEqual([])
    expect(editedBy(callerOf('subscriber'))).toEqual([])
    expect(editedBy(callerOf('contributor'))).toEqual(['draft', 'pending', 'trash'])
    expect(editedBy(callerOf('contributor', 8))).toEqual([])
    expect(editedBy(callerOf('author'))).toEqual(STATUSES)
    expect(editedBy(callerOf('author', 8))).toEqual([])
    expect(editedBy(callerOf('editor', 8))).toEqual(STATUSES)
  })

  test('a password keeps an event from who may read, but not edit it', () => {
    const readBy = (caller: Caller, password: string | null) =>
      statusesWhere((status) => mayReadFully(caller, eventOf(status, password)))
    expect(readBy(null, null)).toEqual(['publish'])
    expect(readBy(null, 'hash')).toEqual([])
    expect(readBy(callerOf('subscriber'), null)).toEqual(STATUSES)
    expect(readBy(callerOf('subscriber'), 'hash')).toEqual(['draft', 'pending', 'trash'])
    expect(readBy(callerOf('contributor'), 'hash')).toEqual(['draft', 'pending', 'trash'])
    expect(readBy(callerOf('author'), 'hash')).toEqual(STATUSES)
    expect(readBy(callerOf('author', 8), 'hash')).toEqual([])
    expect(readBy(callerOf('editor', 8), 'hash')).toEqual(STATUSES)
  })

  test('who may publish gets the status that is asked for; a contributor hands in', () => {
    for (const status of STATUSES) expect(grantedStatus(callerOf('author'), status)).toBe(status)
    expect(grantedStatus(callerOf('author'), undefined)).toBe('publish')
    const handedIn = (status: Status | undefined) => grantedStatus(callerOf('contributor'), status)
    expect(handedIn(undefined)).toBe('draft')
    expect(handedIn('publish')).toBe('pending')
    expect(handedIn('future')).toBe('pending')
    expect(handedIn('pending')).toBe('pending')
    expect(handedIn('trash')).toBe('trash')
    expect(() => handedIn('private')).toThrow('Private records are for authors and editors.')
  })
})

describe('lists', () => {
  test('demand of records what reading them one by one asks', () => {
    expect(readableBy(null)).toEqual([{ key: 'reader', in: [0] }])
    expect(readableBy(callerOf('author'))).toEqual([{ key: 'reader', in: [0, OWN] }])
    expect(readableBy(callerOf('editor'))).toEqual([])
    expect(fullyReadableBy(null)).toEqual([{ key: 'full_reader', in: [0] }])
    expect(fullyReadableBy(callerOf('contributor'))).toEqual([{ key: 'full_reader', in: [0, OWN] }])
    expect(fullyReadableBy(callerOf('author'))).toEqual([{ key: 'full_reader', in: [0, OWN, -OWN] }])
    expect(fullyReadableBy(callerOf('administrator'))).toEqual([])
  })

  test('show work in progress to who may write, and the trash to nobody who has not asked', () => {
    expect(listedStatuses(null)).toEqual(['publish'])
    expect(listedStatuses(callerOf('subscriber'))).toEqual(['publish'])
    expect(listedStatuses(callerOf('contributor'))).toEqual([
      'publish',
      'future',
      'draft',
      'pending',
      'private',
    ])
  })
})

describe('who asks', () => {
  const request = new Request('https://calendar.example/')

  test('is a visitor where nobody is asked, or the host knows nobody', async () => {
    expect(await authenticate(undefined, request, undefined)).toBeNull()
    expect(await authenticate(() => null, request, undefined)).toBeNull()
    expect(await authenticate(() => Reflect.get({}, 'nobody'), request, undefined)).toBeNull()
  })

  test('the host is asked with the request and what it knows beside it', async () => {
    const asked: unknown[] = []
    const host = { ip: '192.0.2.1' }
    await authenticate(
      (...given) => {
        asked.push(...given)
        return null
      },
      request,
      host,
    )
    expect(asked).toEqual([request, host])
  })

  test.each([1, Number.MAX_SAFE_INTEGER])('the ID %j is taken', async (id) => {
    expect(await authenticate(() => ({ id, role: 'author' }), request, undefined)).toEqual({
      id,
      role: 'author',
    })
  })

  test.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('the ID %j is a fault', async (id) => {
    await expect(authenticate(() => ({ id, role: 'author' }), request, undefined)).rejects.toThrow(
      TypeError('authenticate must answer { id: positive integer, role } or null'),
    )
  })
})
