import type { Document } from '../storage/contract.ts'
import type { Image } from '../types.ts'
import type { Cost } from './cost.ts'
import { NEW_EVENT } from './new-event.ts'
import {
  type Occurrence,
  type PostRecord,
  type RecordOf,
  type Series,
  STATUSES,
  type TermKind,
} from './records.ts'
import type { UserId } from './user-id.ts'

/*
 * Parses stored documents into records. Every field is checked: a document that was edited by hand, or written by
 * another program, is reported here and does not break a response.
 */

type RecordKind = keyof RecordOf
type Guard<T> = (value: unknown) => value is T

/** Without `id` and `version`, which the storage keeps beside the data. */
type Fields<R> = { readonly [N in Exclude<keyof R, 'id' | 'version'>]-?: Guard<R[N]> }

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const isUserId = (value: unknown): value is UserId => isNumber(value) || isText(value)
const isIds = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every(isNumber)
const isImage = (value: unknown): value is Image => isObject(value) && isText(value.url)
const isCost = (value: unknown): value is Cost =>
  isObject(value) && Array.isArray(value.amounts) && Array.isArray(value.texts)

const oneOf =
  <const T extends string>(words: readonly T[]): Guard<T> =>
  (value): value is T =>
    words.some((word) => word === value)

const orNull =
  <T>(is: Guard<T>): Guard<T | null> =>
  (value): value is T | null =>
    value === null || is(value)

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText)

const isSeriesIfAny = (value: unknown): value is Series | undefined =>
  value === undefined ||
  (isObject(value) &&
    isText(value.rrule) &&
    isTexts(value.exdate) &&
    isTexts(value.rdate) &&
    isText(value.start) &&
    isNumber(value.duration) &&
    isText(value.since) &&
    isText(value.made) &&
    isNumber(value.count) &&
    (value.due === null || isText(value.due)))

const isOccurrenceIfAny = (value: unknown): value is Occurrence | undefined =>
  value === undefined || (isObject(value) && isText(value.at) && isTexts(value.overrides))

const isTextIfAny = (value: unknown): value is string | undefined => value === undefined || isText(value)

const isObjectIfAny = (value: unknown): value is Readonly<Record<string, unknown>> | undefined =>
  value === undefined || isObject(value)

const POST: Fields<PostRecord> = {
  author: isUserId,
  status: oneOf(STATUSES),
  date: isText,
  date_utc: isText,
  dated: isFlag,
  published: isFlag,
  modified: isText,
  modified_utc: isText,
  site_timezone: isTextIfAny,
  slug: isText,
  own_slug: isTextIfAny,
  image: orNull(isImage),
  custom_fields: isObjectIfAny,
}

const TERM: Omit<Fields<RecordOf[TermKind]>, 'kind'> = {
  name: isText,
  description: isText,
  slug: isText,
  parent: isNumber,
}

const FIELDS: { readonly [K in RecordKind]: Fields<RecordOf[K]> } = {
  event: {
    ...POST,
    kind: oneOf(['event']),
    title: isText,
    description: isText,
    excerpt: isText,
    all_day: isFlag,
    start: isText,
    end: isText,
    timezone: isText,
    utc_start: isText,
    utc_end: isText,
    start_offset: isNumber,
    end_offset: isNumber,
    timezone_abbr: isText,
    cost: orNull(isCost),
    website: orNull(isText),
    show_map: isFlag,
    show_map_link: isFlag,
    hide_from_listings: isFlag,
    sticky: isFlag,
    featured: isFlag,
    ticketed: isFlag,
    post_parent: isNumber,
    uid: isTextIfAny,
    categories: isIds,
    tags: isIds,
    venue: isIds,
    organizer: isIds,
    password: orNull(isText),
    series: isSeriesIfAny,
    occurrence: isOccurrenceIfAny,
  },
  venue: {
    ...POST,
    kind: oneOf(['venue']),
    venue: isText,
    description: isText,
    address: isText,
    city: isText,
    country: isText,
    province: isText,
    state: isText,
    stateprovince: isText,
    zip: isText,
    phone: isText,
    website: isText,
    show_map: isFlag,
    show_map_link: isFlag,
    geo_lat: orNull(isNumber),
    geo_lng: orNull(isNumber),
  },
  organizer: {
    ...POST,
    kind: oneOf(['organizer']),
    organizer: isText,
    description: isText,
    phone: isText,
    website: isText,
    email: isText,
  },
  category: { ...TERM, kind: oneOf(['category']) },
  tag: { ...TERM, kind: oneOf(['tag']) },
}

/** Values of fields that documents of older versions lack. */
const DEFAULTS: { readonly [K in RecordKind]?: Partial<RecordOf[K]> } = { event: NEW_EVENT }

const guardsOf = (kind: RecordKind): readonly (readonly [name: string, is: Guard<unknown>])[] =>
  Object.entries(FIELDS[kind])

const GUARDS = {
  event: guardsOf('event'),
  venue: guardsOf('venue'),
  organizer: guardsOf('organizer'),
  category: guardsOf('category'),
  tag: guardsOf('tag'),
}

function isRecord<K extends RecordKind>(kind: K, value: unknown): value is RecordOf[K] {
  if (!isObject(value)) return false
  for (const [name, is] of GUARDS[kind]) if (!is(value[name])) return false
  return true
}

/** What a record is made of. */
export type Stored = Pick<Document, 'id' | 'version' | 'data'>

/** Throws a `TypeError` for a document that is not a record of this kind. */
export function fromDocument<K extends RecordKind>(kind: K, { id, version, data }: Stored): RecordOf[K] {
  const stored: unknown = JSON.parse(data)
  // Adds to the parsed object, because a copy takes twice as long as parsing.
  if (isRecord(kind, stored)) return Object.assign(stored, { id, version })
  const completed = { ...DEFAULTS[kind], ...(isObject(stored) ? stored : {}) }
  if (isRecord(kind, completed)) return Object.assign(completed, { id, version })
  const values = new Map<string, unknown>(Object.entries(completed))
  const wrong = GUARDS[kind].flatMap(([name, is]) => (is(values.get(name)) ? [] : [name]))
  throw new TypeError(`the stored ${kind} ${id} has wrong fields: ${wrong.join(', ')}`)
}
