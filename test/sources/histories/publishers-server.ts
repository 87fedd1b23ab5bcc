import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* Publishers of a history, for other processes: who asks names the address that is meant, and may have to wait. */

export interface PublishersServer {
  readonly url: string
  readonly close: () => void
}

export async function servePublishers(
  answer: (url: string, init: RequestInit) => Promise<Response>,
  hold: (by: string) => Promise<void> = async () => {},
): Promise<PublishersServer> {
  const server = createServer(async (request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams
    const meant = asked.get('url') ?? ''
    const { 'if-none-match': etag } = request.headers
    try {
      const own = await answer(meant, { headers: etag === undefined ? {} : { 'if-none-match': etag } })
      await hold(asked.get('by') ?? '')
      response.writeHead(own.status, Object.fromEntries(own.headers))
      response.end(Buffer.from(await own.arrayBuffer()))
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!isOfNetwork(address)) throw new TypeError('the server has no port')
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}

const isOfNetwork = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
