import type { Limits } from '../types.ts'
import { eventFeedSchema, eventListSchema } from './event-list.ts'
import { eventReadSchema, eventSchema } from './events.ts'
import { organizerSchema, venueSchema } from './linked.ts'
import { indexSchema, linkedListSchema, tagListSchema, termListSchema } from './lists.ts'
import { categorySchema, tagSchema } from './terms.ts'

/** The schemas that read requests, under the limits of a site. */
export type Schemas = ReturnType<typeof createSchemas>

/**
 * Each schema is created on first use, because a process needs only one of them to respond to its first request. All of
 * them took 10 ms of CPU time at every start, nine tenths of `createEventsApi`.
 */
export function createSchemas(limits: Limits) {
  const venue = once(() => venueSchema(limits))
  const organizer = once(() => organizerSchema(limits))
  return {
    event: once(() => eventSchema(limits, { venue, organizer })),
    eventRead: once(eventReadSchema),
    venue,
    organizer,
    category: once(() => categorySchema(limits)),
    tag: once(() => tagSchema(limits)),
    eventList: once(() => eventListSchema(limits)),
    eventFeed: once(() => eventFeedSchema(limits)),
    linkedList: once(() => linkedListSchema(limits)),
    categoryList: once(() => termListSchema(limits)),
    tagList: once(() => tagListSchema(limits)),
    index: once(indexSchema),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
