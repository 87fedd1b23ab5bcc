import { MoveError } from 'kalends/move'
import { copyCommand } from './copy.ts'
import { eraseCommand } from './erase.ts'
import { exportCommand } from './export.ts'
import { importCommand } from './import.ts'
import { initCommand } from './init.ts'
import { mcpCommand } from './mcp.ts'
import { migrateCommand } from './migrate.ts'
import type { Command } from './options.ts'
import { pullCommand } from './pull.ts'
import { restoreCommand } from './restore.ts'
import { serveCommand } from './serve.ts'
import { endLine } from './terminal.ts'
import { Differs, Failure, Interrupted, isDebugging, NotBrought, printFault, UsageError } from './usage.ts'
import { version } from './version.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  serve: serveCommand,
  import: importCommand,
  export: exportCommand,
  copy: copyCommand,
  migrate: migrateCommand,
  pull: pullCommand,
  mcp: mcpCommand,
  restore: restoreCommand,
  erase: eraseCommand,
}

const HELP = `Usage: kalends COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(8)} ${summary}`)
  .join('\n')}

kalends COMMAND --help shows the options of a command.

A database is
  calendar.sqlite           a SQLite file: node:sqlite, better-sqlite3 or libsql
  postgres://host/database  PostgreSQL: pg or postgres
  mysql://host/database     MySQL or MariaDB: mysql2
  redis://host              Redis: ioredis or redis
  lmdb:folder               LMDB: lmdb
  memory                    nothing is kept
The package of the client library has to be installed, in your project or beside this one.

A database can hold several calendars:
  --table-prefix NAME  SQL: tables begin with it; default: calendar_
  --schema NAME        PostgreSQL: schema, MySQL and MariaDB: database of the tables; it must exist
  --redis-prefix NAME  Redis: the key begins with it; default: kalends:
  --calendar NAME      Redis and LMDB: name of the calendar; default: calendar
kalends copy has them for both sides: --from-table-prefix, --to-schema and so on.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 done, but a comparison found differences,
4 done, but some records were not brought, 130 interrupted (Ctrl+C), 143 terminated.
With KALENDS_DEBUG=1 in the environment, errors are shown with their stacks.`

/** Runs a command line. Resolves with the exit code, after the reason was printed. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const asksForHelp = /^(--help|-h|help)$/
  if (command === undefined) {
    if (/^(--version|-v)$/.test(name)) return say(version())
    if (asksForHelp.test(name)) return help(rest[0])
    console.error(name === '' ? HELP : noCommand(name))
    return 2
  }
  if (rest.some((one) => asksForHelp.test(one) && one !== 'help')) return say(command.help)
  return exitCodeOf(() => command.run(rest, abortedBySignals), `Try: kalends ${name} --help`)
}

const noCommand = (name: string): string => `There is no command ${name}.\n\n${HELP}`

/** `kalends help serve` is `kalends serve --help`. */
function help(name: string | undefined): number {
  if (name === undefined || name.startsWith('-')) return say(HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command !== undefined) return say(command.help)
  console.error(noCommand(name))
  return 2
}

/** Runs a work, and tells why it failed. */
export async function exitCodeOf(work: () => Promise<void>, hint?: string): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    endLine()
    if (error instanceof Interrupted) {
      console.error(error.message)
      return error.signal === 'SIGINT' ? 130 : 143
    }
    if (error instanceof Differs) return 3
    if (error instanceof NotBrought) return 4
    if (error instanceof Failure || error instanceof MoveError) {
      console.error(error.message)
      if (isDebugging()) console.error(error)
    } else {
      printFault(error, 'Failed')
      // What the system refuses says enough.
      const isOfSystem = error instanceof Error && 'syscall' in error
      if (!isOfSystem && !isDebugging()) {
        console.error(
          'Nobody foresaw this error. With KALENDS_DEBUG=1 in the environment, its stack is shown.',
        )
      }
    }
    if (!(error instanceof UsageError)) return 1
    if (hint !== undefined) console.error(hint)
    return 2
  }
}

function say(text: string): number {
  console.log(text)
  return 0
}

/** Aborts on the first signal. The second one ends the process at once, as it would without us. */
function abortedBySignals(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new Interrupted(signal)))
  }
  return controller.signal
}
