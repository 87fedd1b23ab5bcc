import { parseDate } from '../domain/date-text.ts'
import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { dateText, wire } from './wire.ts'
import { clearableHtml, image, status, textIfAny, userId } from './wire-body.ts'

/** Only parsed here. The operation checks whether the date exists, because that depends on the zone. */
export const writtenDate = wire(dateText, (text) => parseDate(text))

/** A date, or the zeros that responses show for a draft without a date. Zeros count as absent. */
const dateIfAny = wire(dateText, (text) =>
  /^\s*0000-00-00(?:[T ]00:00(?::00)?)?\s*$/i.test(text) ? undefined : parseDate(text),
)

/** The slug of a record; '' counts as absent. */
export const slugText = (limits: Limits) => textIfAny(limits.line)

/** The fields that events, venues and organizers share. */
export const postShape = (limits: Limits) => ({
  author: field(userId, {
    type: 'integer',
    description: 'ID of the author, a number or a text.',
  }),
  date: field(dateIfAny, { type: 'string', description: 'Publication date, in the time zone of the site.' }),
  date_utc: field(dateIfAny, { type: 'string', description: 'Publication date, in UTC.' }),
  description: field(clearableHtml(limits.text), {
    type: 'string',
    default: null,
    description: 'HTML; it is sanitized.',
  }),
  status: field(status(), {
    type: 'string',
    description:
      'publish, future, draft, pending, private or trash. A date to come makes publish into future.',
  }),
  slug: field(slugText(limits), {
    type: 'string',
    description: 'Default: made from the name, with a number if another record has it.',
  }),
  image: field(image(limits), {
    type: 'string',
    default: null,
    description: 'ID or http(s) URL of an image; empty for none.',
  }),
})
