/*
 * What features call of the core: all that reads, writes or answers. What is pure (`domain`, `schema`, `fields`, `present`,
 * `errors`) they import as it is.
 */

export type { Change, ChangeOf, Condition, Content, Document, Storage } from '../storage/contract.ts'
export { type Caller, has, mayRead } from './access/policy.ts'
export type { Answer, Params, RequestContext, UploadedFile } from './mount/request.ts'
export type { CompleteOptions, Erase, Reader, Site } from './mount/site.ts'
export { decide, type Prepared, prepare } from './operations/events/decide-event.ts'
export { embed } from './operations/events/embed.ts'
export { planEventErasure } from './operations/events/erase-event.ts'
export { nextTimes } from './operations/events/next-times.ts'
export { completeSeries } from './operations/events/series/complete-series.ts'
export { isSeries, readOccurrences, readSeries } from './operations/events/series/series.ts'
export { planNewSeries, planUpdate } from './operations/events/series/write-series.ts'
export { trash, type Written, write } from './operations/events/write.ts'
export { updateEvent } from './operations/events/write-event.ts'
export { createEvents } from './operations/importing/create-events.ts'
export { contentOf, type FileSite, formatOf, markOf, marksOf } from './operations/importing/read-file.ts'
export {
  putNamed,
  putNote,
  readNamed,
  readNote,
  readNotes,
  removeExtra,
} from './operations/journal/extras.ts'
export { type Entry, entryIn } from './operations/journal/outbox.ts'
export { ownedBy } from './operations/journal/owned-by.ts'
export { expiryAfter, isExpired, receiptContent } from './operations/journal/receipts.ts'
export { TakenHere } from './operations/linked/taken-here.ts'
export { organizerWrites, venueWrites } from './operations/linked/write-linked.ts'
export { findRecord } from './operations/reading/find-record.ts'
export { formParts } from './operations/reading/form-parts.ts'
export { HeldBytes } from './operations/reading/held-bytes.ts'
export { demandUnmerged, demandWhole } from './operations/reading/merged.ts'
export { findInParts } from './operations/reading/parts.ts'
export { readRecord } from './operations/reading/read-record.ts'
export { readStaying } from './operations/reading/staying.ts'
export { findByName } from './operations/terms/term-refs.ts'
export { demandChange, demandVersion } from './operations/writing/change-checks.ts'
export { commit } from './operations/writing/commit.ts'
export { planBlanks, planErasure, planSeriesErasure } from './operations/writing/erase.ts'
export { commitFitting } from './operations/writing/fitting.ts'
export { demandUnanswered, once, type Receipt, receiptChange } from './operations/writing/once.ts'
export type { Plan, Writer } from './operations/writing/plan.ts'
export type { HostFields } from './operations/writing/post-fields.ts'
export { postSlug } from './operations/writing/slugs.ts'
export { stampNow } from './operations/writing/stamp.ts'
