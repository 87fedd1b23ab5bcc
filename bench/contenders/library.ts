import { toNodeListener } from '../../adapters/node.ts'
import { createEventsApi } from '../../src/index.ts'
import type { Limits } from '../../src/types.ts'
import { SITE } from '../by-hand/present.ts'
import { AUTHOR, NOW } from '../calendar/calendar.ts'
import { fill, fillStorage } from '../calendar/fill.ts'
import { databaseOf } from '../databases/databases.ts'
import type { OnDrop, Served } from './served.ts'

/** The library on one of its storages, by its own adapter for Node. */
export async function openLibrary(
  database: string,
  events: number,
  limits: Partial<Limits>,
  onDrop: OnDrop,
): Promise<Served> {
  const opened = await databaseOf(database).open()
  const { storage, version, bytes } = opened
  onDrop(opened.drop)
  await fill(opened, fillStorage(storage), events)
  const api = createEventsApi(storage, {
    // It starts at the moment that the calendar was made for, and runs.
    now: () => new Date(NOW.getTime() + performance.now()),
    // Any credentials are an editor's: this is a benchmark.
    authenticate: ({ headers }) => (headers.has('authorization') ? { id: AUTHOR, role: 'editor' } : null),
    limits,
    onError: (error) => console.error(error),
  })
  return {
    version,
    listener: toNodeListener(api),
    async ask({ method, path, headers, body }) {
      const request = new Request(SITE + path, { method, headers, ...(body === '' ? {} : { body }) })
      const response = await api.fetch(request)
      const text = await response.text()
      if (!response.ok && response.status !== 304) throw new Error(`${response.status} ${text}`)
    },
    bytes,
  }
}
