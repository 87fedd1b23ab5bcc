/** The owner of the notes of merges that are not complete. */
export const PENDING_MERGE = 'merge'
