import { plainText } from '../../../../pages/embed/plain-text.ts'
import { t, text } from '../texts.ts'

/*
 * Venues, organizers, categories and tags: what their lists and forms have.
 */

export type KindName = 'venues' | 'organizers' | 'categories' | 'tags'

export interface RecordField {
  /** In the interface. */
  readonly name: string
  readonly label: string
  readonly help?: string
  /** Stored as HTML, shown as text. */
  readonly isHtml?: boolean
}

export interface Kind {
  readonly name: KindName
  /** The key of the name of a record. */
  readonly title: string
  readonly one: string
  readonly all: string
  readonly create: string
  readonly merge: string
  readonly fields: readonly RecordField[]
  /** What a list shows beside the name. */
  readonly note: (record: AnyRecord) => string
  /** Terms have no status, and go for good. */
  readonly isTerm: boolean
}

/** A record of any of the kinds, as answers have it. */
export type AnyRecord = { readonly id: number } & Readonly<Record<string, unknown>>

const name = (field: string): RecordField => ({ name: field, label: text('Name'), isHtml: true })

const textOf = (record: AnyRecord, ...keys: string[]): string =>
  keys
    .map((key) => record[key])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(', ')

export const KINDS: Readonly<Record<KindName, Kind>> = {
  venues: {
    name: 'venues',
    title: 'venue',
    one: text('Venue'),
    all: text('Venues'),
    create: text('New venue'),
    merge: text('Merge venues'),
    isTerm: false,
    note: (record) => textOf(record, 'address', 'zip', 'city', 'country'),
    fields: [
      name('venue'),
      { name: 'address', label: text('Street') },
      { name: 'zip', label: text('Postal code') },
      { name: 'city', label: text('City') },
      { name: 'stateprovince', label: text('State or province') },
      { name: 'country', label: text('Country') },
      { name: 'phone', label: text('Phone') },
      { name: 'website', label: text('Website') },
      { name: 'geo_lat', label: text('Latitude'), help: text('Degrees, such as 48.2082') },
      { name: 'geo_lng', label: text('Longitude'), help: text('Degrees, such as 16.3738') },
    ],
  },
  organizers: {
    name: 'organizers',
    title: 'organizer',
    one: text('Organizer'),
    all: text('Organizers'),
    create: text('New organizer'),
    merge: text('Merge organizers'),
    isTerm: false,
    note: (record) => textOf(record, 'email', 'phone'),
    fields: [
      name('organizer'),
      { name: 'phone', label: text('Phone') },
      { name: 'website', label: text('Website') },
      { name: 'email', label: text('E-mail') },
    ],
  },
  categories: {
    name: 'categories',
    title: 'name',
    one: text('Category'),
    all: text('Categories'),
    create: text('New category'),
    merge: text('Merge categories'),
    isTerm: true,
    note: (record) => textOf(record, 'slug'),
    fields: [
      name('name'),
      { name: 'slug', label: text('Address') },
      { name: 'description', label: text('Description'), isHtml: true },
    ],
  },
  tags: {
    name: 'tags',
    title: 'name',
    one: text('Tag'),
    all: text('Tags'),
    create: text('New tag'),
    merge: text('Merge tags'),
    isTerm: true,
    note: (record) => textOf(record, 'slug'),
    fields: [
      name('name'),
      { name: 'slug', label: text('Address') },
      { name: 'description', label: text('Description'), isHtml: true },
    ],
  },
}

export const isKindName = (value: string): value is KindName => Object.hasOwn(KINDS, value)

export const titleOf = (record: AnyRecord, { title }: Kind): string =>
  plainText(String(record[title] ?? '')) || `#${record.id}`

/** The records of a page, and how many there are in all. */
export interface RecordPage {
  readonly items: readonly AnyRecord[]
  readonly total: number
  readonly pages: number
}

export function pageIn(body: unknown, { name }: Kind): RecordPage {
  const read = (key: string): unknown => Reflect.get(Object(body), key)
  const items = read(name)
  return {
    items: Array.isArray(items) ? items.map((one): AnyRecord => Object(one)) : [],
    total: Number(read('total') ?? 0),
    pages: Number(read('total_pages') ?? 0),
  }
}

export const labelOf = (kind: Kind): string => t(kind.all)
