import { connect } from 'node:net'

/*
 * The same requests for every framework: what a calendar answers behind each of them. An answer that differs is told,
 * never left out.
 */

export interface Difference {
  readonly request: string
  readonly expected: string
  readonly got: string
}

const EVENT = { title: 'Lantern walk', start_date: '2031-06-01 17:00', end_date: '2031-06-01 18:00' }
const YEAR = 'start_date=2031-01-01&end_date=2032-01-01'

interface Step {
  readonly name: string
  /** The statuses that are right. */
  readonly status: readonly number[]
  send(x: Calls): Promise<Response | number>
  /** What the text of the response has to contain. */
  readonly contains?: string
}

class Calls {
  id = 0
  etag = ''
  constructor(
    readonly api: string,
    readonly token: string,
    /** Where the pages for visitors are. */
    readonly pages: string,
  ) {}

  /**
   * Nothing waits for ever: what a framework swallows is a difference. A server may close a connection that is kept open
   * at any moment, so a read is repeated once, as browsers do.
   */
  get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    const ask = () => fetch(this.api + path, { method, headers, signal: AbortSignal.timeout(60_000) })
    return ask().catch(ask)
  }

  page(path: string): Promise<Response> {
    return fetch(this.pages + path, { signal: AbortSignal.timeout(60_000) })
  }

  write(method: string, path: string, body: BodyInit | object, headers: Record<string, string> = {}) {
    const isReady =
      body instanceof URLSearchParams || body instanceof FormData || body instanceof ReadableStream
    const json = typeof body === 'string' || !isReady
    return fetch(this.api + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...((json || body instanceof ReadableStream) && { 'content-type': 'application/json' }),
        // Frameworks refuse forms that come from another site.
        origin: new URL(this.api).origin,
        ...headers,
      },
      body: typeof body === 'string' ? body : isReady ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
      ...(body instanceof ReadableStream && { duplex: 'half' as const }),
    })
  }
}

/** In pieces, so that no length is known. */
function streamed(text: string, pieces = 8): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const size = Math.ceil(bytes.length / pieces)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

function form(): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(EVENT)) data.set(name, value)
  return data
}

/** A client that leaves in the middle of its body. */
function brokenUpload(x: Calls): Promise<void> {
  const { hostname, port, pathname } = new URL(`${x.api}/events`)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''), () => {
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${x.token}\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"title": "Half`,
        () => socket.destroy(),
      )
    })
    socket.on('close', () => resolve())
    socket.on('error', reject)
  })
}

const STEPS: readonly Step[] = [
  { name: 'the index', status: [200], send: (x) => x.get('/'), contains: 'routes' },
  { name: 'the index, without a slash', status: [200], send: (x) => x.get(''), contains: 'routes' },
  { name: 'an empty list', status: [200], send: (x) => x.get(`/events?${YEAR}`), contains: '"total":0' },
  {
    name: 'a write without a token',
    status: [401],
    send: (x) => x.write('POST', '/events', EVENT, { authorization: '' }),
  },
  {
    name: 'a write with a wrong token',
    status: [401],
    send: (x) => x.write('POST', '/events', EVENT, { authorization: 'Bearer x' }),
  },
  {
    name: 'JSON',
    status: [201],
    async send(x) {
      const response = await x.write('POST', '/events', EVENT)
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined)
      if (typeof body === 'object' && body !== null && 'id' in body) x.id = Number(body.id)
      x.etag = response.headers.get('etag') ?? ''
      return response
    },
  },
  { name: 'one event', status: [200], send: (x) => x.get(`/events/${x.id}`), contains: 'Lantern walk' },
  { name: 'a list', status: [200], send: (x) => x.get(`/events?${YEAR}`), contains: '"total":1' },
  { name: 'HEAD', status: [200], send: (x) => x.get(`/events?${YEAR}`, {}, 'HEAD') },
  {
    name: 'If-None-Match',
    status: [304],
    async send(x) {
      const first = await x.get(`/events/${x.id}`)
      return x.get(`/events/${x.id}`, { 'if-none-match': first.headers.get('etag') ?? '' })
    },
  },
  {
    name: 'a slash at the end',
    status: [200],
    send: (x) => x.get(`/events/?${YEAR}`),
    contains: '"total":1',
  },
  { name: 'a search in UTF-8', status: [200], send: (x) => x.get(`/events?search=l%C3%A4ntern&${YEAR}`) },
  { name: 'an escaped slug', status: [404], send: (x) => x.get('/events/by-slug/gl%C3%BChwein') },
  {
    name: 'PATCH',
    status: [200],
    send: (x) => x.write('PATCH', `/events/${x.id}`, { title: 'Lanterns' }),
    contains: 'Lanterns',
  },
  {
    name: 'PUT',
    status: [200],
    send: (x) => x.write('PUT', `/events/${x.id}`, { title: 'Lights' }),
    contains: 'Lights',
  },
  {
    name: 'If-Match of an old version',
    status: [412],
    send: (x) => x.write('PATCH', `/events/${x.id}`, { title: 'Old' }, { 'if-match': x.etag || '"x"' }),
  },
  { name: 'a form', status: [201], send: (x) => x.write('POST', '/events', new URLSearchParams(EVENT)) },
  { name: 'a multipart form', status: [201], send: (x) => x.write('POST', '/events', form()) },
  {
    name: 'a streamed body',
    status: [201],
    send: (x) => x.write('POST', '/events', streamed(JSON.stringify(EVENT))),
  },
  {
    name: 'a streamed body of 200 kB',
    status: [201],
    send: (x) =>
      x.write(
        'POST',
        '/events',
        streamed(JSON.stringify({ ...EVENT, description: 'Light. '.repeat(28_000) }), 50),
      ),
  },
  {
    name: 'a body that is too large',
    status: [413],
    send: (x) => x.write('POST', '/events', { ...EVENT, description: 'x'.repeat(3_000_000) }),
  },
  { name: 'broken JSON', status: [400], send: (x) => x.write('POST', '/events', '{"title":') },
  {
    name: 'a bad parameter',
    status: [400],
    send: (x) => x.get('/events?per_page=none'),
    contains: 'per_page',
  },
  {
    name: 'several requests in one',
    status: [200, 207],
    send: (x) => x.write('POST', '/batch', { requests: [{ method: 'GET', path: '/tags' }] }),
  },
  {
    name: 'a method that the path does not have',
    status: [405],
    send: (x) => x.write('PATCH', '/events', {}),
  },
  { name: 'OPTIONS', status: [200, 204], send: (x) => x.get('/events', {}, 'OPTIONS') },
  { name: 'an unknown path', status: [404], send: (x) => x.get('/nothing'), contains: 'rest_no_route' },
  { name: 'the feed', status: [200], send: (x) => x.get('/events.ics'), contains: 'BEGIN:VCALENDAR' },
  { name: 'the page for editors', status: [200], send: (x) => x.get('/editor'), contains: '<html' },
  {
    name: 'the elements for pages',
    status: [200],
    send: (x) => x.get('/embed.js'),
    contains: 'kalends-list',
  },
  {
    name: 'the pages for visitors, by redirects',
    status: [200],
    send: (x) => x.page('/events'),
    contains: '<html',
  },
  {
    name: 'the page of a month',
    status: [200],
    send: (x) => x.page('/events/month/2031-06/'),
    contains: 'Lights',
  },
  {
    name: 'the page of an event',
    status: [200],
    send: (x) => x.page('/event/lantern-walk/'),
    contains: 'Lights',
  },
  {
    name: 'a page that is not there',
    status: [404],
    send: (x) => x.page('/event/nothing/'),
    contains: '<html',
  },
  {
    name: 'an upload that breaks off, then a request',
    status: [200],
    async send(x) {
      for (let n = 0; n < 5; n++) await brokenUpload(x)
      return x.get(`/events/${x.id}`)
    },
  },
  {
    name: 'a response that nobody reads, then a request',
    status: [200],
    async send(x) {
      for (let n = 0; n < 5; n++) {
        const controller = new AbortController()
        const left = fetch(`${x.api}/doc`, { signal: controller.signal }).then((response) =>
          response.body?.getReader().read(),
        )
        const end = left.then(() => controller.abort())
        await end.catch(() => undefined)
      }
      return x.get(`/events/${x.id}`)
    },
  },
  {
    name: 'DELETE without a body',
    status: [200],
    send: (x) =>
      fetch(`${x.api}/events/${x.id}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${x.token}`, 'content-type': 'application/json' },
      }),
  },
  { name: 'what is in the trash', status: [403], send: (x) => x.get(`/events/${x.id}`) },
]

export const COUNT = STEPS.length

/** Sends all of them, one after the other. */
export async function differencesAt(api: string, token: string, pages: string): Promise<Difference[]> {
  const x = new Calls(api, token, pages)
  const found: Difference[] = []
  for (const { name, status, send, contains = '' } of STEPS) {
    const expected = `${status.join(' or ')}${contains && `, with ${contains}`}`
    try {
      const response = await send(x)
      const text = typeof response === 'number' ? '' : await response.text()
      const code = typeof response === 'number' ? response : response.status
      if (status.includes(code) && text.includes(contains)) continue
      found.push({ request: name, expected, got: `${code} ${text.replace(/\s+/g, ' ').slice(0, 120)}` })
    } catch (error) {
      found.push({
        request: name,
        expected,
        got: String(error instanceof Error ? (error.cause ?? error) : error),
      })
    }
  }
  return found
}
