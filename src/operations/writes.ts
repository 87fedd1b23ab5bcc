/*
 * All that writes, in one chunk, with what follows writes. Loaded with the first write, so that a new process answers
 * its first read sooner.
 */

export { syncChanges } from './changes/sync.ts'
export { commitChanges, putChange } from './plan.ts'
export { purgeTrash } from './purge.ts'
export { completeSeries } from './series.ts'
export { createEvent, createInTurn, deleteEvent, updateEvent } from './write-event.ts'
export { organizerWrites, venueWrites } from './write-linked.ts'
export { createTerm, deleteTerm, updateTerm } from './write-term.ts'
