import { closeSync, existsSync, linkSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { renewCalendarId } from 'kalends/move'
import { isNotMigrated } from 'kalends/storage/contract'
import { noCalendar } from './calendar-names.ts'
import { sqlConnection } from './connection.ts'
import { documentCounts } from './counts.ts'
import { sqlitePlace } from './database.ts'
import { openFile } from './database-files.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { codeOf, Failure, messageOf, UsageError } from './usage.ts'
import { behindLinks, likeBefore, unfinishedBeside } from './whole-file.ts'

const HELP = `Usage: kalends restore FILE [options]

Puts a backup of a SQLite file in place of the calendar. Stop every program that has the calendar open first. The backup
is checked, and brought to this version if it is older; the calendar that was there is kept beside it.

${DATABASE_HELP}
  --quiet            print only errors
  --json             print the result as JSON
  --help`

export const restoreCommand: Command = {
  help: HELP,
  summary: 'put a backup in place of a calendar',
  async run(args) {
    const { values, positionals } = readArguments({
      args,
      allowPositionals: true,
      options: { ...COMMON, ...DATABASE },
    })
    const [backup, ...others] = positionals
    if (backup === undefined || others.length > 0) throw new UsageError('Name one file, the backup.')
    const { path, name, names } = sqlitePlace(values.database, values)
    const target = behindLinks(path)
    checkBackup(backup, target)
    const unfinished = unfinishedBeside(target)
    try {
      await copyOf(backup, unfinished)
      const counts = await makeReady(unfinished, backup, names)
      const kept = existsSync(target) ? await setAside(target, name) : undefined
      if (kept !== undefined) likeBefore(unfinished, statSync(kept))
      // Nobody finds the place empty: this takes it from the old one, which has a second name.
      renameSync(unfinished, target)
      createTerminal(values).report({ database: name, backup, kept, counts }, () => [
        `${backup} is in place of ${name}: ${counts.event} events.`,
        ...(kept === undefined ? [] : [`What was there is kept in ${kept}.`]),
      ])
    } finally {
      for (const ending of ['', ...BESIDE]) rmSync(`${unfinished}${ending}`, { force: true })
    }
  },
}

/** Beside a file that is open, or was when its process ended; SQLite reads them again. */
const BESIDE = ['-wal', '-shm', '-journal']

const FORMAT = 'SQLite format 3\0'

function checkBackup(backup: string, target: string): void {
  const found = statSync(backup, { throwIfNoEntry: false })
  if (found === undefined) throw new Failure(`Cannot read ${backup}: there is no such file`)
  const there = statSync(target, { throwIfNoEntry: false })
  if (found.ino === there?.ino && found.dev === there.dev) {
    throw new UsageError(`${backup} is the calendar itself.`)
  }
  const begin = Buffer.alloc(FORMAT.length)
  if (found.isFile()) {
    const descriptor = openSync(backup, 'r')
    readSync(descriptor, begin)
    closeSync(descriptor)
  }
  if (begin.toString('latin1') !== FORMAT) {
    throw new Failure(
      `${backup} is not a SQLite file. What kalends export wrote is read by kalends import. Nothing was changed.`,
    )
  }
}

/** With what a copy of an open file has beside it. */
async function copyOf(backup: string, unfinished: string): Promise<void> {
  try {
    await copyFile(backup, unfinished)
    if (existsSync(`${backup}-wal`)) await copyFile(`${backup}-wal`, `${unfinished}-wal`)
  } catch (error) {
    throw new Failure(`Cannot copy ${backup}: ${messageOf(error)}`)
  }
}

/** Checks the copy, brings it to this version, and leaves all of it in one file. */
async function makeReady(file: string, backup: string, names: Parameters<typeof sqlConnection>[1]) {
  const damaged = (reason: string) => new Failure(`${backup} is damaged: ${reason}. Nothing was changed.`)
  const opened = await openFile(file).catch((error: unknown) => {
    throw damaged(messageOf(error))
  })
  const { client, close } = opened
  const { storage } = sqlConnection(client, names, close)
  try {
    const [row = {}] = await client.query({ sql: 'pragma integrity_check(1)', values: [] })
    const [said] = Object.values(row)
    if (said !== 'ok') throw damaged(String(said))
    await storage.check?.().catch((error: unknown) => {
      if (!isNotMigrated(error)) throw error
      if (error.found === 'nothing')
        throw new Failure(`${backup}: ${noCalendar('sqlite', names, '--database')}`)
      if (error.found === 'later')
        throw new Failure(`${backup} is of a later version of kalends. Install that.`)
      return storage.migrate()
    })
    // Entries of the journal after the backup had the numbers that new ones get.
    await renewCalendarId(storage)
    const counts = await documentCounts(storage)
    await storage.close()
    await client.query({ sql: 'pragma journal_mode = delete', values: [] })
    return counts
  } catch (error) {
    if (error instanceof Failure || client.codeOf(error) === undefined) throw error
    throw damaged(messageOf(error))
  } finally {
    await close()
  }
}

/** Gives the old calendar a second name, whole; throws a `Failure` while a program has it open. */
async function setAside(target: string, name: string): Promise<string> {
  await expectClosed(target, name)
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '')
  let kept = `${target}.before-restore-${stamp}`
  for (let more = 2; existsSync(kept); more++) kept = `${target}.before-restore-${stamp}-${more}`
  linkSync(target, kept)
  for (const ending of BESIDE) {
    if (existsSync(`${target}${ending}`)) renameSync(`${target}${ending}`, `${kept}${ending}`)
  }
  return kept
}

/** Only who has a file alone can change the mode of its journal. What is in the write-ahead log comes into the file. */
async function expectClosed(target: string, name: string): Promise<void> {
  const inUse = new Failure(`${name} is open in another program. Stop it first. Nothing was changed.`)
  try {
    const { client, close } = await openFile(target)
    try {
      const [row = {}] = await client.query({ sql: 'pragma journal_mode = delete', values: [] })
      if (Object.values(row)[0] !== 'delete') throw inUse
    } catch (error) {
      const code = String(client.codeOf(error))
      if (error === inUse || /^(?:5|6|261|517|SQLITE_(?:BUSY|LOCKED).*)$/.test(code)) throw inUse
      // It is damaged, which may be why there is a backup.
    } finally {
      await close()
    }
  } catch (error) {
    if (error === inUse) throw error
    if (/BUSY|LOCKED/.test(String(codeOf(error))) || /locked/.test(messageOf(error))) throw inUse
  }
}
