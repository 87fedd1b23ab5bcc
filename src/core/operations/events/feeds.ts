/* Feeds, in one chunk: their formats, and how they are written. Loaded with the first request for one. */

export { writeCalendar } from '../../present/ics.ts'
export { writeRss } from '../../present/rss.ts'
export { createLongResponses } from '../reading/long-responses.ts'
export { createSlices } from '../reading/slices.ts'
export { writeInSlices } from '../reading/write-in-slices.ts'
export { feedEvents } from './feed-events.ts'
export { newestEvents } from './newest-events.ts'
