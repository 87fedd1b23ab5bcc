import * as z from 'zod/mini'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { fieldsShape } from './lists.ts'
import { filledText } from './wire.ts'

/** Maximum length of an event's password, in characters. */
export const PASSWORD_LENGTH = 255

/** A password that opens an event. */
export const eventPassword = () =>
  field(filledText(PASSWORD_LENGTH), {
    type: 'string',
    description: 'Opens an event that has this password.',
  })

/** The parameters of a single event in any format. */
export const eventPasswordSchema = () => z.object({ password: eventPassword() })

/** The parameters of reading a single event. */
export const eventReadSchema = (limits: Limits) =>
  z.object({ password: eventPassword(), ...fieldsShape(limits) })
