import { CONTENT, type EventFacts, open, POST, secret } from './post.ts'
import {
  first,
  flag,
  ifAny,
  isFlag,
  isNumber,
  isObject,
  isText,
  line,
  listOf,
  type NamesWith,
  oneOf,
  orNull,
  type PlainName,
  type PlainRow,
  type Row,
  rare,
  stored,
  url,
  word,
} from './row.ts'
import {
  type Cost,
  EVENT_STATUSES,
  type Occurrence,
  type Origin,
  type Series,
  type SeriesWork,
} from './values.ts'

const isIds = listOf(isNumber)
const isTexts = listOf(isText)

const isCost = (value: unknown): value is Cost =>
  isObject(value) && Array.isArray(value.amounts) && Array.isArray(value.texts)

const isWork = (value: unknown): value is SeriesWork =>
  isObject(value) && oneOf(['make', 'end', 'erase'])(value.do)

const isSeries = (value: unknown): value is Series =>
  isObject(value) &&
  isText(value.rrule) &&
  isTexts(value.exdate) &&
  isTexts(value.rdate) &&
  isText(value.start) &&
  isNumber(value.duration) &&
  isText(value.since) &&
  isText(value.made) &&
  ifAny(isText)(value.ends) &&
  isNumber(value.count) &&
  orNull(isText)(value.due) &&
  !('unfinished' in value) &&
  ifAny(isWork)(value.work)

const isOccurrence = (value: unknown): value is Occurrence =>
  isObject(value) && isText(value.at) && isTexts(value.overrides)

const isOrigin = (value: unknown): value is Origin =>
  isObject(value) &&
  isNumber(value.id) &&
  isText(value.uid) &&
  isText(value.url) &&
  isTexts(value.kept) &&
  ifAny(isText)(value.gone)

interface PlainFacts {
  /** Description of the filter of lists; `null`: there is none, or it has a key of its own. */
  readonly filter: string | null
  /** The property that feeds and files show it in. `null`: only files of ours, with what iCalendar cannot say. */
  readonly ics: string | null
}

/** Without `never`, a plain row that lacks its facts would do as one that is not plain. */
type NotPlain = Row & { readonly plain?: never }

/** Facts of the first flags: filters of lists that they have use keys of their own. */
const FIRST_FLAG = { secret: true, follows: true, filter: null, ics: null } as const

/** Facts of fields that say whether and where an event takes place. iCalendar has names of its own for most of them. */
const STANDING = { secret: false, follows: true, filter: null, ics: null } as const

/**
 * The fields of an event. Answers name the fields that a date of a series has for itself in this order.
 */
export const EVENT = {
  title: open(stored(isText, ''), true),
  description: secret(stored(isText, ''), true),
  excerpt: secret(stored(isText, ''), true),
  image: secret(stored(CONTENT.image.is, null), true),
  cost: secret(stored(orNull(isCost), null), true),
  website: secret(stored(orNull(isText), null), true),
  show_map: flag(FIRST_FLAG),
  show_map_link: flag(FIRST_FLAG),
  hide_from_listings: flag(FIRST_FLAG),
  sticky: flag(FIRST_FLAG),
  featured: flag(FIRST_FLAG),
  ticketed: flag(FIRST_FLAG),
  event_status: rare(word(EVENT_STATUSES)({ ...STANDING, filter: 'Whether they take place.' })),
  event_status_reason: rare(line({ ...STANDING, secret: true, beside: 'event_status', most: 500 })),
  is_virtual: rare(flag({ ...STANDING, filter: 'Whether one can take part online.' })),
  virtual_url: rare(url({ ...STANDING, secret: true, beside: 'is_virtual' })),
  virtual_event_type: rare(word(['virtual', 'hybrid'])({ ...STANDING, beside: 'is_virtual' })),
  /** Of an event that is rescheduled: its start before. Each date of a series has its own. */
  previous_start_date: open(stored(ifAny(isText), undefined), null),
  post_parent: secret(stored(isNumber, 0), null),
  /** Hashed; null for an event without a password. */
  password: secret(stored(orNull(isText), null), true),
  categories: secret(stored(isIds, []), true),
  tags: secret(stored(isIds, []), true),
  venue: secret(stored(isIds, []), true),
  organizer: secret(stored(isIds, []), true),
  kind: open(first(oneOf(['event'])), null),
  ...POST,
  /** Wall clock in `timezone`. The UTC times, offsets and abbreviation are derived from it. */
  start: open(first(isText), 'start_date'),
  utc_start: open(first(isText), 'start_date'),
  end: open(first(isText), 'end_date'),
  utc_end: open(first(isText), 'end_date'),
  all_day: secret(first(isFlag), true),
  timezone: open(first(isText), true),
  /** Seconds east of UTC. */
  start_offset: open(first(isNumber), null),
  end_offset: open(first(isNumber), null),
  timezone_abbr: open(first(isText), null),
  /** In feeds. Of an event that was imported, it is the one that the event had before; `undefined`: one made of the ID. */
  uid: open(first(ifAny(isText)), null),
  /** Of an event that repeats. Its occurrences are events of their own. */
  series: open(first(ifAny(isSeries)), null),
  /** Of an event that belongs to the series `post_parent`. */
  occurrence: open(first(ifAny(isOccurrence)), null),
  custom_fields: secret(CONTENT.custom_fields, true),
  /** Of an event that a source has brought. */
  source: open(first(ifAny(isOrigin)), null),
} satisfies Readonly<Record<string, EventFacts & (NotPlain | (PlainRow & PlainFacts))>>

export type SecretEventField = NamesWith<typeof EVENT, { readonly secret: true }>
export type PlainEventField = PlainName<typeof EVENT>

/** The fields that lists have a filter for: their values are in the key `field`, beside those of custom fields. */
export const FILTERED = Object.entries<Row & Partial<Pick<PlainRow, 'plain' | 'words'> & PlainFacts>>(
  EVENT,
).flatMap(([name, { plain, words = [], filter = null }]) =>
  filter === null ? [] : [{ name, plain, words, about: filter }],
)

/** The fields that have a property in feeds and files. */
export const ICS_FIELDS = Object.entries<Row & Partial<PlainFacts>>(EVENT).flatMap(
  ([name, { ics, older }]) => (typeof ics === 'string' ? [{ name, ics, older }] : []),
)
