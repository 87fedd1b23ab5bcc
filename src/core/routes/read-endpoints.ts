/*
 * Reads of what is not an event. They are loaded with the first of them: most calendars are asked for events alone, and
 * what an event shows of its venues, organizers and terms is with the events. `GET /me`, counts, lists by cursor and
 * `_fields` are here, because chunks of their own would split those of the start.
 */

export { askedOfEvents } from '../operations/asked.ts'
export { walkEvents } from '../operations/events/walk-events.ts'
export { countEvents } from './count-events.ts'
export { organizerReads, venueReads } from './linked-reads.ts'
export { readMe } from './me.ts'
export { categoryReads, tagReads } from './term-reads.ts'
