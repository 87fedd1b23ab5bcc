import { either, list, object, of, orNull, text, whole } from '../../core/schema/answer-parts.ts'

/* `npm run docs` writes this file from `answer-types.ts`. */

export const ANSWERS = {
  EventRevision: object({
    n: whole,
    date_utc: text,
    user: orNull(object({ id: either(whole, text), 'name?': text })),
    fields: list(text),
    event: orNull(of('Event')),
  }),
  VenueRevision: object({
    n: whole,
    date_utc: text,
    user: orNull(object({ id: either(whole, text), 'name?': text })),
    fields: list(text),
    venue: orNull(of('Venue')),
  }),
  OrganizerRevision: object({
    n: whole,
    date_utc: text,
    user: orNull(object({ id: either(whole, text), 'name?': text })),
    fields: list(text),
    organizer: orNull(of('Organizer')),
  }),
}
