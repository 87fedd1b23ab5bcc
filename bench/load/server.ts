/*
 * A calendar behind a socket, in a process of its own: `overload.ts` and `soak.ts` fork it.
 *
 * The first message names the storage, its events and the limits; it answers with the port, and `memory` with what is
 * in use after a collection.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeListener } from '../../adapters/node.ts'
import { createEventsApi } from '../../src/index.ts'
import type { Limits } from '../../src/types.ts'
import { fillStorage } from '../storages/fill-storage.ts'
import { load } from '../storages/load.ts'
import { STORAGES } from '../storages/openers.ts'

export interface Order {
  readonly storage: string
  readonly events: number
  readonly limits: Partial<Limits>
}

export interface Memory {
  /** Bytes. */
  readonly heap: number
  readonly resident: number
}

async function serve({ storage: name, events, limits }: Order): Promise<void> {
  const opener = STORAGES.get(name)
  if (opener === undefined) throw new RangeError(`--storage: one of ${[...STORAGES.keys()].join(', ')}`)
  const opened = await opener.open()
  const { storage } = opened
  await load(opened, fillStorage(storage), events, () => {})
  const api = createEventsApi(storage, {
    // Whoever says who they are is believed: this is a benchmark.
    authenticate: ({ headers }) => (headers.has('authorization') ? { id: 2, role: 'editor' } : null),
    limits,
  })
  const server = createServer(toNodeListener(api)).listen(0, '127.0.0.1', () => {
    const address: AddressInfo | string | null = server.address()
    process.send?.({ port: typeof address === 'object' ? address?.port : undefined, basePath: api.basePath })
  })
  process.on('message', (message) => {
    if (message === 'memory') void memory().then((used) => process.send?.(used))
    if (message === 'end') {
      server.close()
      server.closeAllConnections()
      void opened.drop().finally(() => process.exit(0))
    }
  })
}

/** Requests and their signals are held by finalizers, which let go of them one collection later, or two. */
async function memory(): Promise<Memory> {
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: heapUsed, resident: rss }
}

process.once('message', (order: Order) => {
  serve(order).catch((error) => {
    console.error(error)
    process.exit(1)
  })
})
