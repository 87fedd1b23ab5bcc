import type { Asker } from '../routes/calendar.ts'

/*
 * Who may read and write what, once more, from docs/access.md alone: nothing here comes from the code that it is
 * held against.
 */

/** The six statuses, and an event that is published under a password. */
export const STATES = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'password'] as const
export type State = (typeof STATES)[number]

/** Of whom the records are: of nobody who asks, or of one of these. */
export type Owner = 'author2' | 'subscriber' | 'contributor' | 'author'

export interface Person {
  readonly name: string
  readonly as: Asker
  /** Whose records are asked for. */
  readonly owner: Owner
  /** All of it, blank but for title and times, or nothing; in the order of `STATES`. */
  readonly reads: readonly ('all' | 'blank' | 'none')[]
  /** Success, or the status of the refusal; in the order of `STATES`. */
  readonly writes: readonly ('yes' | 401 | 403)[]
  /** The same for a deletion for good, in every state. */
  readonly erases: 'yes' | 401 | 403
}

const published = ['all', 'none', 'none', 'none', 'none', 'none', 'blank'] as const
const butPassword = ['all', 'all', 'all', 'all', 'all', 'all', 'blank'] as const
const everything = ['all', 'all', 'all', 'all', 'all', 'all', 'all'] as const
const always = ['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes'] as const
const unreleased = [403, 403, 'yes', 'yes', 403, 'yes', 403] as const
const never = [403, 403, 403, 403, 403, 403, 403] as const
const nobody = [401, 401, 401, 401, 401, 401, 401] as const

const PERSONS: readonly Omit<Person, 'erases'>[] = [
  { name: 'a visitor', as: 'visitor', owner: 'author2', reads: published, writes: nobody },
  { name: 'a subscriber', as: 'subscriber', owner: 'author2', reads: published, writes: never },
  {
    name: 'a subscriber, of their own',
    as: 'subscriber',
    owner: 'subscriber',
    reads: butPassword,
    writes: never,
  },
  { name: 'a contributor', as: 'contributor', owner: 'author2', reads: published, writes: never },
  {
    name: 'a contributor, of their own',
    as: 'contributor',
    owner: 'contributor',
    reads: butPassword,
    writes: unreleased,
  },
  { name: 'an author', as: 'author', owner: 'author2', reads: published, writes: never },
  { name: 'an author, of their own', as: 'author', owner: 'author', reads: everything, writes: always },
  { name: 'an editor', as: 'editor', owner: 'author2', reads: everything, writes: always },
  { name: 'an administrator', as: 'administrator', owner: 'author2', reads: everything, writes: always },
]

/** Only who may write the records of everybody may delete for good. */
const ERASERS: Readonly<Partial<Record<Asker, 'yes' | 401>>> = {
  visitor: 401,
  editor: 'yes',
  administrator: 'yes',
}

const PEOPLE: readonly Person[] = PERSONS.map((person) => ({
  ...person,
  erases: ERASERS[person.as] ?? 403,
}))

/** Quick tests try every fifth, which are of every person and every status. */
const STEP = process.env.RIGHTS === 'a fifth' ? 5 : 1

export const CELLS = PEOPLE.flatMap((person) =>
  STATES.map((state, index) => {
    const reads = person.reads[index]
    const writes = person.writes[index]
    if (reads === undefined || writes === undefined)
      throw new TypeError(`no cell for ${person.name}, ${state}`)
    return { person, state, reads, writes, name: `${person.name}: ${state}` }
  }),
).filter((_cell, at) => at % STEP === 0)

/** As vitest takes rows: the name first. */
export const named = <T extends { readonly name: string }>(rows: readonly T[]) =>
  rows.map((row) => [row.name, row] as const)

/** Who may write records of their own: only they may ask lists for other statuses than `publish`. */
export const isWriter = (asker: Asker): boolean => asker !== 'visitor' && asker !== 'subscriber'

/** How a single record that may not be read is refused, always with 403. */
export function refusalOf(kind: 'event' | 'venue' | 'organizer', state: State): string {
  if (kind !== 'event') return `${kind}-not-accessible`
  if (state === 'password') return 'event-password-protected'
  return state === 'trash' ? 'event-no-longer-available' : 'event-not-accessible'
}

export type Verdict = number | string

/** A row: visitors and subscribers may write nothing at all. */
const sent = <A extends Verdict, B extends Verdict, C extends Verdict>(
  contributor: A,
  author: B,
  editor: C,
) => ({ visitor: 401, subscriber: 403, contributor, author, editor }) as const

/**
 * What becomes of a field that needs a right, by who sends it: the status of the record that comes of it, or of the
 * refusal. `none` is what comes of the least that makes a record.
 */
export const FIELDS: Readonly<Record<string, Readonly<Record<Role, Verdict>>>> = {
  none: sent('draft', 'publish', 'publish'),
  'status publish': sent('pending', 'publish', 'publish'),
  'status future': sent('pending', 'future', 'future'),
  'status draft': sent('draft', 'draft', 'draft'),
  'status pending': sent('pending', 'pending', 'pending'),
  'status private': sent(403, 'private', 'private'),
  'status trash': sent('trash', 'trash', 'trash'),
  'author self': sent('draft', 'publish', 'publish'),
  'author other': sent(403, 403, 'publish'),
  'author unknown': sent(403, 403, 400),
}

/** The same for what only events have. */
export const EVENT_FIELDS: Readonly<Record<string, Readonly<Record<Role, Verdict>>>> = {
  sticky: sent(403, 403, 'publish'),
  featured: sent(403, 403, 'publish'),
  'not sticky': sent('draft', 'publish', 'publish'),
  'not featured': sent('draft', 'publish', 'publish'),
  password: sent('draft', 'publish', 'publish'),
  'known terms': sent('draft', 'publish', 'publish'),
  'new category': sent(403, 'publish', 'publish'),
  'new tag': sent(403, 403, 'publish'),
  'new venue': sent('draft', 'publish', 'publish'),
  'new organizer': sent('draft', 'publish', 'publish'),
  'new private venue': sent(403, 'publish', 'publish'),
  'new organizer of another': sent(403, 403, 'publish'),
}

/** Categories and tags: who may create, change and delete them. */
export const TERMS: Readonly<Record<'categories' | 'tags', Readonly<Record<Role, 'yes' | 401 | 403>>>> = {
  categories: sent(403, 'yes', 'yes'),
  tags: sent(403, 403, 'yes'),
}

/** The rows of the tables of fields; administrators have the rights of editors. */
export type Role = 'visitor' | 'subscriber' | 'contributor' | 'author' | 'editor'
export const ROLES: readonly (readonly [as: Asker, row: Role])[] = [
  ['visitor', 'visitor'],
  ['subscriber', 'subscriber'],
  ['contributor', 'contributor'],
  ['author', 'author'],
  ['editor', 'editor'],
  ['administrator', 'editor'],
]
