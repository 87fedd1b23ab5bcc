import { databaseOf } from '../databases/databases.ts'

/** Answers that are ready, on `node:http`. */
export const FLOOR = 'floor'

const BY_HAND = 'by hand, '

/** The hand-written interface on this database. */
export const byHandOn = (database: string): string => BY_HAND + database

/** The database of a hand-written contender, `undefined` for all others. */
export const databaseByHand = (name: string): string | undefined =>
  name.startsWith(BY_HAND) ? name.slice(BY_HAND.length) : undefined

export const isLibrary = (name: string): boolean => name !== FLOOR && databaseByHand(name) === undefined

/** The hand-written contender that a storage is compared with: on the same database, or on SQLite where there is none. */
export const rivalOf = (storage: string): string =>
  byHandOn(databaseOf(storage).openByHand === undefined ? 'sqlite' : storage)
