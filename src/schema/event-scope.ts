import * as z from 'zod/mini'
import { eventPassword } from './event-read.ts'
import { field } from './field.ts'

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
export const eventRemoveSchema = () => z.extend(eventScopeSchema(), { password: eventPassword() })
