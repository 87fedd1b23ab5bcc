import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isNotMigrated, isUnavailable, type Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import type { SqlDialect } from 'kalends/storage/sql'
import { type CalendarNames, checkNames, type DatabaseType, noCalendar, wordsOf } from './calendar-names.ts'
import type { Connection } from './connection.ts'
import { openLmdb, openSqlite } from './database-files.ts'
import { readName } from './database-name.ts'
import { SERVERS } from './database-servers.ts'
import { codeOf, Failure, messageOf, UsageError } from './usage.ts'

export interface Database {
  readonly kind: 'memory' | 'file' | 'server'
  /** For people: the path as given, or the URL without its password. */
  readonly name: string
  /** The words of a command line that name this calendar. */
  readonly words: string
  /** Whether the file was not there before. */
  readonly isNew: boolean
  readonly storage: Storage
  /** Throws a `Failure` where this is the database's own answer, else the error as it is. */
  refuse(error: unknown): never
  /** For afterwards: the storage does not close what it was given. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** Name of the parameter, for messages. Default: `--database`. */
  readonly parameter?: string
  readonly names?: CalendarNames
  /**
   * What is not there is an error, and so is a calendar that this version cannot read: for calendars that are only read.
   */
  readonly mustExist?: boolean
}

interface Place {
  readonly type: DatabaseType
  readonly name: string
  /** Those that were asked for, and what the address says. */
  readonly names: CalendarNames
  /** Of files. */
  readonly path?: string
  /** Absent for `memory`. */
  open?(): Promise<Connection>
}

/** @param where `memory`, the URL of a server, `lmdb:folder`, or the path of a SQLite file. */
export async function openDatabase(where: string, options: OpenOptions = {}): Promise<Database> {
  const { parameter = '--database', mustExist = false } = options
  const { type, name, path, names, open } = placeOf(where, parameter, options.names ?? {})
  const words = `${parameter} ${name}${wordsOf(names)}`
  if (open === undefined) {
    const refuse = (error: unknown) => {
      throw error
    }
    const close = async () => {}
    return { kind: 'memory', name, words, isNew: true, storage: memoryStorage(), refuse, close }
  }
  const cannot = (reason: string, cause?: unknown) => new Failure(`Cannot use ${name}: ${reason}`, { cause })
  const isNew = path !== undefined && !existsSync(path)
  if (mustExist && isNew) throw cannot(`there is no such ${type === 'lmdb' ? 'folder' : 'file'}`)
  const { storage, codeOf, close } = await open().catch((error: unknown) => {
    throw error instanceof Failure ? error : cannot(reasonOf(error), error)
  })
  function refuse(error: unknown): never {
    if (isNotMigrated(error)) {
      const { found } = error
      if (found === 'nothing') throw cannot(noCalendar(type, names, parameter), error)
      throw cannot(found === 'earlier' ? EARLIER + words.replace(parameter, '--database') : LATER, error)
    }
    const answer = isUnavailable(error) ? (error.cause ?? error) : error
    throw codeOf(answer) === undefined ? error : cannot(reasonOf(answer), error)
  }
  const database = {
    kind: path === undefined ? 'server' : 'file',
    name,
    words,
    isNew,
    storage,
    refuse,
    close,
  } as const
  if (!mustExist) return database
  try {
    await storage.check?.()
    return database
  } catch (error) {
    await close()
    return refuse(error)
  }
}

/** Opens a database for some work, and closes it. What the database refuses is a `Failure`. */
export async function withDatabase<T>(
  where: string,
  options: OpenOptions,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(where, options)
  try {
    return await work(database)
  } catch (error) {
    return database.refuse(error)
  } finally {
    await database.close()
  }
}

const EARLIER = `an earlier version of kalends made this calendar. Make a backup, then bring it up to date: npx kalends migrate `
const LATER = 'a later version of kalends has made or updated this calendar. Install that version.'

/** Throws a `UsageError` for what names no database and no calendar, without opening one. */
export function checkPlace(where: string, { parameter = '--database', names = {} }: OpenOptions = {}): void {
  placeOf(where, parameter, names)
}

/** Throws a `UsageError` for what is no SQLite file. */
export function sqlitePlace(where: string, asked: CalendarNames) {
  const { type, name, names, path } = placeOf(where, '--database', asked)
  if (type === 'sqlite' && path !== undefined) return { name, names, path }
  throw new UsageError(
    `--database: ${name} is not a SQLite file. Its own tools restore it: see the page Operating.`,
  )
}

/** The language of a database and the names of its calendar, without opening it; no language if it does not speak SQL. */
export function dialectOf(
  where: string,
  asked: CalendarNames,
): { readonly dialect: SqlDialect | undefined; readonly names: CalendarNames } {
  const { type, names } = placeOf(where, '--database', asked)
  return { dialect: type === 'sqlite' || type === 'postgres' || type === 'mysql' ? type : undefined, names }
}

function placeOf(given: string, parameter: string, asked: CalendarNames): Place {
  const { where, names } = readName(given, asked, parameter)
  const place = databaseAt(where, parameter, names)
  checkNames(place.type, names, parameter)
  return place
}

function databaseAt(where: string, parameter: string, names: CalendarNames): Place {
  if (where === 'memory') return { type: 'memory', name: where, names }
  const folder = folderOf(where)
  if (folder !== undefined) {
    const path = resolve(folder)
    return { type: 'lmdb', name: where, names, path, open: () => openLmdb(path, names) }
  }
  const server = serverOf(where, parameter)
  if (server !== undefined) return { ...server, names, open: () => server.open(where, names) }
  const path = resolve(where)
  return { type: 'sqlite', name: where, names, path, open: () => openSqlite(path, names) }
}

/** The folder of `lmdb:folder`. */
const folderOf = (where: string): string | undefined => /^lmdb:(?:\/\/(?=\/))?(.+)$/is.exec(where)?.[1]

/** `undefined` for what is no URL. Nothing that is said of one may give its password away. */
function serverOf(where: string, parameter: string) {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(where) ?? []
  if (scheme === undefined || scheme.toLowerCase() === 'lmdb') return undefined
  const kind = SERVERS[scheme.toLowerCase()]
  if (!kind) {
    throw new UsageError(
      `${parameter}: ${scheme}:// is not one of memory, postgres://…, mysql://…, redis://…, lmdb:folder and the path of a SQLite file.`,
    )
  }
  const url = URL.canParse(where) ? new URL(where) : undefined
  // A password with a slash in it, as it stands, ends where the path begins, and the path would be shown.
  if (!url || (where.includes('@') && url.username === '' && url.password === '')) {
    throw new UsageError(
      `${parameter}: this ${scheme}:// URL cannot be read. In a password, write %23 for #, %2F for /, %3F for ?, %40 for @.`,
    )
  }
  const { protocol, username, password, host, pathname } = url
  const user = username === '' && password === '' ? '' : `${username}${password === '' ? '' : ':***'}@`
  return { ...kind, name: `${protocol}//${user}${host}${pathname}` }
}

function reasonOf(error: unknown): string {
  // One error for each address that a name has, in a wrapping without a message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ')
  if (codeOf(error) === 'EISDIR') return 'it is a folder'
  return codeOf(error) === 'ENOENT' ? 'there is no such folder' : messageOf(error)
}
