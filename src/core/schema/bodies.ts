import { eventSchema } from './events.ts'
import { organizerSchema, venueSchema } from './linked.ts'
import { schemaUnder } from './rules.ts'
import { categorySchema, tagSchema } from './terms.ts'

/* The schemas of the records in bodies. */

export const venueBody = schemaUnder(({ limits, isCustom }) => venueSchema(limits, isCustom.venue))

export const organizerBody = schemaUnder(({ limits, isCustom }) =>
  organizerSchema(limits, isCustom.organizer),
)

/** What a new event cannot be without. */
export const EVENT_REQUIRED = ['title', 'start_date', 'end_date'] as const

export const eventBody = schemaUnder((rules) =>
  eventSchema(
    rules.limits,
    { venue: () => venueBody(rules), organizer: () => organizerBody(rules) },
    rules.isCustom.event,
  ),
)

export const categoryBody = schemaUnder(({ limits }) => categorySchema(limits))

export const tagBody = schemaUnder(({ limits }) => tagSchema(limits))
