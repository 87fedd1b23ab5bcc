import { fillStorage } from '../../storages/fill-storage.ts'
import { openSameRows } from '../../storages/same-rows.ts'
import { fill } from './fill.ts'
import { ROOT, refusal, written } from './handlers.ts'
import { bodyOf, bytesOf, listenerOf } from './plain-http.ts'
import type { Keep, Served } from './served.ts'

/*
 * Creates alone, on `node:http`: one hand-written transaction on the tables of the library.
 */

export async function openSameRowsServer(events: number, keep: Keep): Promise<Served> {
  const opened = await openSameRows()
  const { create, version, bytes, drop } = opened
  keep(drop)
  await fill(opened, fillStorage(opened.storage), events)
  return {
    version: `node:http on the library's tables in ${version}, synchronous = full`,
    listener: listenerOf(async (req) => {
      if (req.method !== 'POST' || req.url !== `${ROOT}/events`) return refusal(404)
      if (req.headers.authorization === undefined) return refusal(401)
      return written(201, await create(await bodyOf(req)))
    }),
    ask: async ({ body }) => bytesOf(written(201, await create(body))),
    file: undefined,
    bytes,
  }
}
