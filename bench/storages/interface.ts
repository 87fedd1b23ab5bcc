import { createEventsApi } from '../../src/index.ts'
import type { Storage } from '../../src/storage/contract.ts'
import type { EventsApi } from '../../src/types.ts'
import { API } from './by-hand/present.ts'
import { NOW } from './calendar.ts'
import type { Library } from './contender.ts'

/** Who writes. */
export const AUTHOR = 1
const EDITOR = { id: AUTHOR, role: 'editor' } as const
const CREDENTIALS = 'Bearer editor'

export function createApi(storage: Storage): EventsApi {
  return createEventsApi(storage, {
    now: () => NOW,
    authenticate: (request) => (request.headers.get('authorization') === CREDENTIALS ? EDITOR : null),
    onError: (error) => console.error(error),
  })
}

type Ask = (library: Pick<Library, 'api'>) => Promise<string>

/** As a visitor. */
export function get(path: string): Ask {
  return async ({ api }) => textOf(await api.fetch(new Request(API + path)))
}

/** As an editor. */
export function send(path: string, body: string): Ask {
  const headers = { authorization: CREDENTIALS, 'content-type': 'application/json' }
  return async ({ api }) =>
    textOf(await api.fetch(new Request(API + path, { method: 'POST', headers, body })))
}

async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text
}
