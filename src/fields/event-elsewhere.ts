import type { EVENT, PlainEventField } from './event.ts'
import { EVENT_OUTSIDE } from './event-outside.ts'

/*
 * Which fields of an event its copies have, and which ones a source may say. Rows of plain fields say it themselves. A new field
 * does not compile before both are decided.
 */

interface Elsewhere {
  /** Its name in bodies, if the copy that somebody makes of an event has it. The copy is another event, which takes place. */
  readonly copy: string | null
  /** Its names in bodies, if a source may say it of its events. What is left is decided here. */
  readonly source: readonly string[]
}

const BOTH = (name: string): Elsewhere => ({ copy: name, source: [name] })
const COPY = (name: string): Elsewhere => ({ copy: name, source: [] })
const SOURCE = (...names: string[]): Elsewhere => ({ copy: null, source: names })
const NEITHER: Elsewhere = { copy: null, source: [] }

const OTHERS: Readonly<Record<Exclude<keyof typeof EVENT, PlainEventField>, Elsewhere>> = {
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
  categories: COPY('categories'),
  tags: COPY('tags'),
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
  start: BOTH('start_date'),
  utc_start: SOURCE('utc_start_date'),
  end: BOTH('end_date'),
  utc_end: SOURCE('utc_end_date'),
  all_day: BOTH('all_day'),
  timezone: BOTH('timezone'),
  start_offset: NEITHER,
  end_offset: NEITHER,
  timezone_abbr: NEITHER,
  uid: NEITHER,
  series: SOURCE('recurrence'),
  occurrence: NEITHER,
  custom_fields: COPY('custom_fields'),
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
