import { createServer } from 'node:http'
import { afterAll } from 'vitest'
import { createReplay, type Replay } from './serve.mjs'

export const ADMIN = { user: 'admin', password: 'move move move move move move' }

export interface ReplayedSite {
  readonly url: string
  readonly change: Replay['change']
  /** Paths of all requests. */
  readonly asked: string[]
}

export interface ServeOptions {
  readonly failEvery?: number
  /** Awaited before a request is answered. */
  readonly before?: (path: string) => Promise<void> | void
}

/** Serves a site as its WordPress did, until the tests of the file are over. */
export async function serve(site: unknown, { before, ...options }: ServeOptions = {}): Promise<ReplayedSite> {
  const replay = createReplay(site, options)
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '')
    await before?.(request.url ?? '')
    await replay.handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port')
  return { url: `http://127.0.0.1:${address.port}`, change: replay.change, asked }
}
