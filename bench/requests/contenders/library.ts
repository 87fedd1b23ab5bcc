import { toNodeListener } from '../../../adapters/node.ts'
import { createEventsApi } from '../../../src/index.ts'
import { NOW } from '../../storages/calendar.ts'
import { fillStorage } from '../../storages/fill-storage.ts'
import { AUTHOR } from '../../storages/interface.ts'
import type { OpenedStorage } from '../../storages/opened.ts'
import { openSqlite } from '../../storages/openers/sqlite.ts'
import { STORAGES } from '../../storages/openers.ts'
import { fill } from './fill.ts'
import { requestOf } from './request.ts'
import { type Keep, type Served, textOf } from './served.ts'

/*
 * The library on one of its storages, by its own adapter for Node.
 */

const IN_THE_PROCESS = new Set(['memory', 'kv-memory'])

async function open(name: string): Promise<OpenedStorage> {
  if (name === 'sqlite') {
    const opened = await openSqlite({ synchronous: 'full' })
    return { ...opened, version: `${opened.version}, synchronous = full` }
  }
  const opener = STORAGES.get(name)
  if (opener === undefined) throw new RangeError(`--storage: one of ${[...STORAGES.keys()].join(', ')}`)
  return opener.open()
}

export async function openLibrary(name: string, events: number, keep: Keep): Promise<Served> {
  const opened = await open(name)
  const { storage, version } = opened
  keep(opened.drop)
  await fill(opened, fillStorage(storage), events)
  const api = createEventsApi(storage, {
    // It runs, as everywhere, from the moment that the calendar was made for.
    now: () => new Date(NOW.getTime() + performance.now()),
    // Whoever says who they are is believed: this is a benchmark.
    authenticate: ({ headers }) => (headers.has('authorization') ? { id: AUTHOR, role: 'editor' } : null),
    onError: (error) => console.error(error),
  })
  return {
    version,
    listener: toNodeListener(api),
    ask: async (question) => textOf(await api.fetch(requestOf(question))),
    file: undefined,
    bytes: IN_THE_PROCESS.has(name) ? async () => 0 : opened.bytes,
  }
}
