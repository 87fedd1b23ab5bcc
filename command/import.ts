import { openDatabase } from './database.ts'
import { openImages } from './images.ts'
import { importFile } from './import-file.ts'
import { importOldSite } from './import-old-site.ts'
import { COMMON, type Command, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends import URL [options]
       kalends import FILE [options]

Brings a calendar in. URL is a WordPress site with The Events Calendar, such as https://town.example.
FILE is what kalends export has written, iCalendar, CSV with a header, or a JSON list of events; - is stdin.
Both can be repeated: what is there is not written again.

  --database WHERE  where to write; default: calendar.sqlite. See kalends --help
  --prune           events that are gone there go to the trash; terms are removed. Default: only reported
  --quiet           print only errors
  --json            print the report as JSON
  --help

For a file of events:
  --timezone ZONE   of times that name none, such as Europe/Berlin; default: UTC

For a site:
  --user NAME       a user of the site. Without one, the import sees what visitors see
  --password WORD   an application password of that user. Better: KALENDS_PASSWORD of the environment,
                    because other users of this machine can see the words of a command
  --compare         afterwards, ask both for all records and compare every value; exit code 3 if a
                    difference is not explained
  --images FOLDER   copy the images into this folder, each one once. Default: they keep their addresses.
                    kalends serve --images FOLDER serves them
  --images-url URL  where the folder is reachable; default: /images at the host of the old site`

export const importCommand: Command = {
  help: HELP,
  summary: 'bring in a calendar from a WordPress site or a file',
  async run(args, untilInterrupted) {
    const { values, positionals } = readArguments({
      args,
      allowPositionals: true,
      options: {
        ...COMMON,
        database: { type: 'string', default: 'calendar.sqlite' },
        user: { type: 'string' },
        password: { type: 'string' },
        prune: { type: 'boolean' },
        compare: { type: 'boolean' },
        timezone: { type: 'string' },
        images: { type: 'string' },
        'images-url': { type: 'string' },
      },
    })
    const [source, ...more] = positionals
    if (source === undefined || more.length > 0) throw new UsageError('Name one URL or one file.')
    const isSite = /^https?:\/\//i.test(source)
    const { user, password = process.env.KALENDS_PASSWORD, prune, compare, timezone } = values
    const ofSites = ['user', 'password', 'compare', 'images', 'images-url'] as const
    const wrong = isSite ? [] : ofSites.filter((name) => values[name] !== undefined)
    if (wrong.length > 0) {
      throw new UsageError(`--${wrong[0]} is for sites, such as https://town.example. ${source} is a file.`)
    }
    if (isSite && timezone !== undefined)
      throw new UsageError('--timezone is for files: a site tells its own.')
    if (values['images-url'] !== undefined && values.images === undefined) {
      throw new UsageError('--images-url needs --images.')
    }
    const address = values['images-url'] ?? (URL.canParse(source) ? `${new URL(source).origin}/images` : '')
    if (values.images !== undefined && !/^https?:\/\//.test(address)) {
      throw new UsageError('--images-url has to begin with http:// or https://.')
    }
    if (user === undefined && values.password !== undefined) throw new UsageError('--password needs --user.')
    if (user !== undefined && password === undefined) {
      throw new UsageError(
        '--user needs a password: in --password, or in KALENDS_PASSWORD of the environment.',
      )
    }
    const terminal = createTerminal(values)
    const signal = untilInterrupted()
    const database = await openDatabase(values.database)
    try {
      await database.storage.migrate()
      if (!isSite) return await importFile(source, { prune, timezone }, database, terminal, signal)
      const credentials = user === undefined ? {} : { user, password }
      const folder = values.images === undefined ? undefined : await openImages(values.images, address)
      const images = folder?.move
      await importOldSite({ url: source, ...credentials, prune, compare, images }, database, terminal, signal)
    } catch (error) {
      database.refuse(error)
    } finally {
      await database.close()
    }
  },
}
