import * as z from 'zod/mini'
import { idOrText, optionalText, text, whole } from '../../core/schema/answer-parts.ts'
import { ANSWERS } from '../../core/schema/answers.ts'

const revision = {
  n: whole,
  date_utc: text,
  user: z.nullable(z.object({ id: idOrText, name: optionalText })),
  fields: z.array(text),
}

export const EventRevision = z.object({ ...revision, event: z.nullable(ANSWERS.Event) })
export const VenueRevision = z.object({ ...revision, venue: z.nullable(ANSWERS.Venue) })
export const OrganizerRevision = z.object({ ...revision, organizer: z.nullable(ANSWERS.Organizer) })
