import type { EVENT, PlainEventField } from './event.ts'
import { EVENT_OUTSIDE } from './event-outside.ts'
import { keysOf } from './keys-of.ts'

/*
 * Which fields of an event its copies have, and which ones a source may say, unless somebody has changed them here. Rows of
 * plain fields say it themselves. A new field does not compile before all of it is decided.
 */

interface Elsewhere {
  /** Its name in bodies, if the copy that somebody makes of an event has it. The copy is another event, which takes place. */
  readonly copy: string | null
  /** Its names in bodies, if a source may say it of its events. What is left is decided here. */
  readonly source: readonly string[]
  /** Whether an event from a source keeps what is changed of it here. Times are kept together: see `originAfter`. */
  readonly kept: boolean
}

const BOTH = (name: string): Elsewhere => ({ copy: name, source: [name], kept: true })
const TIME = (name: string): Elsewhere => ({ copy: name, source: [name], kept: false })
const COPY = (name: string): Elsewhere => ({ copy: name, source: [], kept: false })
/** A source does not say it as it is here. */
const MAPPED = (name: string): Elsewhere => ({ copy: name, source: [], kept: true })
const SOURCE = (...names: string[]): Elsewhere => ({ copy: null, source: names, kept: false })
const NEITHER: Elsewhere = { copy: null, source: [], kept: false }

type Other = Exclude<keyof typeof EVENT, PlainEventField>

const OTHERS: Readonly<Record<Other, Elsewhere>> = {
  title: BOTH('title'),
  description: BOTH('description'),
  excerpt: COPY('excerpt'),
  image: BOTH('image'),
  cost: BOTH('cost'),
  website: BOTH('website'),
  previous_start_date: NEITHER,
  post_parent: NEITHER,
  password: NEITHER,
  // Terms of a source are mapped to ours: `termsOf`.
  categories: MAPPED('categories'),
  tags: MAPPED('tags'),
  venue: BOTH('venue'),
  organizer: BOTH('organizer'),
  kind: NEITHER,
  author: NEITHER,
  status: NEITHER,
  slug: NEITHER,
  own_slug: NEITHER,
  date: NEITHER,
  date_utc: NEITHER,
  dated: NEITHER,
  published: NEITHER,
  modified: NEITHER,
  modified_utc: NEITHER,
  site_timezone: NEITHER,
  start: TIME('start_date'),
  utc_start: SOURCE('utc_start_date'),
  end: TIME('end_date'),
  utc_end: SOURCE('utc_end_date'),
  all_day: TIME('all_day'),
  timezone: TIME('timezone'),
  start_offset: NEITHER,
  end_offset: NEITHER,
  timezone_abbr: NEITHER,
  uid: NEITHER,
  series: SOURCE('recurrence'),
  occurrence: NEITHER,
  custom_fields: MAPPED('custom_fields'),
  source: NEITHER,
}

const PLAIN = Object.entries(EVENT_OUTSIDE)

/** The names of the fields that a copy has. */
export const COPIED: readonly string[] = [
  ...Object.values(OTHERS).flatMap(({ copy }) => copy ?? []),
  ...PLAIN.flatMap(([name, { copied }]) => (copied ? [name] : [])),
]

/** The names of the fields that a source may say. */
export const SAID: readonly string[] = [
  ...Object.values(OTHERS).flatMap(({ source }) => source),
  ...PLAIN.flatMap(([name, { said }]) => (said ? [name] : [])),
]

/** The fields of which an event from a source keeps what is changed here. */
export const KEPT: readonly (keyof typeof EVENT)[] = [
  ...keysOf(OTHERS).filter((name) => OTHERS[name].kept),
  ...keysOf(EVENT_OUTSIDE).filter((name) => EVENT_OUTSIDE[name].said),
]
