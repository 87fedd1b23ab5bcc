import { copyCalendar } from 'kalends/move'
import { documentCounts } from './counts.ts'
import { type Database, openDatabase } from './database.ts'
import { COMMON, type Command, readArguments } from './options.ts'
import { createTerminal, type Progress, table } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends copy --from WHERE --to WHERE [options]

Copies a calendar into another database: every document, with its ID and version. At the end, both are read
again and compared. A copy that was cut off goes on where it was. Nobody should write meanwhile.

  --from WHERE  the calendar. See kalends --help
  --to WHERE    an empty database, or an earlier copy
  --quiet       print only errors
  --json        print the result as JSON
  --help`

export const copyCommand: Command = {
  help: HELP,
  summary: 'copy a calendar into another database',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: { ...COMMON, from: { type: 'string' }, to: { type: 'string' } },
    })
    if (values.from === undefined || values.to === undefined)
      throw new UsageError('--from and --to are needed.')
    const terminal = createTerminal(values)
    const signal = untilInterrupted()
    const from = await openDatabase(values.from, { parameter: '--from', mustExist: true })
    try {
      const to = await openDatabase(values.to, { parameter: '--to' })
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
