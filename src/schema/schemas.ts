import type { Limits } from '../types.ts'
import { eventReadSchema, eventSchema } from './events.ts'
import { organizerSchema, venueSchema } from './linked.ts'
import { eventListSchema, indexSchema, linkedListSchema, tagListSchema, termListSchema } from './lists.ts'
import { categorySchema, tagSchema } from './terms.ts'

/** What requests are read by, under the limits of a site. */
export interface Schemas {
  readonly event: ReturnType<typeof eventSchema>
  readonly eventRead: ReturnType<typeof eventReadSchema>
  readonly venue: ReturnType<typeof venueSchema>
  readonly organizer: ReturnType<typeof organizerSchema>
  readonly category: ReturnType<typeof categorySchema>
  readonly tag: ReturnType<typeof tagSchema>
  readonly eventList: ReturnType<typeof eventListSchema>
  readonly linkedList: ReturnType<typeof linkedListSchema>
  readonly categoryList: ReturnType<typeof termListSchema>
  readonly tagList: ReturnType<typeof tagListSchema>
  readonly index: ReturnType<typeof indexSchema>
}

/**
 * Each schema is made when it is first asked for, and kept: a process that starts to answer one request needs one of
 * them. All of them were 10 ms of CPU time at every start, nine tenths of what `createEventsApi` took.
 */
export function createSchemas(limits: Limits): Schemas {
  const made: { -readonly [Name in keyof Schemas]?: Schemas[Name] } = {}
  const schemas: Schemas = {
    get event() {
      made.event ??= eventSchema(limits, schemas)
      return made.event
    },
    get eventRead() {
      made.eventRead ??= eventReadSchema()
      return made.eventRead
    },
    get venue() {
      made.venue ??= venueSchema(limits)
      return made.venue
    },
    get organizer() {
      made.organizer ??= organizerSchema(limits)
      return made.organizer
    },
    get category() {
      made.category ??= categorySchema(limits)
      return made.category
    },
    get tag() {
      made.tag ??= tagSchema(limits)
      return made.tag
    },
    get eventList() {
      made.eventList ??= eventListSchema(limits)
      return made.eventList
    },
    get linkedList() {
      made.linkedList ??= linkedListSchema(limits)
      return made.linkedList
    },
    get categoryList() {
      made.categoryList ??= termListSchema(limits)
      return made.categoryList
    },
    get tagList() {
      made.tagList ??= tagListSchema(limits)
      return made.tagList
    },
    get index() {
      made.index ??= indexSchema()
      return made.index
    },
  }
  return schemas
}
