import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, type EventsApi, type EventsApiOptions } from 'kalends'
import { printGuide, toNodeListener } from 'kalends/adapters/node'
import { createEditor } from 'kalends/editor'
import { databaseImages } from 'kalends/images/database'
import { createMcp } from 'kalends/mcp'
import { oldAddresses } from 'kalends/move'
import { createSite } from 'kalends/site'
import type { Storage } from 'kalends/storage/contract'
import type { CalendarNames } from './calendar-names.ts'
import { type Database, openDatabase } from './database.ts'
import { type ImageFolder, openImages } from './images.ts'
import { openApi } from './open-api.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { repeat } from './repeat.ts'
import { SOURCE_HELP, SOURCE_OPTIONS, sourcesOf } from './sources.ts'
import { createTerminal, type Terminal } from './terminal.ts'
import { codeOf, Failure, messageOf, printFault, UsageError } from './usage.ts'

export const SERVE_OPTIONS = {
  ...DATABASE,
  port: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  timezone: { type: 'string' },
  title: { type: 'string' },
  'base-path': { type: 'string' },
  'base-url': { type: 'string' },
  namespace: { type: 'string' },
  images: { type: 'string' },
  'old-addresses': { type: 'boolean' },
  'no-old-addresses': { type: 'boolean' },
  'no-site': { type: 'boolean' },
  ...SOURCE_OPTIONS,
} as const

const HELP = `Usage: kalends serve [options]

Serves a calendar, and makes an empty one where there is none.

${DATABASE_HELP}
  --port N           default: PORT of the environment, else 8080, or the next free one if that is taken
  --host NAME        default: 127.0.0.1, which only this machine reaches
  --timezone ZONE    of the site, such as Europe/Berlin; default: UTC
  --title NAME       of the calendar, which feeds show; default: Events
  --base-path PATH   in front of the namespace, such as /wp-json
  --namespace NAME   default: vendor/events/v1
  --base-url URL     public address, if it is another one: links begin with it
  --images FOLDER    serve the images that kalends import --images has copied
  --no-old-addresses leave the addresses of a WordPress calendar unanswered: feeds, short links to events and, with a
                     base path of /wp-json, those below it; --old-addresses, the default, answers them
  --no-site          serve no pages for visitors; they are at /events/
${SOURCE_HELP}
  --quiet            print only errors
  --json             print one line of JSON when it serves
  --help

KALENDS_TOKEN of the environment is the token for writing; without it each start makes a new one.
Ctrl+C finishes the responses that are being sent, and stops.`

export const serveCommand: Command = {
  help: HELP,
  summary: 'serve a calendar over HTTP',
  async run(args) {
    const { values } = readArguments({ args, options: { ...COMMON, ...SERVE_OPTIONS } })
    await serve({
      ...values,
      port: portOf(values.port),
      basePath: values['base-path'],
      baseUrl: values['base-url'],
      oldAddresses: oldAddressesOf(values),
      site: values['no-site'] !== true,
    })
  },
}

export interface ServeOptions extends CalendarNames {
  readonly database: string
  readonly port: Port
  readonly host: string
  readonly timezone?: string | undefined
  readonly title?: string | undefined
  readonly basePath?: string | undefined
  readonly baseUrl?: string | undefined
  readonly namespace?: string | undefined
  readonly images?: string | undefined
  /** Hosts of a private network that calendars may be read from. */
  readonly allow?: readonly string[] | undefined
  /** Default true. */
  readonly oldAddresses?: boolean | undefined
  /** Whether visitors get pages. Default true. */
  readonly site?: boolean | undefined
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

/** What is there before the server listens. */
export interface Opened {
  readonly database: Database
  /** The same calendar over another storage. */
  apiOver(storage: Storage): EventsApi
  readonly token: string
}

/** Serves until a signal ends it. `prepare` may write into the calendar before the first request. */
export async function serve(
  options: ServeOptions,
  prepare?: (opened: Opened) => Promise<void>,
): Promise<void> {
  const terminal = createTerminal(options)
  const chosen = process.env.KALENDS_TOKEN?.trim()
  const token = chosen || randomUUID()
  if (!/^[!-~]+$/.test(token)) {
    throw new UsageError('KALENDS_TOKEN may hold visible ASCII only: it goes into a header.')
  }
  const database = await openDatabase(options.database, { names: options })
  const images = options.images === undefined ? undefined : await openImages(options.images)
  // What is loaded before the first request is no change that somebody could follow or undo.
  const apiOver = (storage: Storage) => openApi(storage, calendarOf(storage, options, token, images))
  try {
    const { storage } = database
    const api = openApi(storage, { ...calendarOf(storage, options, token, images), changes: true })
    try {
      await api.migrate()
      await prepare?.({ database, apiOver, token })
    } catch (error) {
      database.refuse(error)
    }
    const server = createServer(
      toNodeListener(withOthers(api, options, images), {
        onError: (error, request) => printFault(error, `${request.method} ${request.url}`),
      }),
    )
    const { port } = await listen(server, options.host, options.port, terminal)
    const stopped = untilStopped(server, terminal)
    const origin = `http://${urlHost(options.host)}:${port}`
    const kept = database.kind === 'memory' ? 'Nothing is kept.' : `The calendar is kept in ${database.name}.`
    if (options.json)
      console.log(
        JSON.stringify({
          url: `${origin}${api.basePath}`,
          database: database.name,
          ...(chosen ? {} : { token }),
        }),
      )
    else if (!options.quiet) await printGuide(api, { origin, kept, token: chosen ? undefined : token })
    // Nobody else calls these of a calendar that the command serves.
    const ends = [
      repeat(HOUR, (signal) => api.deliver({ signal }), failing('Removing old entries')),
      repeat(MINUTE, (signal) => api.pull({ signal }), failing('Reading calendars')),
    ]
    await stopped
    for (const end of ends) end()
    await api.close()
  } finally {
    await database.close()
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const failing = (work: string) => (error: unknown) => printFault(error, work)

// —— The API ——————————————————————————————————————————————————————————————————————————————————————————————————

/** The API, and what is at other addresses. */
function withOthers(api: EventsApi, options: ServeOptions, images: ImageFolder | undefined): EventsApi {
  const { oldAddresses: isOld = true, basePath = '', baseUrl } = options
  const [, folder] = /^(.*)\/wp-json\/?$/.exec(basePath) ?? []
  const onError = (error: unknown, request: Request) => printFault(error, `${request.method} ${request.url}`)
  const wordpress = folder === undefined ? undefined : { baseUrl, onError }
  const old = isOld ? oldAddresses(api, { folder: folder ?? basePath, wordpress }) : undefined
  const { site = true } = options
  if (images === undefined && old === undefined && !site) return api
  return {
    ...api,
    fetch: async (request, host) =>
      (await images?.answer(request)) ??
      (await old?.(request, host)) ??
      (site ? homeOf(request, baseUrl) : undefined) ??
      api.fetch(request, host),
  }
}

/** The home page is the list of events. */
function homeOf(request: Request, baseUrl: string | undefined): Response | undefined {
  const { pathname } = new URL(request.url)
  if (pathname !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined
  const below = baseUrl === undefined ? '' : new URL(baseUrl).pathname.replace(/\/$/, '')
  return new Response(null, { status: 302, headers: { location: `${below}/events/` } })
}

function calendarOf(
  storage: Storage,
  { timezone, title, basePath, baseUrl, namespace, allow, site = true }: ServeOptions,
  token: string,
  images: ImageFolder | undefined,
): EventsApiOptions {
  return {
    ...{ timezone, title, basePath, baseUrl, namespace },
    embed: true,
    import: true,
    editor: (api) => createEditor(api),
    mcp: (api) => createMcp(api),
    ...(site && { site: (api) => createSite(api) }),
    images: { store: databaseImages(storage) },
    sources: sourcesOf(allow),
    ...(images && { resolveImage: images.resolveImage }),
    authenticate: (request) => {
      const authorization = request.headers.get('authorization')
      if (authorization === null) return null // a visitor
      if (sameText(authorization, `Bearer ${token}`)) return { id: 1, role: 'administrator' }
      // Not `null`: whoever sends a token wants to be known, and should hear that it is wrong.
      throw new ApiError('rest_invalid_credentials')
    },
  }
}

/** Takes equally long for every wrong text of a length; hashes, because `timingSafeEqual` wants equal lengths. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

// —— Serving ——————————————————————————————————————————————————————————————————————————————————————————————————

/** Where nobody named a port, it goes on to the next one when one is taken, 20 times. */
async function listen(server: Server, host: string, asked: Port, terminal: Terminal): Promise<AddressInfo> {
  const first = asked ?? DEFAULT_PORT
  // A proxy, or whoever opens the address, asks at the port that was named.
  const last = asked ?? first + 20
  for (let port = first; port <= last; port++) {
    try {
      return await listenOn(server, host, port)
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE') throw new Failure(`Cannot listen on ${host}: ${messageOf(error)}`)
      if (asked === undefined) terminal.print(`Port ${port} is taken.`)
    }
  }
  throw new Failure(
    asked === undefined
      ? `No free port from ${first} to ${last}; choose another with --port.`
      : `Port ${asked} is taken. Choose another with --port, or 0 for any that is free.`,
  )
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
function untilStopped(server: Server, terminal: Terminal): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false
    const stop = () => {
      if (isStopping) return process.exit(1)
      isStopping = true
      terminal.print('\nStopping.')
      setTimeout(() => server.closeAllConnections(), 5_000).unref()
      server.close(() => resolve())
      server.closeIdleConnections()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}

// —— Small things —————————————————————————————————————————————————————————————————————————————————————————————

export function oldAddressesOf(given: {
  readonly 'old-addresses'?: boolean | undefined
  readonly 'no-old-addresses'?: boolean | undefined
}): boolean {
  const isOff = given['no-old-addresses'] === true
  if (isOff && given['old-addresses'] === true) {
    throw new UsageError('--old-addresses and --no-old-addresses exclude each other.')
  }
  return !isOff
}

/** `undefined`: nobody named one. */
type Port = number | undefined

const DEFAULT_PORT = 8080

export function portOf(asked: string | undefined): Port {
  const text = asked ?? (process.env.PORT || undefined)
  if (text === undefined) return undefined
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) {
    const name = asked === undefined ? 'PORT of the environment' : '--port'
    throw new UsageError(`${name}: ${text} is not a port from 0 to 65535.`)
  }
  return port
}

/** A host as a client writes it: a wildcard is no address to go to, and IPv6 goes into brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
