/* The formats of feeds, in one chunk. Loaded with the first request for a feed. */

export { writeCalendar } from './ics.ts'
export { writeRss } from './rss.ts'
