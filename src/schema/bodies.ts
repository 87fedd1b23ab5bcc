import type { Limits } from '../types.ts'
import { eventRemoveSchema, eventScopeSchema } from './event-scope.ts'
import { eventSchema } from './events.ts'
import { organizerSchema, venueSchema } from './linked.ts'
import { once } from './schemas.ts'
import { categorySchema, tagSchema } from './terms.ts'

/** The schemas of bodies, under the limits of a site. They are loaded with the first write. */
export type Bodies = ReturnType<typeof createBodies>

export function createBodies(limits: Limits) {
  const venue = once(() => venueSchema(limits))
  const organizer = once(() => organizerSchema(limits))
  return {
    event: once(() => eventSchema(limits, { venue, organizer })),
    eventScope: once(eventScopeSchema),
    eventRemove: once(eventRemoveSchema),
    venue,
    organizer,
    category: once(() => categorySchema(limits)),
    tag: once(() => tagSchema(limits)),
  }
}
