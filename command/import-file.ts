import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type FileReport, importFile as importInto, MoveError } from 'kalends/move'
import type { Database } from './database.ts'
import type { Terminal } from './terminal.ts'
import { codeOf, Failure, messageOf, NotBrought } from './usage.ts'

export interface FileOptions {
  readonly prune: boolean | undefined
  readonly timezone: string | undefined
  /** Names the calendar of the file. */
  readonly source: string | undefined
  readonly encoding: string | undefined
}

/** Reads an export of ours, iCalendar, CSV or a JSON list. */
export async function importFile(
  file: string,
  { prune, timezone, source, encoding }: FileOptions,
  open: () => Promise<Database>,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (file !== '-') await checkFile(file)
  const database = await open()
  const progress = terminal.progress('Importing')
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of file === '-' ? process.stdin : createReadStream(file)) {
      signal.throwIfAborted()
      yield Buffer.from(piece)
    }
  }
  const report = await importInto(database.storage, pieces(), {
    signal,
    prune,
    source,
    encoding,
    ...(timezone === undefined ? {} : { calendar: { timezone } }),
    onProgress: ({ done, total }) => progress(done, total),
  }).catch((error: unknown) => {
    if (!(error instanceof MoveError)) throw error
    const message = error.message.replace('such as windows-1252', 'such as --encoding windows-1252')
    throw new Failure(`${file}: ${message}`)
  })
  // An export has its times with their zones.
  const zone = report.format === 'kalends' ? undefined : (timezone ?? 'UTC')
  const result = { source: file, database: database.name, ...report }
  terminal.report(zone === undefined ? result : { ...result, timezone: zone }, () => [
    ...inWords(file, database, report, prune === true),
    ...(zone === undefined || timezone !== undefined
      ? []
      : [`Times that name no zone were read as ${zone}. --timezone names another one.`]),
  ])
  // What the file says is cancelled is not to be brought.
  if (report.notes.some(({ reason }) => NOT_BROUGHT.includes(reason))) throw new NotBrought()
}

const NOT_BROUGHT: readonly FileReport['notes'][number]['reason'][] = [
  ...(['invalid', 'time zone', 'repeated', 'no such date'] as const),
]

const FORMATS = { ics: 'iCalendar', csv: 'CSV', json: 'a JSON list', kalends: 'an export' } as const

function inWords(file: string, { name }: Database, report: FileReport, prune: boolean): string[] {
  const { read, created, updated, unchanged, trashed, skipped, gone, notes, unknownColumns } = report
  const all = { created, updated, unchanged, 'moved to the trash': trashed, 'not brought': skipped }
  const counts = Object.entries(all).filter(([, count]) => count > 0)
  const where = prune ? 'in the trash now' : 'still here, see --prune'
  return [
    `${name} has what ${file} (${FORMATS[report.format]}) has: ${read} read${counts.map(([what, count]) => `, ${count} ${what}`).join('')}.`,
    ...notes.map(({ line, key, message }) => `  line ${line} (${key}): ${message}`),
    ...(gone.length === 0 ? [] : [`Gone from the file: ${gone.length} events, ${where}.`]),
    ...(unknownColumns.length === 0 ? [] : [`Columns that were not read: ${unknownColumns.join(', ')}.`]),
  ]
}

async function checkFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    const isMissing = codeOf(error) === 'ENOENT'
    throw new Failure(
      `Cannot read ${file}: ${isMissing ? 'there is no such file. The address of a site begins with https://' : messageOf(error)}`,
    )
  })
  if (found.isDirectory()) throw new Failure(`Cannot read ${file}: it is a folder`)
}
