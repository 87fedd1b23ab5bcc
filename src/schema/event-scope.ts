import * as z from 'zod/mini'
import { eventPassword } from './event-read.ts'
import { field } from './field.ts'
import { flag } from './wire.ts'

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

const forceField = (description: string) =>
  field(flag, { type: 'boolean', default: false, client: 'boolean', description })

/** The parameters of a deletion of a venue or organizer. */
export const removeSchema = () =>
  z.object({
    force: forceField('true: for good, not to the trash. Only administrators and editors may do this.'),
  })

/** The parameters of a deletion of a term. Clients must send `force` elsewhere, because terms have no trash. */
export const termRemoveSchema = () =>
  z.object({ force: forceField('Accepted, and changes nothing: terms are always deleted for good.') })

/** The parameters of a deletion of an event. Clients send a password here. It is accepted and not needed. */
export const eventRemoveSchema = () =>
  z.extend(eventScopeSchema(), { ...removeSchema().shape, password: eventPassword() })
