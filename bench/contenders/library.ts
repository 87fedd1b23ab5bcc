import { toNodeListener } from '../../adapters/node.ts'
import { createEventsApi } from '../../src/index.ts'
import type { EventsApi, Limits, PlainBody, PlainRequest, Principal } from '../../src/types/index.ts'
import { SITE } from '../by-hand/present.ts'
import { AUTHOR, NOW } from '../calendar/calendar.ts'
import { fill, fillStorage } from '../calendar/fill.ts'
import { databaseOf } from '../databases/databases.ts'
import type { Question } from '../requests/question.ts'
import type { Ask, Calendar, Served } from './served.ts'

const whole = ({ method, path, headers, body }: Question) =>
  new Request(SITE + path, { method, headers, ...(body === '' ? {} : { body }) })

const NEVER = new AbortController().signal

function bodyOf(text: string): PlainBody {
  const pieces = [new TextEncoder().encode(text)]
  return {
    getReader: () => ({
      async read() {
        const value = pieces.pop()
        return value === undefined ? { done: true, value } : { done: false, value }
      },
      async cancel() {},
    }),
  }
}

/** A request as the adapter for Node hands it over, without a `Request`. */
function requestOf(question: Question): PlainRequest {
  const { method, path, headers, body } = question
  return {
    method,
    url: SITE + path,
    headers: { get: (name) => headers[name] ?? null, has: (name) => name in headers },
    signal: NEVER,
    body: body === '' ? null : bodyOf(body),
    toRequest: () => whole(question),
  }
}

/** Any credentials are an editor's: this is a benchmark. It needs no `Request`, as the authenticators of `auth.ts` do not. */
const callerOf = ({ headers }: Pick<PlainRequest, 'headers'>): Principal | null =>
  headers.has('authorization') ? { id: AUTHOR, role: 'editor' } : null

/** The library on one of its storages, by its own adapter for Node. */
export async function openLibrary(
  { database, place, events, onClose }: Calendar,
  limits: Partial<Limits>,
): Promise<Served> {
  const opened = await databaseOf(database).open(place)
  const { storage, version, bytes } = opened
  onClose(opened.close)
  const loaded = await fill(place, opened, fillStorage(storage), events)
  const apiWith = (limits: Partial<Limits>): EventsApi<unknown> =>
    createEventsApi(storage, {
      // It starts at the moment that the calendar was made for, and runs.
      now: () => new Date(NOW.getTime() + performance.now()),
      authenticate: Object.assign(callerOf, { plain: callerOf }),
      limits,
      onError: (error) => console.error(error),
    })
  const api = apiWith(limits)
  return {
    version,
    listener: toNodeListener(api),
    ask: askOf(api),
    askCold: askOf(apiWith({ ...limits, cache: 0 })),
    bytes,
    loaded,
    serverCpu: opened.serverCpu,
  }
}

function askOf({ fetch: { plain } }: EventsApi<unknown>): Ask {
  if (plain === undefined) throw new Error('the API takes no plain requests')
  return async (question) => {
    const { status, body } = await plain(requestOf(question))
    if (status >= 400) throw new Error(`${status} ${new TextDecoder().decode(body ?? undefined)}`)
  }
}
