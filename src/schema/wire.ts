import * as z from 'zod/mini'
import { cleanHtml, cleanLine, htmlToText, isWebUrl } from '../domain/html.ts'
import { STATUSES } from '../domain/records.ts'
import type { Limits } from '../types.ts'

/*
 * Schemas that convert a value on the wire to a typed value, and builders of such schemas. Their input is unchanged:
 * texts from queries and forms, any JSON from bodies.
 *
 * Parts that many fields share and that need no limits are constants. Each part takes 15 µs to create, and most
 * processes create the schema of the list of events before their first response.
 */

/** `from` checks the form on the wire. `read` returns the value, or a `Refusal` with the reason. */
export function wire<I extends z.ZodMiniType, T>(from: I, read: (value: z.output<I>) => T | Refusal) {
  return z.pipe(
    from,
    z.transform((value: z.output<I>, context): T => {
      const result = read(value)
      if (!(result instanceof Refusal)) return result
      context.issues.push({ code: 'custom', message: result.reason, input: value })
      return z.NEVER
    }),
  )
}

export class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

export const anyText = z.string('must be text')
export const anyNumber = z.number()
export const anyObject = z.record(anyText, z.unknown())
export const anyList = z.array(z.unknown())
const numberOrText = [anyNumber, anyText] as const

/**
 * Runs a check only if the type is right. zod's own length checks run on every value that has a `length`, also on
 * objects with such a member.
 */
function typeFirst<C extends z.core.$ZodCheck<never>>(check: C): C {
  check._zod.def.when = ({ issues }) => issues.length === 0
  return check
}

const notEmpty = () => typeFirst(z.minLength(1, 'must not be empty'))
const atMost = (max: number) => typeFirst(z.maxLength(max, `must be at most ${max} characters`))

/** Values that clear a field, besides '', 0 and []. */
export const EMPTIES = [z.null(), z.literal(false)] as const

/** Text of at most `max` characters, '' included; null means ''. */
export const clearableText = (max: number) =>
  wire(z.nullable(anyText.check(atMost(max))), (value) => value ?? '')

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

/** Text that is not '' ("0" is a text like any other). */
export const filledText = (max: number) => anyText.check(notEmpty(), atMost(max))

/** Text of at most `max` characters. '' counts as absent, because responses show '' for an absent value. */
export const textIfAny = (max: number) =>
  wire(anyText.check(atMost(max)), (value) => (value === '' ? undefined : value))

const FLAG_RULE = 'must be true, false, 1 or 0'

/**
 * `true`, `false`, 1, 0 and the same as text in any case. Responses show null for a flag that a password hides. A null
 * that is sent back is rejected, because the other hidden fields would be cleared with it.
 */
export const flag = wire(
  z.nullable(
    z.union(
      [
        z.boolean(),
        z.literal([0, 1]),
        anyText.check(z.regex(/^([tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[01])$/, FLAG_RULE)),
      ],
      FLAG_RULE,
    ),
  ),
  (value) => {
    if (value === null) return new Refusal(FLAG_RULE)
    return (
      value === true ||
      value === 1 ||
      value === '1' ||
      (typeof value === 'string' && value.toLowerCase() === 'true')
    )
  },
)

export const isYesWord = (text: string): boolean => /^(1|true|yes|y|on|enable|enabled)$/i.test(text)

/** 'true' for words that mean yes, in any case; 'false' for all other text. */
export const trueOrFalse = () =>
  wire(z.nullable(anyText), (value) => (isYesWord(value ?? '') ? 'true' : 'false'))

/** Numbers as JSON or as text, in any spelling that is a positive whole number: `2`, `01`, `1.0`, `1e1`. */
export const wholeNumber = wire(z.union(numberOrText, 'must be a positive whole number'), (value) => {
  const number = toNumber(value)
  return Number.isSafeInteger(number) && number >= 1 ? number : new Refusal('must be a positive whole number')
})

export const numberBetween = (least: number, most: number) =>
  wire(z.union(numberOrText, 'must be a number'), (value) => {
    const number = toNumber(value)
    return number >= least && number <= most
      ? number
      : new Refusal(`must be a number from ${least} to ${most}`)
  })

function toNumber(value: string | number): number {
  if (typeof value === 'number') return value
  return /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value) ? Number(value) : Number.NaN
}

/** The ID of something: a positive integer or its digits. */
export const id = (what: string) =>
  wire(
    z.union(numberOrText, `must be the ID of ${what}`),
    (value) => idFrom(value) ?? new Refusal(`must be the ID of ${what}`),
  )

/** An ID, or `0`, '' or null for none. */
export const idOrNone = (what: string) =>
  wire(z.nullable(z.union(numberOrText, `must be the ID of ${what}, or 0`)), (value) => {
    if (value === null || value === 0 || value === '0' || value === '') return 0
    return idFrom(value) ?? new Refusal(`must be the ID of ${what}, or 0`)
  })

export function idFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const textOrList = z.union([...numberOrText, z.array(z.union(numberOrText))], 'must be a list')

/** A comma list, or a list of texts: trimmed, empty entries dropped, at least one left. */
export const entries = (limits: Limits) =>
  wire(textOrList, (value) => {
    const list = (Array.isArray(value) ? value : [value]).flatMap((entry) => String(entry).split(','))
    const filled = list.map((entry) => entry.trim()).filter((entry) => entry !== '')
    if (filled.length === 0) return new Refusal('must not be empty')
    return filled.length > limits.list ? new Refusal(`must have at most ${limits.list} entries`) : filled
  })

/** A comma list or a list of IDs. Duplicates are removed. */
export const ids = (limits: Limits, what: string) =>
  wire(entries(limits), (list) => {
    const numbers = list.map(idFrom)
    const known = numbers.filter((number) => number !== undefined)
    return known.length === numbers.length ? [...new Set(known)] : new Refusal(`must be IDs of ${what}`)
  })

export const status = () => z.enum(STATUSES, `must be one of ${STATUSES.join(', ')}`)

/** Clients also request `auto-draft` and `inherit`. No record here has them. */
const LISTED_STATUSES: readonly string[] = [...STATUSES, 'auto-draft', 'inherit']

export const statuses = (limits: Limits) =>
  wire(entries(limits), (list) =>
    list.every((one) => LISTED_STATUSES.includes(one))
      ? [...new Set(list)]
      : new Refusal(`must be one or more of ${STATUSES.join(', ')}`),
  )

/** The same, where '' counts as absent. */
export const statusesOrNone = (limits: Limits) =>
  z.union(
    [wire(z.literal(''), () => undefined), statuses(limits)],
    `must be one or more of ${STATUSES.join(', ')}`,
  )

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
