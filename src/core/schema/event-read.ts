import * as z from 'zod/mini'
import { type About, field } from './field.ts'
import { fieldsShape } from './lists.ts'
import { schemaUnder } from './rules.ts'
import { filledText } from './wire.ts'

/** Maximum length of an event's password, in characters. */
export const PASSWORD_LENGTH = 255

export const PASSWORD_ABOUT: About = { type: 'string', description: 'Opens an event that has this password.' }

/** A password that opens an event. */
const eventPassword = () => field(filledText(PASSWORD_LENGTH), PASSWORD_ABOUT)

/** The parameters of a single event in any format. */
export const eventPasswordSchema = schemaUnder(() => z.object({ password: eventPassword() }))

/** The parameters of reading a single event. */
export const eventReadSchema = schemaUnder(({ limits }) =>
  z.object({ password: eventPassword(), ...fieldsShape(limits) }),
)

export type EventReadFields = z.output<ReturnType<typeof eventReadSchema>>
