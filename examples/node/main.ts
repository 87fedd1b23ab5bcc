import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { ApiError, createEventsApi, type EventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import type { Storage } from 'kalends/storage/contract'
import { atOnce } from './at-once.ts'
import { type Database, openDatabase } from './database.ts'
import { holdingsOf, loadFile, loadSample, printReport, readBodies } from './first-load.ts'
import { printGuide } from './guide.ts'
import type { LoadReport } from './load.ts'
import { codeOf, messageOf, UsageError } from './usage.ts'

const HELP = `Usage: npm start -- [options]

Serves a calendar and keeps it: at first the season of a real town, or your own events; from then on what it holds.

  --database WHERE  a SQLite file, postgres://…, mysql://…, or memory, which keeps nothing;
                    default: calendar.sqlite
  --load FILE       events for an empty calendar: a JSON list of create bodies, or { "events": [...] }
  --port N          default: PORT of the environment, else 8080; the next free one if it is taken
  --host NAME       default: 127.0.0.1, which only this machine reaches
  --timezone ZONE   of the site, such as Europe/Berlin; default: America/Denver
  --help

KALENDS_TOKEN of the environment is the token for writing; without it each start makes a new one.`

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) return console.log(HELP)
  const bodies = options.load === undefined ? undefined : await readBodies(options.load)

  const token = process.env.KALENDS_TOKEN?.trim() || randomUUID()
  if (!/^[!-~]+$/.test(token))
    throw new UsageError('KALENDS_TOKEN may hold visible ASCII only: it goes into a header.')
  const database = await openDatabase(options.database)
  const apiOver = (storage: Storage) => openApi(storage, options.timezone, token)
  const api = apiOver(database.storage)
  try {
    await api.migrate()
    await fillOnce(database, (staging) => {
      const headers = { authorization: `Bearer ${token}` }
      const loading = apiOver(staging)
      return bodies ? loadFile(loading, bodies, headers) : loadSample(loading, headers)
    })
  } catch (error) {
    database.refuse(error)
  }

  const server = createServer(toNodeListener(api))
  const { port } = await listen(server, options.host, options.port)
  stopOnSignal(server, api, database)
  const kept = database.kind === 'memory' ? 'Nothing is kept.' : `The calendar is kept in ${database.name}.`
  await printGuide(api, `http://${urlHost(options.host)}:${port}${api.basePath}`, token, kept)
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
  const emptyIt = kind === 'file' ? 'Delete it' : 'Drop its tables calendar_*'
  console.log(
    `${name} holds ${await holdingsOf(storage)}; nothing was loaded. ${emptyIt}, or name another --database, to begin anew.`,
  )
}

// —— The API ——————————————————————————————————————————————————————————————————————————————————————————————————

function openApi(storage: Storage, timezone: string, token: string): EventsApi {
  try {
    return createEventsApi(storage, {
      timezone,
      authenticate: (request) => {
        const authorization = request.headers.get('authorization')
        if (authorization === null) return null // a visitor
        if (sameText(authorization, `Bearer ${token}`)) return { id: 1, role: 'administrator' }
        // Not `null`: whoever sends a token wants to be known, and should hear that it is wrong.
        throw new ApiError('rest_invalid_credentials')
      },
      onError: (error, request) => console.error(`${request.method} ${request.url}:`, error),
    })
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`--timezone: ${error.message}`)
    throw error
  }
}

/** Takes equally long for every wrong text of a length; hashes, because `timingSafeEqual` wants equal lengths. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

// —— Serving ——————————————————————————————————————————————————————————————————————————————————————————————————

/** Goes on to the next port when one is taken, 20 times. */
async function listen(server: Server, host: string, first: number): Promise<AddressInfo> {
  const last = first === 0 ? 0 : Math.min(first + 20, 65_535)
  for (let port = first; port <= last; port++) {
    try {
      return await listenOn(server, host, port)
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE')
        throw new UsageError(`Cannot listen on ${host}: ${messageOf(error)}`)
      console.log(`Port ${port} is taken.`)
    }
  }
  throw new UsageError(`No free port from ${first} to ${last}; choose another with --port.`)
}

function listenOn(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      // Only a pipe's address is a text, and none was asked for.
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      resolve(address)
    })
  })
}

/** Answers under way are finished first; a second signal, or five seconds, end it at once. */
function stopOnSignal(server: Server, api: EventsApi, database: Database): void {
  let stopping = false
  const stop = () => {
    if (stopping) return process.exit(1)
    stopping = true
    console.log('\nStopping.')
    setTimeout(() => server.closeAllConnections(), 5_000).unref()
    server.close(() => {
      close(api, database).catch((error: unknown) => {
        console.error(messageOf(error))
        process.exitCode = 1
      })
    })
    server.closeIdleConnections()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** The API lets go of its storage; the connection below is ours. */
async function close(api: EventsApi, database: Database): Promise<void> {
  await api.close()
  await database.close()
}

// —— Small things —————————————————————————————————————————————————————————————————————————————————————————————

function readOptions() {
  const { database, load, host, timezone, help, port: asked } = parseOptions()
  const text = asked ?? (process.env.PORT || '8080')
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`${text} is no port: 0 to 65535 are.`)
  return { database, load, host, timezone, help, port }
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
        database: { type: 'string', default: 'calendar.sqlite' },
        load: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        timezone: { type: 'string', default: 'America/Denver' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${messageOf(error)}\n\n${HELP}`)
  }
}

/** A host as a client writes it: a wildcard is no address to go to, and IPv6 goes into brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error)
  process.exit(1)
})
