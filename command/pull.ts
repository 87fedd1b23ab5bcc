import { withDatabase } from './database.ts'
import { openApi } from './open-api.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { SOURCE_HELP, SOURCE_OPTIONS, sourcesOf } from './sources.ts'
import { createTerminal } from './terminal.ts'

const HELP = `Usage: kalends pull [options]

Reads the calendars from elsewhere that are due, once: for cron. Editors add them with POST /sources.

${DATABASE_HELP}
  --timezone ZONE    of the site, such as Europe/Berlin; default: UTC
  --base-url URL     public address of the calendar
${SOURCE_HELP}
  --quiet            print only errors
  --json             print the result as JSON
  --help`

export const pullCommand: Command = {
  help: HELP,
  summary: 'read the calendars from elsewhere that are due',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        ...DATABASE,
        ...SOURCE_OPTIONS,
        timezone: { type: 'string' },
        'base-url': { type: 'string' },
      },
    })
    const terminal = createTerminal(values)
    await withDatabase(values.database, { names: values }, async (database) => {
      await database.storage.check?.()
      const { timezone, allow, 'base-url': baseUrl } = values
      const options = { timezone, baseUrl, changes: true, sources: sourcesOf(allow) }
      const api = openApi(database.storage, options)
      const result = await api.pull({ signal: untilInterrupted() })
      const { read, failed, new: added, changed, gone } = result
      terminal.report({ ...result }, () => [
        `${read} calendars read, ${failed} failed: ${added} new events, ${changed} changed, ${gone} gone.`,
      ])
    })
  },
}
