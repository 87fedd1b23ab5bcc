import type { Shot } from '../shot.ts'
import { COLLECTIONS, type Collection, type Ids } from '../stock.ts'

/** A request with the statuses that it may be answered with. */
export interface Case {
  readonly shot: Shot
  readonly expected: readonly number[]
}

/** What requests have in common. Each theme is sent to a calendar of its own, in order. */
export type Theme = (ids: Ids) => readonly Case[]

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

const listed = (expected: number | readonly number[]): readonly number[] =>
  typeof expected === 'number' ? [expected] : expected

/** A GET by an editor, unless said otherwise. */
export const get = (path: string, expected: number | readonly number[], more: Partial<Shot> = {}): Case => ({
  shot: { method: 'GET', path, as: 'editor', ...more },
  expected: listed(expected),
})

/** A request with a body of any type. */
export const send = (
  method: string,
  path: string,
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => ({
  shot: { method, path, as: 'editor', body, ...more, headers: { 'content-type': type, ...more.headers } },
  expected: listed(expected),
})

export const json = (
  method: string,
  path: string,
  value: unknown,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => send(method, path, JSON_TYPE, JSON.stringify(value), expected, more)

/** The least that each collection takes. */
export const LEAST: Readonly<Record<Collection, Readonly<Record<string, unknown>>>> = {
  events: { title: 'Open day', start_date: '2027-05-10', end_date: '2027-05-11' },
  venues: { venue: 'House' },
  organizers: { organizer: 'Ann' },
  categories: { name: 'Music' },
  tags: { name: 'Loud' },
}

export const NAME_FIELD: Readonly<Record<Collection, string>> = {
  events: 'title',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'name',
  tags: 'name',
}

/** A create with one field more, or another. */
export const create = (
  collection: Collection,
  fields: object,
  expected: number | readonly number[],
  more: Partial<Shot> = {},
): Case => json('POST', `/${collection}`, { ...LEAST[collection], ...fields }, expected, more)

/** Percent-encoded, lone surrogates as the bytes that they would be. */
export const escaped = (text: string): string =>
  Array.from(text, (character) =>
    /\p{Surrogate}/u.test(character)
      ? `%${(0xe0 | (character.charCodeAt(0) >> 12)).toString(16)}%${(0x80 | ((character.charCodeAt(0) >> 6) & 0x3f)).toString(16)}%${(0x80 | (character.charCodeAt(0) & 0x3f)).toString(16)}`
      : encodeURIComponent(character),
  ).join('')

/** The same for each collection. */
export const forAll = (make: (collection: Collection) => readonly Case[]): Case[] => COLLECTIONS.flatMap(make)

export const POSTS = ['events', 'venues', 'organizers'] as const satisfies Collection[]
