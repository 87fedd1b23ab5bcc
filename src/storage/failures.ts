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

/**
 * `migrate()` of this version of the library has not prepared what is stored. The API responds with 500 and says so: a
 * client cannot mend it by waiting.
 */
export class StorageNotMigrated extends Error {
  override readonly name = 'StorageNotMigrated'
  /** What is stored: no calendar, one of an earlier version, or one of a later version. */
  readonly found: 'nothing' | 'earlier' | 'later'

  constructor(message: string, found: StorageNotMigrated['found'], options: { cause?: unknown } = {}) {
    super(message, options)
    this.found = found
  }
}

/** Checks the name, because a storage may bundle its own copy of the class. */
export const isNotMigrated = (error: unknown): error is StorageNotMigrated =>
  error instanceof Error && error.name === 'StorageNotMigrated'
