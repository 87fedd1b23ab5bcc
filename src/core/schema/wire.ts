import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { STATUSES } from '../domain/records/records.ts'
import { userIdFrom } from '../domain/records/user-id.ts'
import { DATE_LENGTH } from '../domain/time/calendar.ts'
import { sentAs } from './field.ts'

/*
 * Schemas that convert a value on the wire to a typed value, and builders of such schemas. Their input is unchanged:
 * texts from queries and forms, any JSON from bodies. Those that only bodies need are in wire-body.ts.
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
export const numberOrText = [anyNumber, anyText] as const

/**
 * Runs a check only if the type is right. zod's own length checks run on every value that has a `length`, also on
 * objects with such a member.
 */
function typeFirst<C extends z.core.$ZodCheck<never>>(check: C): C {
  check._zod.def.when = ({ issues }) => issues.length === 0
  return check
}

const notEmpty = () => typeFirst(z.minLength(1, 'must not be empty'))
export const atMost = (max: number) => typeFirst(z.maxLength(max, `must be at most ${max} characters`))

/** Text that is not '' ("0" is a text like any other). */
export const filledText = (max: number) => anyText.check(notEmpty(), atMost(max))

/** A date is parsed where its time zone is known. */
export const dateText = sentAs(filledText(DATE_LENGTH), {
  type: 'string',
  minLength: 1,
  maxLength: DATE_LENGTH,
  examples: ['2027-05-01 18:00:00', '2027-05-01'],
})

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

/** JSON Schema of an ID. */
export const ID = { type: 'integer', minimum: 1 }

/** JSON Schema of the ID of a user. */
export const USER_ID = { anyOf: [ID, { type: 'string', minLength: 1, maxLength: 255, examples: ['ada'] }] }

/** JSON Schemas of what takes one value, a comma list or a list. */
const listOf = (one: object, commaList: object, maxItems: number) => ({
  anyOf: [one, commaList, { type: 'array', items: one, minItems: 1, maxItems }],
})
const commaListOf = (words: readonly string[]) => {
  const any = `(${words.join('|')})`
  return { type: 'string', pattern: `^${any}(,${any})*$` }
}

/** Numbers as JSON or as text, in any spelling that is a positive whole number: `2`, `01`, `1.0`, `1e1`. */
export const wholeNumber = sentAs(
  wire(z.union(numberOrText, 'must be a positive whole number'), (value) => {
    const number = toNumber(value)
    return Number.isSafeInteger(number) && number >= 1
      ? number
      : new Refusal('must be a positive whole number')
  }),
  ID,
)

export const numberBetween = (minimum: number, maximum: number) =>
  sentAs(
    wire(z.union(numberOrText, 'must be a number'), (value) => {
      const number = toNumber(value)
      return number >= minimum && number <= maximum
        ? number
        : new Refusal(`must be a number from ${minimum} to ${maximum}`)
    }),
    { type: 'number', minimum, maximum },
  )

function toNumber(value: string | number): number {
  if (typeof value === 'number') return value
  return /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(value) ? Number(value) : Number.NaN
}

/** The ID of something: a positive integer or its digits. */
export const id = (what: string) =>
  sentAs(
    wire(
      z.union(numberOrText, `must be the ID of ${what}`),
      (value) => idFrom(value) ?? new Refusal(`must be the ID of ${what}`),
    ),
    ID,
  )

export function idFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** JSON Schema of names: some text that is neither white space nor a comma. */
const NAMES = { type: 'string', pattern: '[^\\s,]' }

const textOrList = z.union([...numberOrText, z.array(z.union(numberOrText))], 'must be a list')

/** A comma list, or a list of texts: trimmed, empty entries dropped, at least one left. */
export const entries = (limits: Limits) =>
  sentAs(
    wire(textOrList, (value) => {
      const list = (Array.isArray(value) ? value : [value]).flatMap((entry) => String(entry).split(','))
      const filled = list.map((entry) => entry.trim()).filter((entry) => entry !== '')
      if (filled.length === 0) return new Refusal('must not be empty')
      return filled.length > limits.list ? new Refusal(`must have at most ${limits.list} entries`) : filled
    }),
    {
      anyOf: [
        { type: 'integer' },
        NAMES,
        { type: 'array', items: { anyOf: [{ type: 'integer' }, NAMES] }, minItems: 1, maxItems: limits.list },
      ],
    },
  )

/** A comma list or a list of IDs. Duplicates are removed. */
export const ids = (limits: Limits, what: string) =>
  sentAs(
    wire(entries(limits), (list) => {
      const numbers = list.map(idFrom)
      const known = numbers.filter((number) => number !== undefined)
      return known.length === numbers.length ? [...new Set(known)] : new Refusal(`must be IDs of ${what}`)
    }),
    listOf(ID, commaListOf(['[1-9]\\d{0,14}']), limits.list),
  )

/** JSON Schema of one of these words, a comma list or a list of them. */
export const wordsForm = (words: readonly string[], limits: Limits) =>
  listOf({ type: 'string', enum: words }, commaListOf(words), limits.list)

/** Clients also request `auto-draft` and `inherit`. No record here has them. */
const LISTED_STATUSES: readonly string[] = [...STATUSES, 'auto-draft', 'inherit']

export const statuses = (limits: Limits) =>
  sentAs(
    wire(entries(limits), (list) =>
      list.every((one) => LISTED_STATUSES.includes(one))
        ? [...new Set(list)]
        : new Refusal(`must be one or more of ${STATUSES.join(', ')}`),
    ),
    wordsForm(STATUSES, limits),
  )

/** The same, where '' counts as absent. */
export const statusesOrNone = (limits: Limits) =>
  sentAs(
    z.union(
      [wire(z.literal(''), () => undefined), statuses(limits)],
      `must be one or more of ${STATUSES.join(', ')}`,
    ),
    wordsForm(STATUSES, limits),
  )

/** A comma list or a list of user IDs. '' counts as absent. */
export const userIdsOrNone = (limits: Limits) =>
  sentAs(
    z.union(
      [
        wire(z.literal(''), () => undefined),
        wire(entries(limits), (list) => {
          const ids = [...new Set(list.map(userIdFrom))]
          const known = ids.filter((id) => id !== undefined)
          return known.length === ids.length ? known : new Refusal('must be IDs of users')
        }),
      ],
      'must be IDs of users',
    ),
    { anyOf: [...USER_ID.anyOf, { type: 'array', items: USER_ID, minItems: 1, maxItems: limits.list }] },
  )
