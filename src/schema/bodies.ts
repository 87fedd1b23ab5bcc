import type { DeclaredFields } from '../domain/custom-fields.ts'
import type { PostKind } from '../domain/records.ts'
import type { Limits } from '../types.ts'
import { eventRemoveSchema, eventScopeSchema, removeSchema, termRemoveSchema } from './event-scope.ts'
import { eventSchema } from './events.ts'
import { organizerSchema, venueSchema } from './linked.ts'
import { once, sharedUnder } from './schemas.ts'
import { syncSchema } from './sync.ts'
import { categorySchema, tagSchema } from './terms.ts'

/** The schemas of bodies, and of what few clients request. They are loaded on first use. */
export type Bodies = ReturnType<typeof bodiesUnder>

export const createBodies = (limits: Limits, { event, venue, organizer }: DeclaredFields): Bodies =>
  shared(limits, { event: event.length > 0, venue: venue.length > 0, organizer: organizer.length > 0 })

const shared = sharedUnder(bodiesUnder)

/** `isCustom`: the kinds that have custom fields. */
function bodiesUnder(limits: Limits, isCustom: Readonly<Record<PostKind, boolean>>) {
  const venue = once(() => venueSchema(limits, isCustom.venue))
  const organizer = once(() => organizerSchema(limits, isCustom.organizer))
  return {
    event: once(() => eventSchema(limits, { venue, organizer }, isCustom.event)),
    eventScope: once(eventScopeSchema),
    eventRemove: once(eventRemoveSchema),
    remove: once(removeSchema),
    termRemove: once(termRemoveSchema),
    venue,
    organizer,
    category: once(() => categorySchema(limits)),
    tag: once(() => tagSchema(limits)),
    sync: once(() => syncSchema(limits)),
  }
}
