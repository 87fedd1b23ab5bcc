import { createEventsApi, type EventsApi, type Principal } from 'kalends'
import { createMcp } from 'kalends/mcp'
import type { Storage } from 'kalends/storage/contract'
import { conformanceTools } from './conformance-tools.ts'
import { createProgramRoutes } from './program-routes.ts'

/*
 * What every program serves: any number of calendars under the settings of the recorded conversations, and beside them
 * the program's own routes. Nothing of a runtime is named here.
 */

/** What the suite wants to know of a host: as much of it as this one gives. */
export interface Facts {
  readonly ip?: string | undefined
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/** As the API of a package user, so that every adapter takes it. */
export interface Program {
  readonly basePath: string
  readonly fetch: (request: Request, host?: Facts) => Promise<Response>
  readonly handle: (request: Request, host?: Facts) => Promise<Response | undefined>
  /** For the adapter: the suite asks what came here. */
  readonly onError: (error: unknown) => void
}

const BASE_PATH = '/wp-json'
const NAMESPACE = 'tribe/events/v1'
const NOW = '2027-03-01T12:00:00Z'

const USERS: Readonly<Record<string, Principal>> = {
  administrator: { id: 1, role: 'administrator' },
  editor: { id: 2, role: 'editor' },
  author: { id: 3, role: 'author' },
  author2: { id: 4, role: 'author' },
  contributor: { id: 5, role: 'contributor' },
  contributor2: { id: 7, role: 'contributor' },
  subscriber: { id: 6, role: 'subscriber' },
}

/** A request says with `x-calendar` which calendar it means. `open` is called once for each, on first use. */
export function createProgram(open: (calendar: string) => Storage | Promise<Storage>): Program {
  const calendars = new Map<string, Promise<EventsApi<Facts>>>()
  const routes = createProgramRoutes(`${BASE_PATH}/program/`)

  async function made(name: string): Promise<EventsApi<Facts>> {
    const api = createEventsApi<Facts>(await open(name), {
      namespace: NAMESPACE,
      basePath: BASE_PATH,
      timezone: 'America/New_York',
      now: () => new Date(NOW),
      cors: { origin: ['https://app.example'], credentials: true },
      isAuthor: (id) => Object.values(USERS).some((user) => user.id === id),
      authenticate: (request, host) => {
        routes.note(request, host)
        return USERS[request.headers.get('x-user') ?? ''] ?? null
      },
      onError: routes.onError,
      // One of the tools fails, to see what a client learns.
      mcp: (calendar) => createMcp(calendar, { tools: conformanceTools, onError: () => {} }),
    })
    await api.migrate()
    return api
  }

  function calendarOf(request: Request): Promise<EventsApi<Facts>> {
    const name = request.headers.get('x-calendar') ?? 'main'
    const api = calendars.get(name) ?? made(name)
    calendars.set(name, api)
    return api
  }

  const handle = async (request: Request, host?: Facts): Promise<Response | undefined> =>
    (await routes.answer(request)) ?? (await calendarOf(request)).handle(request, host)

  return {
    basePath: BASE_PATH,
    handle,
    fetch: async (request, host) =>
      (await routes.answer(request)) ?? (await calendarOf(request)).fetch(request, host),
    onError: routes.onError,
  }
}
