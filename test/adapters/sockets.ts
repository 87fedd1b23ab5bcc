import { once } from 'node:events'
import http from 'node:http'
import net from 'node:net'
import { onTestFinished } from 'vitest'
import type { NodeApi, NodeHost } from '../../adapters/node.ts'

/** Listens on a free port of 127.0.0.1 until the test ends. */
export async function listen(server: net.Server): Promise<number> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not a TCP server')
  return address.port
}

export function serve(listener: http.RequestListener): Promise<number> {
  return listen(http.createServer(listener))
}

export function connect(port: number): net.Socket {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  return socket
}

/** Sends these bytes as they are; resolves to all that came back before the server closed. */
export async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port)
  socket.write(text, 'latin1')
  let all = ''
  socket.setEncoding('latin1')
  for await (const chunk of socket) all += chunk
  return all
}

/** Resolves as soon as what came back matches, whether or not the server closes. */
export async function until(socket: net.Socket, pattern: RegExp): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      all += chunk.toString('latin1')
      if (!pattern.test(all)) return
      socket.off('data', hear)
      resolve(all)
    }
    socket.on('data', hear)
    socket.on('error', reject)
    socket.on('end', () => reject(new Error(`ended after ${JSON.stringify(all)}`)))
  })
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

export async function ask(
  port: number,
  path: string,
  options: http.RequestOptions & { body?: string | Uint8Array } = {},
): Promise<Answer> {
  const { body, ...rest } = options
  const request = http.request({ host: '127.0.0.1', port, path, agent: false, ...rest })
  request.end(body)
  return answer(request)
}

export function answer(request: http.ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject)
    request.once('response', async (response) => {
      let text = ''
      response.setEncoding('utf8')
      try {
        for await (const chunk of response) text += chunk
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      } catch (error) {
        reject(error)
      }
    })
  })
}

export interface FakeApi extends NodeApi {
  readonly requests: Request[]
  readonly hosts: unknown[]
}

/** Stands in for the API, so that these tests say something of the adapter alone. */
export function fakeApi(
  respond: (request: Request, host: NodeHost) => Response | Promise<Response> = () => new Response('ok'),
  basePath = '/calendar',
): FakeApi {
  const requests: Request[] = []
  const hosts: unknown[] = []
  const isHost = (host: unknown): host is NodeHost =>
    typeof host === 'object' && host !== null && 'req' in host
  const handle = (request: Request, host?: unknown) => {
    requests.push(request)
    hosts.push(host)
    const { pathname } = new URL(request.url)
    if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) return undefined
    if (!isHost(host)) throw new Error('no host facts')
    return respond(request, host)
  }
  return {
    basePath,
    requests,
    hosts,
    handle,
    fetch: async (request, host) =>
      (await handle(request, host)) ?? Response.json({ code: 'rest_no_route' }, { status: 404 }),
  }
}

/** A promise and its ends, for events that a test waits for. */
export function gate<T = void>() {
  let open: (value: T) => void = () => {}
  const opened = new Promise<T>((resolve) => {
    open = resolve
  })
  return { open, opened }
}
