/*
 * The errors of storages. A file of its own: the core handles them from its start, and needs no keys and filters for it.
 */

/** The storage cannot answer now: connection lost, locked for too long, or closed. The API responds with 503. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The commit exceeds the storage's limit; nothing was written. The API responds with 413. */
export class CommitTooLarge extends Error {
  override readonly name = 'CommitTooLarge'
}

/** Checks the name, because a storage may bundle its own copy of the class. */
export const isTooLarge = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'CommitTooLarge'

/** Checks the name, because a storage may bundle its own copy of the class. */
export const isUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'StorageUnavailable'
