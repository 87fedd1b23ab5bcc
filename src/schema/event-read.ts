import * as z from 'zod/mini'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { fieldsShape } from './lists.ts'
import { filledText } from './wire.ts'

/** Maximum length of an event's password, in characters. */
export const PASSWORD_LENGTH = 255

const password = () =>
  field(filledText(PASSWORD_LENGTH), {
    type: 'string',
    description: 'Opens an event that has this password.',
  })

/** The parameters of a single event in any format. */
export const eventPasswordSchema = () => z.object({ password: password() })

/** The parameters of reading a single event. */
export const eventReadSchema = (limits: Limits) => z.object({ password: password(), ...fieldsShape(limits) })

/** Which occurrences of a series a write means. */
export const eventScopeSchema = () =>
  z.object({
    scope: field(z.enum(['this', 'future', 'all'], 'must be this, future or all'), {
      type: 'string',
      default: 'this',
      client: "'this' | 'future' | 'all'",
      description:
        'For an event that repeats: this occurrence, this one and those after it, or all of the series.',
    }),
  })

/** The parameters of a deletion. Clients send a password here. It is accepted and not needed. */
export const eventRemoveSchema = () => z.extend(eventScopeSchema(), { password: password() })
