import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { htmlToText, plainLine } from '../domain/html/html.ts'
import { cleanHtml, cleanLine, isWebUrl } from '../domain/html/html-sanitizer.ts'
import { STATUSES } from '../domain/records/records.ts'
import { userIdFrom } from '../domain/records/user-id.ts'
import { sentAs } from './field.ts'
import {
  anyNumber,
  anyText,
  atMost,
  filledText,
  ID,
  idFrom,
  numberOrText,
  Refusal,
  USER_ID,
  wire,
} from './wire.ts'

/*
 * The schemas of wire.ts that only bodies need. They are loaded with the first write.
 */

export const anyObject = z.record(anyText, z.unknown())
export const anyList = z.array(z.unknown())

/** Values that clear a field, besides '', 0 and []. */
export const EMPTIES = [z.null(), z.literal(false)] as const

/** Text of at most `max` characters, '' included; null means ''. */
export const clearableText = (max: number) =>
  wire(z.nullable(anyText.check(atMost(max))), (value) => value ?? '')

/** The same as plain text on one line: without tags and controls of its direction. */
export const clearableLine = (max: number) => wire(clearableText(max), plainLine)

/** Sanitized HTML can be longer than the HTML that was sent. It must fit, too, or clients could not send it back. */
const storable = (html: string, max: number): string | Refusal =>
  html.length <= max ? html : new Refusal(`must be at most ${max} characters as the HTML that is stored`)

/** HTML, sanitized; '' and null clear it. */
export const clearableHtml = (max: number) =>
  wire(clearableText(max), (value) => storable(cleanHtml(value), max))

/** The HTML of a title or name: inline elements without links; '' when it has no visible text. */
export const htmlLine = (max: number) =>
  wire(filledText(max), (value) => {
    const html = cleanLine(value)
    return htmlToText(html) === '' ? '' : storable(html, max)
  })

/** Text of at most `max` characters. '' counts as absent, because responses show '' for an absent value. */
export const textIfAny = (max: number) =>
  wire(anyText.check(atMost(max)), (value) => (value === '' ? undefined : value))

const USER_RULE = 'must be the ID of a user'

/** The ID of a user: a positive integer, its digits, or another text. */
export const userId = sentAs(
  wire(z.union(numberOrText, USER_RULE), (value) => userIdFrom(value) ?? new Refusal(USER_RULE)),
  USER_ID,
)

const NULL = { type: 'null' }
/** JSON Schemas of a whole number from 0 on, and of the same also as digits, or as nothing. */
const WHOLE = { type: 'integer', minimum: 0 }
const WHOLE_OR_NONE = { anyOf: [WHOLE, { type: 'string', pattern: '^\\d{0,15}$' }, NULL] }
const ANY_OBJECT = { type: 'object', additionalProperties: {} }

/** JSON Schema of records that a record names. `text`: of their names. */
export const refsForm = (text: object, maxItems: number) => ({
  anyOf: [
    ...[NULL, { const: false }, WHOLE, text, ANY_OBJECT],
    { type: 'array', items: { anyOf: [ID, text, ANY_OBJECT] }, maxItems },
  ],
})

/** An ID, or `0`, '' or null for none. */
export const idOrNone = (what: string) =>
  sentAs(
    wire(z.nullable(z.union(numberOrText, `must be the ID of ${what}, or 0`)), (value) => {
      if (value === null || value === 0 || value === '0' || value === '') return 0
      return idFrom(value) ?? new Refusal(`must be the ID of ${what}, or 0`)
    }),
    WHOLE_OR_NONE,
  )

export const status = () => z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)

const URL_RULE = 'must be an absolute http or https URL'

/** An http(s) URL, stored as given; '' and null mean none. */
export const webUrl = (limits: Limits) =>
  wire(z.nullable(anyText.check(atMost(limits.url))), (value) =>
    value === null || value === '' || isWebUrl(value) ? (value ?? '') : new Refusal(URL_RULE),
  )

/** The same, and the other values that mean none: false, 0, []. */
export const webUrlOrNone = (limits: Limits) =>
  wire(
    z.nullable(z.union([anyText, z.literal(false), z.literal(0), anyList.check(atMost(0))], URL_RULE)),
    (value) => {
      if (typeof value !== 'string' || value === '') return null
      if (value.length > limits.url) return new Refusal(`must be at most ${limits.url} characters`)
      return isWebUrl(value) ? value : new Refusal(URL_RULE)
    },
  )

/** An image as ID, http(s) URL, or the object that responses contain; '', "0", 0, false and null mean none. */
export const image = (limits: Limits) =>
  wire(
    z.nullable(
      z.union([anyText, anyNumber, z.literal(false), anyObject], 'must be the ID of an image or its URL'),
    ),
    (value) => {
      if (value === null || value === false || value === '' || value === '0' || value === 0) return null
      // The object of a response counts by its ID, if it has one.
      const reference = typeof value === 'object' ? (idFrom(value.id) ?? value.url) : value
      const number = idFrom(reference)
      if (number !== undefined) return number
      if (typeof reference === 'string' && reference.length <= limits.url && isWebUrl(reference))
        return reference
      return new Refusal('must be the ID of an image or its http or https URL')
    },
  )
