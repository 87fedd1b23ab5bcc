import { checkPlace, type Database, openDatabase } from './database.ts'
import { openImages } from './images.ts'
import { importFile } from './import-file.ts'
import { importOldSite } from './import-old-site.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { UsageError } from './usage.ts'

const HELP = `Usage: kalends import URL [options]
       kalends import FILE [options]

Brings a calendar in. URL is a WordPress site with The Events Calendar, such as https://town.example.
FILE is what kalends export has written, iCalendar, CSV with a header, or a JSON list of events; - is stdin.
Both can be repeated: what is there is not written again.

${DATABASE_HELP}
  --prune            events that are gone there go to the trash; terms are removed. Default: only reported
  --quiet            print only errors
  --json             print the report as JSON
  --help

For a file of events:
  --timezone ZONE    of times that name none, such as Europe/Berlin; default: UTC
  --encoding NAME    of a file that is not UTF-8, such as windows-1252 for CSV of Excel on Windows
  --source NAME      names the calendar that the file is of, for --prune; default: the name in the file

For a site:
  --user NAME        a user of the site. Without one, the import sees what visitors see
  --password WORD    an application password of that user. Better: KALENDS_PASSWORD of the environment,
                     because other users of this machine can see the words of a command
  --compare          afterwards, ask both for all records and compare every value; exit code 3 if a
                     difference is not explained
  --images FOLDER    copy the images into this folder, each one once. Default: they keep their addresses.
                     kalends serve --images FOLDER serves them
  --images-url URL   where the folder is reachable; default: /images at the host of the old site

The exit code is 4 if some records were not brought. The report says which, and why.`

export const importCommand: Command = {
  help: HELP,
  summary: 'bring in a calendar from a WordPress site or a file',
  async run(args, untilInterrupted) {
    const { values, positionals } = readArguments({
      args,
      allowPositionals: true,
      options: {
        ...COMMON,
        ...DATABASE,
        user: { type: 'string' },
        password: { type: 'string' },
        prune: { type: 'boolean' },
        compare: { type: 'boolean' },
        timezone: { type: 'string' },
        source: { type: 'string' },
        encoding: { type: 'string' },
        images: { type: 'string' },
        'images-url': { type: 'string' },
      },
    })
    const [source, ...more] = positionals
    if (source === undefined || more.length > 0) throw new UsageError('Name one URL or one file.')
    const isSite = /^https?:\/\//i.test(source)
    if (!isSite && /^[a-z][a-z0-9+.-]*:\/\//i.test(source)) {
      throw new UsageError(
        'The address of a site begins with http:// or https://. Name a file by its path, without file://.',
      )
    }
    const { user, password = process.env.KALENDS_PASSWORD, prune, compare, timezone } = values
    const ofSites = ['user', 'password', 'compare', 'images', 'images-url'] as const
    const wrong = isSite ? [] : ofSites.filter((name) => values[name] !== undefined)
    if (wrong.length > 0) {
      throw new UsageError(`--${wrong[0]} is for sites, such as https://town.example. ${source} is a file.`)
    }
    if (isSite && timezone !== undefined)
      throw new UsageError('--timezone is for files: a site tells its own.')
    if (isSite && values.encoding !== undefined)
      throw new UsageError('--encoding is for files: a site tells its own.')
    if (values.encoding !== undefined && !isEncoding(values.encoding))
      throw new UsageError(`--encoding: there is no encoding named ${values.encoding}, such as windows-1252.`)
    if (isSite && values.source !== undefined)
      throw new UsageError('--source is for files: a site has one address.')
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
    checkPlace(values.database, { names: values })
    const opened: Database[] = []
    // Once there is something to bring: a wrong address leaves no empty database behind.
    const open = async () => {
      const database = await openDatabase(values.database, { names: values })
      opened.push(database)
      await database.storage.migrate()
      return database
    }
    const { images: folder } = values
    const images = folder === undefined ? undefined : () => openImages(folder, address)
    const credentials = user === undefined ? {} : { user, password }
    try {
      if (isSite) {
        const site = { url: source, ...credentials, prune, compare, images }
        await importOldSite(site, open, terminal, signal)
      } else {
        const { source: name, encoding } = values
        await importFile(source, { prune, timezone, source: name, encoding }, open, terminal, signal)
      }
    } catch (error) {
      for (const database of opened) database.refuse(error)
      throw error
    } finally {
      for (const database of opened) await database.close()
    }
  },
}

function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== ''
  } catch {
    return false
  }
}
