import * as z from 'zod/mini'
import { field } from './field.ts'
import { filledText } from './wire.ts'

/** Maximum length of an event's password, in characters. */
export const PASSWORD_LENGTH = 255

/** The parameters of reading a single event. */
export const eventReadSchema = () =>
  z.object({
    password: field(filledText(PASSWORD_LENGTH), {
      type: 'string',
      description: 'Opens an event that has this password.',
    }),
  })
