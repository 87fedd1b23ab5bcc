/*
 * The endpoints that write, and `/changes`, which follows writes. Loaded with the first request for one.
 */

export { runBatch } from './batch.ts'
export { listChanges } from './changes.ts'
export { createEvent, deleteEvent, updateEvent } from './event-writes.ts'
export { organizerWrites, venueWrites } from './linked-writes.ts'
export { categoryWrites, tagWrites } from './term-writes.ts'
