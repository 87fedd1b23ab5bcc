import * as z from 'zod/mini'
import { PASSWORD_ABOUT, PASSWORD_LENGTH } from './event-read.ts'
import { fieldOr, ignoredField } from './field-or.ts'
import { schemaUnder } from './rules.ts'
import { filledText, flag } from './wire.ts'

const dryRunField = () =>
  fieldOr(flag, {
    type: 'boolean',
    default: false,
    client: 'boolean',
    description:
      'true: nothing is written. The response says of how many dates the times change, how many keep times of their own, how many go and how many are new.',
  })

const warnShape = () => ({
  warn: fieldOr(flag, {
    type: 'boolean',
    default: false,
    client: 'boolean',
    description:
      'true: the answer has warnings, of what is no error: venue_taken, other events there at that time; recurrence_ignored, in a form of another program.',
  }),
})

/** Which occurrences of a series a write means. */
const eventScopeSchema = schemaUnder(() =>
  z.object({
    dry_run: dryRunField(),
    scope: fieldOr(z.enum(['this', 'future', 'all'], 'must be this, future or all'), {
      type: 'string',
      default: 'this',
      client: "'this' | 'future' | 'all'",
      description:
        'For an event that repeats: this occurrence, this one and those after it, or all of the series.',
    }),
  }),
)

/** The parameters of a create, and of an update, beside the body. */
export const eventCreateQuery = schemaUnder(() => z.object({ dry_run: dryRunField(), ...warnShape() }))
export const eventUpdateQuery = schemaUnder((rules) => z.extend(eventScopeSchema(rules), warnShape()))

export interface Warn {
  readonly warn: boolean
}

export type DryRun = Pick<z.output<ReturnType<typeof eventCreateQuery>>, 'dry_run'>
export type EventScope = z.output<ReturnType<typeof eventScopeSchema>>

const forceField = (description: string) =>
  fieldOr(flag, { type: 'boolean', default: false, client: 'boolean', description })

/** The parameters of a deletion of a venue or organizer. */
export const removeSchema = schemaUnder(() =>
  z.object({
    force: forceField('true: for good, not to the trash. Only administrators and editors may do this.'),
  }),
)

export type Removal = z.output<ReturnType<typeof removeSchema>>

/** The parameters of a deletion of a term. Clients must send `force` elsewhere, because terms have no trash. */
export const termRemoveSchema = schemaUnder(() =>
  z.object({ force: forceField('Accepted, and changes nothing: terms are always deleted for good.') }),
)

/** The parameters of a deletion of an event. Clients send a password here. Any is accepted, and none is needed. */
export const eventRemoveSchema = schemaUnder((rules) =>
  z.extend(eventScopeSchema(rules), {
    ...removeSchema(rules).shape,
    password: ignoredField(filledText(PASSWORD_LENGTH), PASSWORD_ABOUT),
  }),
)
