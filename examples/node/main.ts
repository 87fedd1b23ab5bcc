import { parseArgs } from 'node:util'
import type { Storage } from 'kalends/storage/contract'
import type { Database } from '../../command/database.ts'
import { exitCodeOf } from '../../command/run.ts'
import { oldAddressesOf, portOf, SERVE_OPTIONS, serve } from '../../command/serve.ts'
import { messageOf, UsageError } from '../../command/usage.ts'
import { atOnce } from './at-once.ts'
import { holdingsOf, loadFile, loadSample, printReport, readBodies } from './first-load.ts'
import type { LoadReport } from './load.ts'

const HELP = `Usage: npm start -- [options]

Serves a calendar and keeps it: at first the season of a real town, or your own events; from then on what it holds.

  --database WHERE  a SQLite file, postgres://…, mysql://…, redis://…, lmdb:folder, or memory, which keeps
                    nothing; default: calendar.sqlite
  --load FILE       events for an empty calendar: a JSON list of create bodies, or { "events": [...] }
  --port N          default: PORT of the environment, else 8080, or the next free one if that is taken
  --host NAME       default: 127.0.0.1, which only this machine reaches
  --timezone ZONE   of the site, such as Europe/Berlin; default: America/Denver
  --help
The other options of kalends serve: --base-path, --base-url, --namespace, --images,
--no-old-addresses and --no-site.

KALENDS_TOKEN of the environment is the token for writing; without it each start makes a new one.`

async function main(): Promise<void> {
  const { load, help, port, ...options } = readOptions()
  if (help) return console.log(HELP)
  const bodies = load === undefined ? undefined : await readBodies(load)
  await serve(
    {
      timezone: 'America/Denver',
      ...options,
      basePath: options['base-path'],
      baseUrl: options['base-url'],
      oldAddresses: oldAddressesOf(options),
      site: options['no-site'] !== true,
      port: portOf(port),
    },
    ({ database, apiOver, token }) =>
      fillOnce(database, (staging) => {
        const headers = { authorization: `Bearer ${token}` }
        const loading = apiOver(staging)
        return bodies ? loadFile(loading, bodies, headers) : loadSample(loading, headers)
      }),
  )
}

/** Loads what there is to load, if the calendar is empty. */
async function fillOnce(
  { storage, kind, name }: Database,
  load: (staging: Storage) => Promise<LoadReport>,
): Promise<void> {
  const started = performance.now()
  const isEmpty = (await holdingsOf(storage)) === undefined
  const report = isEmpty ? await atOnce(storage, load) : undefined
  if (report) return printReport(report, (performance.now() - started) / 1000)
  const emptyIt = kind === 'file' ? 'Delete it' : 'Remove its tables or keys'
  console.log(
    `${name} holds ${await holdingsOf(storage)}; nothing was loaded. ${emptyIt}, or name another --database, to begin anew.`,
  )
}

function readOptions() {
  try {
    const own = { load: { type: 'string' }, help: { type: 'boolean', default: false } } as const
    return parseArgs({ options: { ...SERVE_OPTIONS, ...own } }).values
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${HELP}`)
  }
}

process.exitCode = await exitCodeOf(main)
