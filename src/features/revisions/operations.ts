/* Loaded with the first request for a state. */

export { listRevisions } from './list-revisions.ts'
export { restoreEvent, restoreOrganizer, restoreVenue } from './restore.ts'
