import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { ApiError, createEventsApi, type EventsApi } from 'events-api'
import { toNodeListener } from 'events-api/adapters/node'
import { memoryStorage } from 'events-api/storage/memory'
import { sampleCalendar } from './calendar.ts'
import { printGuide } from './guide.ts'
import { isRecord, type LoadReport, loadCalendar, post, progressBar, type Refusal } from './load.ts'

const HELP = `Usage: npm start -- [options]

Serves a calendar from memory: the season of a real town, or your own events. Nothing is kept when it stops.

  --load FILE      events to start with: a JSON list of create bodies, or { "events": [...] }
  --port N         default: PORT of the environment, else 8080; the next free one if it is taken
  --host NAME      default: 127.0.0.1, which only this machine reaches
  --timezone ZONE  of the site, such as Europe/Berlin; default: America/Denver
  --help

EVENTS_API_TOKEN of the environment is the token for writing; without it each start makes a new one.`

/** Something that the user can put right: said in one line, without a stack. */
class UsageError extends Error {}

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) return console.log(HELP)
  const bodies = options.load === undefined ? undefined : await readBodies(options.load)

  const token = process.env.EVENTS_API_TOKEN?.trim() || randomUUID()
  if (!/^[!-~]+$/.test(token))
    throw new UsageError('EVENTS_API_TOKEN may hold visible ASCII only: it goes into a header.')
  const api = openApi(options.timezone, token)
  await api.migrate()
  const headers = { authorization: `Bearer ${token}` }
  printReport(bodies ? await loadFile(api, bodies, headers) : await loadSample(api, headers))

  const server = createServer(toNodeListener(api))
  const { port } = await listen(server, options.host, options.port)
  stopOnSignal(server, api)
  await printGuide(api, `http://${urlHost(options.host)}:${port}${api.basePath}`, token)
}

// —— The API ——————————————————————————————————————————————————————————————————————————————————————————————————

function openApi(timezone: string, token: string): EventsApi {
  try {
    return createEventsApi(memoryStorage(), {
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

// —— What it starts with ——————————————————————————————————————————————————————————————————————————————————————

async function loadSample(api: EventsApi, headers: Record<string, string>): Promise<LoadReport> {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Denver' }).format(new Date())
  const { categories, venues, organizers, events } = sampleCalendar(today)
  const create = async (path: string, body: unknown): Promise<number> => {
    const { status, answer } = await post(api, path, body, headers)
    if (status === 201 && isRecord(answer) && typeof answer.id === 'number') return answer.id
    throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`)
  }
  const ids = new Map<string, number>()
  for (const { under, ...category } of categories) {
    const parent = under === undefined ? 0 : (ids.get(under) ?? 0)
    ids.set(category.slug, await create('/categories', { ...category, parent }))
  }
  for (const venue of venues) await create('/venues', venue)
  for (const organizer of organizers) await create('/organizers', organizer)
  return loadCalendar(api, events, { headers })
}

function loadFile(api: EventsApi, bodies: unknown[], headers: Record<string, string>): Promise<LoadReport> {
  return loadCalendar(api, bodies, { headers, onProgress: progressBar('Loading') })
}

async function readBodies(file: string): Promise<unknown[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(
      `Cannot read ${file}: ${isMissing(error) ? 'there is no such file' : messageOf(error)}`,
    )
  })
  let content: unknown
  try {
    // Some editors begin a file with a byte order mark, which JSON does not know.
    content = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${messageOf(error)}`)
  }
  const events: unknown = isRecord(content) ? content.events : content
  if (Array.isArray(events)) return events
  throw new UsageError(`${file} holds neither a list of events nor { "events": [...] }`)
}

function printReport({ total, created, refused, seconds }: LoadReport): void {
  const rate = Math.round(total / Math.max(seconds, 0.001))
  console.log(`${created} of ${total} events loaded in ${seconds.toFixed(2)} s (${rate} events/second).`)
  if (refused.length === 0) return
  const groups = new Map<string, Refusal[]>()
  for (const refusal of refused) {
    const why = `${refusal.status} ${refusal.code}: ${reasonOf(refusal)}`
    groups.set(why, [...(groups.get(why) ?? []), refusal])
  }
  console.log(`${refused.length} were refused:`)
  for (const [why, group] of [...groups].sort(([, a], [, b]) => b.length - a.length)) {
    const first = group.slice(0, 3).map(({ index, title }) => `#${index} ${title}`)
    console.log(`  ${group.length} × ${why}`)
    console.log(`      ${first.join(' · ')}${group.length > 3 ? ' · …' : ''}`)
  }
}

function reasonOf({ message, params }: Refusal): string {
  if (params === undefined || Array.isArray(params)) return message
  const reasons = Object.entries(params).map(([name, reason]) => `${name}: ${reason}`)
  return reasons.length === 0 ? message : reasons.join('; ')
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
function stopOnSignal(server: Server, api: EventsApi): void {
  let stopping = false
  const stop = () => {
    if (stopping) return process.exit(1)
    stopping = true
    console.log('\nStopping.')
    setTimeout(() => server.closeAllConnections(), 5_000).unref()
    server.close(() => {
      api.close().catch((error: unknown) => {
        console.error(messageOf(error))
        process.exitCode = 1
      })
    })
    server.closeIdleConnections()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

// —— Small things —————————————————————————————————————————————————————————————————————————————————————————————

function readOptions() {
  const { load, host, timezone, help, port: asked } = parseOptions()
  const text = asked ?? (process.env.PORT || '8080')
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`${text} is no port: 0 to 65535 are.`)
  return { load, host, timezone, help, port }
}

function parseOptions() {
  try {
    return parseArgs({
      options: {
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

function codeOf(error: unknown): unknown {
  return isRecord(error) ? error.code : undefined
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? error.message : error)
  process.exit(1)
})
