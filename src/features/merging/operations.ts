/* The operations, loaded with the first merge, or to complete one. */

export { completeMerges } from './complete-merges.ts'
export { mergeRecords } from './merge.ts'
