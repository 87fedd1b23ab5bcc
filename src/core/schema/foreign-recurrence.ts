import { isObject } from '../domain/json.ts'

/*
 * Programs for The Events Calendar may send how an event repeats in a form of their own, such as `{ type: 'weekly' }`. The
 * original ignores it, and so does this calendar. What could be meant for us is read, and refused if it is wrong.
 */

/** Members of ours, in any spelling, and those that only our answers have. */
const OURS = /^(?:rrules?|exdates?|rdates?|exrules?|count|next|unfinished)$/
/** Longer values are nobody's. */
const MOST_LOOKED_AT = 20_000

const isForeignObject = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((name) => !OURS.test(name.toLowerCase().replace(/[^a-z]/g, '')))

/** Whether `recurrence` of a body is of another program's kind. A rule anywhere in it is meant for us. */
export function isForeignRecurrence(value: unknown): boolean {
  const isForeign = Array.isArray(value)
    ? value.length > 0 && value.every(isForeignObject)
    : isForeignObject(value)
  return isForeign && !/\bFREQ\s*=/i.test(JSON.stringify(value).slice(0, MOST_LOOKED_AT))
}

/** The fields that are for us. */
export function withoutForeign(params: Record<string, unknown>): Record<string, unknown> {
  if (!isForeignRecurrence(params.recurrence)) return params
  const { recurrence: _, ...own } = params
  return own
}
