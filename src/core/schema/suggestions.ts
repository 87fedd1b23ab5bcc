import * as z from 'zod/mini'
import { Problems } from '../../errors.ts'
import { fold } from '../domain/text/fold.ts'
import { oneLine } from '../domain/text/one-line.ts'
import { eventBody } from './bodies.ts'
import { field } from './field.ts'
import { readFields } from './read.ts'
import { schemaUnder } from './rules.ts'
import { anyText, Refusal, wire } from './wire.ts'
import { anyList, anyObject, clearableLine, clearableText } from './wire-body.ts'

/* What the public may send. */

/** Characters of an address, RFC 5321, section 4.5.3.1.3. */
const ADDRESS_LENGTH = 254
const ADDRESS =
  /^[^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]{1,64}@[^\s@<>()[\]\\,;:"/\p{Cc}\p{Cf}]+\.[^\s@<>()[\]\\,;:"/.\p{Cc}\p{Cf}]{2,}$/u
/** Characters of what is for the editors only. */
const MESSAGE_LENGTH = 5000
const NAME_LENGTH = 200

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= ADDRESS_LENGTH && ADDRESS.test(value)

const contactMembers = z.object({
  name: z.optional(wire(clearableLine(NAME_LENGTH), oneLine)),
  email: z.optional(
    wire(anyText, (value) =>
      isAddress(value.trim()) ? value.trim() : new Refusal('must be an e-mail address'),
    ),
  ),
  message: z.optional(
    wire(clearableText(MESSAGE_LENGTH), (value) => value.replace(/(?![\n\t])\p{Cc}/gu, '').trim()),
  ),
})

const contact = wire(anyObject, (value) => {
  const problems = new Problems()
  const { email, name, message } = readFields(contactMembers, value, problems)
  if (value.email === undefined) problems.missing('email')
  const wrong = problems.summary()
  return wrong === '' && email !== undefined ? { email, name, message } : new Refusal(wrong)
})

/** Two spellings of one address are one person. */
export const addressKey = (email: string): string => fold(email)

export const contactSchema = schemaUnder(() =>
  z.object({
    contact: field(contact, {
      type: 'object',
      description: 'Who suggests it: email, name and message. Only editors see it.',
    }),
  }),
)

export interface ContactFields {
  readonly email: string
  readonly name: string | undefined
  readonly message: string | undefined
}

const text = (description: string) => field(z.nullable(anyText), { type: 'string', description })

/** What may be suggested unless the host says otherwise, for the documentation. */
export const suggestionBody = schemaUnder((rules) => {
  const { title, description, start_date, end_date, all_day, timezone, website, cost, categories } =
    eventBody(rules).shape
  return z.object({
    ...{ title, description, start_date, end_date, all_day, timezone, website, cost, categories },
    venue: text('Its name.'),
    organizer: field(z.nullable(z.union([anyText, anyList])), { description: 'A name, or a list of names.' }),
    ...contactSchema(rules).shape,
    website_confirm: text('Hidden in forms: people leave it empty.'),
  })
})
