/*
 * All that writes, in one chunk, with what follows writes. Loaded with the first of them, so that a new process answers
 * its first read sooner.
 */

export { syncChanges } from './changes/sync.ts'
export { areNames, erasePerson, isAddress } from './erase-person.ts'
export { createExtender } from './events/series/extend-series.ts'
export { withWarnings } from './events/warnings.ts'
export { createEvent, deleteEvent, updateEvent } from './events/write-event.ts'
export { organizerWrites, venueWrites } from './linked/write-linked.ts'
export { purgeTrash } from './purge.ts'
export { createTerm, deleteTerm, updateTerm } from './terms/write-term.ts'
export { upgradeAll } from './upgrade.ts'
export { changeOnce } from './writing/change-once.ts'
export { commit } from './writing/commit.ts'
export { commitIfItFits } from './writing/plan.ts'
