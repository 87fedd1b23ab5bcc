import type { Limits } from '../types.ts'
import { field } from './field.ts'
import { clearableHtml, filledText, id, image, status } from './wire.ts'

/** Longest text that is read as a date or time. */
const DATE_LENGTH = 128

export const dateText = filledText(DATE_LENGTH)

/** The fields that events, venues and organizers share. */
export const postShape = (limits: Limits) => ({
  author: field(id('a user'), { type: 'integer', description: 'ID of the user who is to be the author.' }),
  date: field(dateText, { type: 'string', description: 'Publication date, in the time zone of the site.' }),
  date_utc: field(dateText, { type: 'string', description: 'Publication date, in UTC.' }),
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
  slug: field(filledText(limits.line), {
    type: 'string',
    description: 'Made from the name when it is not given, and numbered while another record has it.',
  }),
  image: field(image(limits), {
    type: 'string',
    default: null,
    description: 'ID or http(s) URL of an image; empty for none.',
  }),
})
