import type { Image } from '../../types/index.ts'
import { first, ifAny, isFlag, isNumber, isObject, isText, oneOf, orNull, type Row } from './row.ts'
import { STATUSES, type UserId } from './values.ts'

const isUserId = (value: unknown): value is UserId => isNumber(value) || isText(value)
const isImage = (value: unknown): value is Image => isObject(value) && isText(value.url)

/** What tables say of events alone. */
export interface EventFacts {
  /** Whether an event with a password shows it only to those who have the password. */
  readonly secret: boolean
  /**
   * The name in `overrides` of an answer under which a date of a series has its own; otherwise it follows the series.
   * `true`: the name of the field. `null`: it never follows.
   */
  readonly follows: string | true | null
}

export const secret = <R extends Row, F extends EventFacts['follows']>(row: R, follows: F) =>
  ({ ...row, secret: true, follows }) as const
export const open = <R extends Row, F extends EventFacts['follows']>(row: R, follows: F) =>
  ({ ...row, secret: false, follows }) as const

/** The fields that events, venues and organizers share. */
export const POST = {
  /** 0 for none. */
  author: open(first(isUserId), true),
  status: open(first(oneOf(STATUSES)), true),
  /** Publication date, on the site's clock and in UTC. The UTC date counts, unless both were sent and differ. */
  date: open(first(isText), true),
  date_utc: open(first(isText), 'date'),
  /** Whether the date was sent, or set by publishing. A draft without a date gets one when it is published. */
  dated: open(first(isFlag), null),
  /** Whether the post ever had a status other than draft or pending. */
  published: open(first(isFlag), null),
  modified: open(first(isText), null),
  modified_utc: open(first(isText), null),
  /** The zone of `date` and `modified`; `undefined` in documents that were stored before version 0.7. */
  site_timezone: open(first(ifAny(isText)), null),
  /** '' for a draft without a slug. */
  slug: open(first(isText), null),
  /**
   * In the trash: the slug that the post gets back when it is restored. Otherwise, and in documents that were stored
   * before version 0.7: `undefined`.
   */
  own_slug: open(first(ifAny(isText)), null),
}

/** The same, which the table of events has at other places. */
export const CONTENT = {
  image: first(orNull(isImage)),
  /** `undefined`: none has a value. */
  custom_fields: first(ifAny(isObject)),
}

/** Of what events link to. */
export const LINKED = {
  /** The ID of the record that this one went into; `undefined`: none. See `features/merging/merge.ts`. */
  merged: first(ifAny(isNumber)),
}
