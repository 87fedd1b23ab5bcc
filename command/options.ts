import { type ParseArgsConfig, parseArgs } from 'node:util'
import { codeOf, messageOf, UsageError } from './usage.ts'

/** What `kalends NAME` does. */
export interface Command {
  /** For the list of commands. */
  readonly summary: string
  readonly help: string
  /** `untilInterrupted` takes over the signals of the process: from then on, the work has to end itself. */
  run(args: string[], untilInterrupted: () => AbortSignal): Promise<void>
}

/** Options of every command. */
export const COMMON = {
  json: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
} as const

/** Options of every command that opens one database. */
export const DATABASE = {
  database: { type: 'string', default: 'calendar.sqlite' },
  'table-prefix': { type: 'string' },
  schema: { type: 'string' },
  'redis-prefix': { type: 'string' },
  calendar: { type: 'string' },
} as const

/** For the help of these commands. */
export const DATABASE_HELP = `  --database WHERE   where the calendar is; default: calendar.sqlite. See kalends --help
  --table-prefix, --schema, --redis-prefix, --calendar
                     which calendar of the database, if it has several. See kalends --help`

/** Node's own reading of arguments: it refuses unknown options, and leaves values as texts. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    if (!String(codeOf(error)).startsWith('ERR_PARSE_ARGS_')) throw error
    // Behind the first sentence it explains how to pass such a word as a value.
    throw new UsageError(`${messageOf(error).split(/\. /)[0]?.replace(/\.$/, '')}.`)
  }
}
