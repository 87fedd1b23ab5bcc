import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { parseDate } from '../domain/time/date-text.ts'
import { field } from './field.ts'
import { atMost, dateText, wire } from './wire.ts'
import { anyList, anyObject, clearableHtml, image, status, textIfAny, userId } from './wire-body.ts'

/** Only parsed here. The operation checks whether the date exists, because that depends on the zone. */
export const writtenDate = wire(dateText, (text) => parseDate(text))

/** A date, or the zeros that responses show for a draft without a date. Zeros count as absent. */
const dateIfAny = wire(dateText, (text) =>
  /^\s*0000-00-00(?:[T ]00:00(?::00)?)?\s*$/i.test(text) ? undefined : parseDate(text),
)

const none = wire(anyList.check(atMost(0)), () => ({}))

/**
 * The values are checked where the schemas of the host are known. Calendars without custom fields have no such row, so
 * that their index and their documentation do not name it; the type need not tell, because every row may be absent.
 */
function customShape(isCustom: boolean) {
  const shape = {
    custom_fields: field(z.union([anyObject, none], 'must be an object'), {
      type: 'object',
      description: 'Fields of this calendar, by name; null removes a value.',
    }),
  }
  if (!isCustom) Reflect.deleteProperty(shape, 'custom_fields')
  return shape
}

/** The slug of a record; '' counts as absent. */
export const slugText = (limits: Limits) => textIfAny(limits.line)

/** The fields that events, venues and organizers share. */
export const postShape = (limits: Limits, isCustom: boolean) => ({
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
  ...customShape(isCustom),
})
