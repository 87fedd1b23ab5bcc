/*
 * The endpoints that write, with the schemas of their bodies, and `/changes`, which follows writes. Loaded with the first
 * request for one. The operations come later, so that the index, which describes these endpoints, is loaded without them.
 */

export { runBatch } from './batch.ts'
export { listChanges } from './changes.ts'
export { createEvent, deleteEvent, updateEvent } from './event-writes.ts'
export { organizerWrites, venueWrites } from './linked-writes.ts'
export { categoryWrites, tagWrites } from './term-writes.ts'
