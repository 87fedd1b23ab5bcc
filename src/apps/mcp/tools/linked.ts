import { cutText } from '../bounded.ts'
import { type Json, own, textOf } from '../json.ts'
import { numberOf } from './rest.ts'
import { answer, type ObjectSchema } from './tool.ts'

/*
 * What events link to, as tools show it.
 */

export interface Linked {
  /** The list of the interface. */
  readonly path: string
  /** In answers: the list, and a single one. */
  readonly rows: string
  readonly one: string
  /** The field that is `name` in tools. */
  readonly nameField: string
  /** Other fields of a row, with the longest text of each. */
  readonly fields: Readonly<Record<string, number>>
}

export const PLACES: Linked = {
  ...{ path: 'venues', rows: 'places', one: 'place', nameField: 'venue' },
  fields: { address: 120, city: 80, state: 60, zip: 20, country: 60, phone: 60, website: 160 },
}

export const ORGANIZERS: Linked = {
  ...{ path: 'organizers', rows: 'organizers', one: 'organizer', nameField: 'organizer' },
  fields: { email: 120, phone: 60, website: 160 },
}

export const CATEGORIES: Linked = {
  ...{ path: 'categories', rows: 'categories', one: 'category', nameField: 'name' },
  fields: { slug: 120, description: 120 },
}

export const linkedSchema = ({ fields }: Linked): ObjectSchema => {
  const texts = Object.fromEntries(Object.keys(fields).map((field) => [field, { type: 'string' }]))
  return answer({ id: { type: 'integer' }, name: { type: 'string' }, ...texts }, ['id', 'name'])
}

/** A record in a few lines. Empty ones are left out. */
export function linkedOf(record: Json, { nameField, fields }: Linked): Json {
  const lines = Object.entries(fields).map(
    ([field, length]) => [field, cutText(textOf(own(record, field)), length)] as const,
  )
  return {
    id: numberOf(own(record, 'id')) ?? 0,
    name: cutText(textOf(own(record, nameField)), 160),
    ...Object.fromEntries(lines.filter(([, text]) => text !== '')),
  }
}
