import { copyCalendar } from 'kalends/move'
import type { CalendarNames } from './calendar-names.ts'
import { documentCounts } from './counts.ts'
import { checkPlace, type Database, openDatabase } from './database.ts'
import { COMMON, type Command, readArguments } from './options.ts'
import { createTerminal, type Progress, table } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends copy --from WHERE --to WHERE [options]

Copies a calendar into another database: every document, with its ID and version. At the end, both are read
again and compared. A copy that was cut off goes on where it was. Nobody should write meanwhile.

  --from WHERE  the calendar. See kalends --help
  --to WHERE    an empty database, or an earlier copy
  --from-table-prefix, --from-schema, --from-redis-prefix, --from-calendar
  --to-table-prefix, --to-schema, --to-redis-prefix, --to-calendar
                which calendar of the database, if it has several. See kalends --help
  --quiet       print only errors
  --json        print the result as JSON
  --help`

const NAMES = {
  'from-table-prefix': { type: 'string' },
  'from-schema': { type: 'string' },
  'from-redis-prefix': { type: 'string' },
  'from-calendar': { type: 'string' },
  'to-table-prefix': { type: 'string' },
  'to-schema': { type: 'string' },
  'to-redis-prefix': { type: 'string' },
  'to-calendar': { type: 'string' },
} as const

type Values = { readonly [Name in keyof typeof NAMES]?: string | undefined }

const namesOf = (values: Values, side: 'from' | 'to'): CalendarNames => ({
  'table-prefix': values[`${side}-table-prefix`],
  schema: values[`${side}-schema`],
  'redis-prefix': values[`${side}-redis-prefix`],
  calendar: values[`${side}-calendar`],
})

export const copyCommand: Command = {
  help: HELP,
  summary: 'copy a calendar into another database',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: { ...COMMON, from: { type: 'string' }, to: { type: 'string' }, ...NAMES },
    })
    if (values.from === undefined || values.to === undefined)
      throw new UsageError('--from and --to are needed.')
    const terminal = createTerminal(values)
    const signal = untilInterrupted()
    const toOptions = { parameter: '--to', names: namesOf(values, 'to') }
    checkPlace(values.to, toOptions)
    const fromOptions = { parameter: '--from', names: namesOf(values, 'from'), mustExist: true }
    const from = await openDatabase(values.from, fromOptions)
    try {
      const to = await openDatabase(values.to, toOptions)
      try {
        await to.storage.migrate().catch(to.refuse)
        const kinds = await copyBetween(from, to, signal, terminal.progress('Copying'))
        terminal.report({ from: from.name, to: to.name, kinds }, () => [
          ...table(
            ['', 'documents', 'written'],
            Object.entries(kinds).map(([kind, { total, written }]) => [kind, total, written]),
          ),
          `${to.name} has the same documents as ${from.name}: counts and hashes are equal.`,
        ])
      } finally {
        await to.close()
      }
    } finally {
      await from.close()
    }
  },
}

async function copyBetween(from: Database, to: Database, signal: AbortSignal, progress: Progress) {
  const counts = await documentCounts(from.storage).catch(from.refuse)
  const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const done = new Map<string, number>()
  const { kinds } = await copyCalendar(from.storage, to.storage, {
    signal,
    onProgress({ kind, done: ofKind }) {
      done.set(kind, ofKind)
      const all = [...done.values()].reduce((sum, one) => sum + one, 0)
      progress(all, Math.max(total, all))
    },
  }).catch((error: unknown) => {
    try {
      return from.refuse(error)
    } catch (first) {
      return to.refuse(first)
    }
  })
  return kinds
}
