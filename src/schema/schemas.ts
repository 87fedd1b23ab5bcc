import type { Limits } from '../types.ts'
import { eventFeedSchema, eventListSchema } from './event-list.ts'
import { eventPasswordSchema, eventReadSchema } from './event-read.ts'
import { indexSchema, linkedListSchema, readSchema, tagListSchema, termListSchema } from './lists.ts'

/** The schemas of queries, under the limits of a site. Those of bodies are in bodies.ts. */
export type Schemas = ReturnType<typeof createSchemas>

/**
 * Each schema is created on first use, because a process needs only one of them to respond to its first request. All of
 * them took 10 ms of CPU time at every start, nine tenths of `createEventsApi`.
 */
export function createSchemas(limits: Limits) {
  return {
    read: once(() => readSchema(limits)),
    eventRead: once(() => eventReadSchema(limits)),
    eventPassword: once(eventPasswordSchema),
    eventList: once(() => eventListSchema(limits)),
    eventFeed: once(() => eventFeedSchema(limits)),
    linkedList: once(() => linkedListSchema(limits)),
    categoryList: once(() => termListSchema(limits)),
    tagList: once(() => tagListSchema(limits)),
    index: once(indexSchema),
  }
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
