import type { Limits } from '../types.ts'
import { eventFeedSchema, eventListSchema } from './event-list.ts'
import { eventPasswordSchema, eventReadSchema } from './event-read.ts'
import { indexSchema, linkedListSchema, readSchema, tagListSchema, termListSchema } from './lists.ts'

/** The schemas of queries, under the limits of a site. Those of bodies are in bodies.ts. */
export type Schemas = ReturnType<typeof schemasUnder>

/**
 * Each schema is created on first use, because a process needs only one of them to respond to its first request. All of
 * them took 10 ms of CPU time at every start, nine tenths of `createEventsApi`.
 */
const schemasUnder = (limits: Limits) => ({
  read: once(() => readSchema(limits)),
  eventRead: once(() => eventReadSchema(limits)),
  eventPassword: once(eventPasswordSchema),
  eventList: once(() => eventListSchema(limits)),
  eventFeed: once(() => eventFeedSchema(limits)),
  linkedList: once(() => linkedListSchema(limits)),
  categoryList: once(() => termListSchema(limits)),
  tagList: once(() => tagListSchema(limits)),
  index: once(indexSchema),
})

export const createSchemas = sharedUnder(schemasUnder)

/**
 * What calendars with equal limits share: schemas are the largest part of a calendar in memory, and a process may have a
 * thousand calendars. Only what was made last is kept, so that other limits each time do not add up.
 */
export function sharedUnder<T, A extends readonly unknown[]>(make: (...from: A) => T): (...from: A) => T {
  let last: { readonly from: string; readonly made: T } | undefined
  return (...from) => {
    const text = JSON.stringify(from)
    if (last?.from !== text) last = { from: text, made: make(...from) }
    return last.made
  }
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
