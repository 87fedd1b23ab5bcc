/*
 * All that writes, in one chunk, with what follows writes, and filters by the fields that writes check. Loaded with the
 * first of them, so that a new process answers its first read sooner.
 */

export { syncChanges } from './changes/sync.ts'
export { readCustomFilters } from './custom-filters.ts'
export { commitChanges, putChange } from './plan.ts'
export { purgeTrash } from './purge.ts'
export { completeSeries } from './series.ts'
export { createEvent, createInTurn, deleteEvent, updateEvent } from './write-event.ts'
export { organizerWrites, venueWrites } from './write-linked.ts'
export { createTerm, deleteTerm, updateTerm } from './write-term.ts'
