/*
 * The public interface.
 *
 * Times: `…_date` texts are `YYYY-MM-DD HH:MM:SS`. IDs are positive integers; events, venues, organizers and images
 * share one sequence, categories and tags another.
 */

export type * from './api.ts'
export type * from './changes.ts'
export type * from './custom-fields.ts'
export type * from './hosts.ts'
export type * from './images.ts'
export type * from './options.ts'
export type * from './records.ts'
export type * from './sources.ts'
export type * from './suggestion-contact.ts'
export type * from './suggestions.ts'
