import * as z from 'zod/mini'
import { isAddress } from '../../core/domain/text/address.ts'
import { oneLine } from '../../core/domain/text/one-line.ts'
import { eventBody } from '../../core/schema/bodies.ts'
import { field } from '../../core/schema/field.ts'
import { readFields } from '../../core/schema/read.ts'
import { schemaUnder } from '../../core/schema/rules.ts'
import { anyText, Refusal, wire } from '../../core/schema/wire.ts'
import { anyList, anyObject, clearableLine, clearableText } from '../../core/schema/wire-body.ts'
import { Problems } from '../../errors.ts'

/* What the public may send. */

/** Characters of what is for the editors only. */
const MESSAGE_LENGTH = 5000
const NAME_LENGTH = 200

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
