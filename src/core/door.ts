/*
 * What features call of the core: all that reads, writes or answers. What is pure (`domain`, `schema`, `fields`, `present`,
 * `errors`) they import as it is.
 */

export type { Change, Condition } from '../storage/contract.ts'
export { type Caller, has, mayRead } from './access/policy.ts'
export type { Answer, Params, RequestContext } from './mount/request.ts'
export type { CompleteOptions, Site } from './mount/site.ts'
export { embed } from './operations/events/embed.ts'
export { readSeries } from './operations/events/series/series.ts'
export { updateEvent } from './operations/events/write-event.ts'
export { noteId } from './operations/journal/notes.ts'
export { notesNamed } from './operations/journal/notes-named.ts'
export { type Entry, entryIn } from './operations/journal/outbox.ts'
export { organizerWrites, venueWrites } from './operations/linked/write-linked.ts'
export { findRecord } from './operations/reading/find-record.ts'
export { demandUnmerged, demandWhole } from './operations/reading/merged.ts'
export { findInParts } from './operations/reading/parts.ts'
export { readRecord } from './operations/reading/read-record.ts'
export { readStaying } from './operations/reading/staying.ts'
export { demandChange, demandVersion } from './operations/writing/change-checks.ts'
export { commit } from './operations/writing/commit.ts'
export { planBlanks } from './operations/writing/erase.ts'
export { commitFitting } from './operations/writing/fitting.ts'
export type { Plan, Writer } from './operations/writing/plan.ts'
export type { HostFields } from './operations/writing/post-fields.ts'
export { stampNow } from './operations/writing/stamp.ts'
