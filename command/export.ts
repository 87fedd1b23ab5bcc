import { pipeline } from 'node:stream/promises'
import { exportCalendar, exportEvents } from 'kalends/move'
import { documentCounts } from './counts.ts'
import { withDatabase } from './database.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { codeOf, UsageError } from './usage.ts'
import { writeWhole } from './whole-file.ts'

const HELP = `Usage: kalends export [options]

Writes the whole calendar, hidden events and drafts too. kalends import reads it back.

  --format NAME      json: everything, to the byte; ics: iCalendar; csv. Default: by the ending of --output,
                     else json
${DATABASE_HELP}
  --output FILE      default: stdout. A file that is there is replaced when the new one is complete, and keeps its
                     mode; a new one only you can read. Into a pipe or a device it is written as it comes
  --base-url URL     for ics and csv: addresses of events begin with it
  --timezone ZONE    for ics: zone of the calendar; default: UTC
  --quiet            print only errors
  --json             with --output: print the result as JSON
  --help`

export const exportCommand: Command = {
  help: HELP,
  summary: 'write a calendar to a file',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        ...DATABASE,
        output: { type: 'string' },
        format: { type: 'string' },
        'base-url': { type: 'string' },
        timezone: { type: 'string' },
      },
    })
    const { output } = values
    if (values.json && output === undefined)
      throw new UsageError('--json needs --output: stdout has the calendar.')
    const format = formatOf(values.format, output)
    const calendar = { baseUrl: values['base-url'], timezone: values.timezone }
    const terminal = createTerminal(values)
    const signal = untilInterrupted()
    await withDatabase(values.database, { names: values, mustExist: true }, async (database) => {
      const counts = await documentCounts(database.storage)
      const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
      const progress = terminal.progress('Exporting')
      async function* pieces() {
        let done = 0
        const { storage } = database
        const all = format === 'json' ? exportCalendar(storage) : exportEvents(storage, { format, calendar })
        for await (const piece of all) {
          signal.throwIfAborted()
          yield piece
          if (format !== 'json') continue
          done += piece.split('\n').length - 1
          progress(Math.min(done, total), total)
        }
      }
      if (output === undefined) return await toStdout(pieces())
      await writeWhole(output, pieces())
      terminal.report({ database: database.name, output, format, counts }, () => [
        format === 'json'
          ? `${database.name} is in ${output}: ${counts.event} events, ${total} documents.`
          : `The events of ${database.name} are in ${output}.`,
      ])
    })
  },
}

const FORMATS = ['json', 'ics', 'csv'] as const

function formatOf(named: string | undefined, output = ''): (typeof FORMATS)[number] {
  const name = named ?? FORMATS.find((one) => output.endsWith(`.${one}`)) ?? 'json'
  const format = FORMATS.find((one) => one === name)
  if (format === undefined) throw new UsageError(`--format: ${name} is not one of ${FORMATS.join(', ')}.`)
  return format
}

/** A reader that closes the pipe early, such as `head`, has what it wants. */
async function toStdout(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false })
  } catch (error) {
    if (!/^(EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/.test(String(codeOf(error)))) throw error
  }
}
