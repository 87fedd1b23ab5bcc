import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { PublicFetchError, type PublicFetchOptions, publicFetch } from 'kalends/adapters/node'
import { webhooks } from 'kalends/webhooks'
import { afterEach, describe, expect, test } from 'vitest'

const servers: { close(): unknown; closeAllConnections?(): void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on TCP has this form of address.
  return (server.address() as AddressInfo).port
}

/** A server on this machine, and every request that it got. */
async function serve(listener: RequestListener) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    listener(request, response)
  })
  servers.push(server)
  return { port: await portOf(server), requests }
}

/** Every name leads to this machine. */
const here = async () => [{ address: '127.0.0.1', family: 4 }]

/** A fetch that may reach `a.example` and `b.example`, which are this machine. */
const fetchHere = (options: PublicFetchOptions = {}) =>
  publicFetch({ allow: ['a.example', 'b.example'], lookup: here, ...options })

const why = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof PublicFetchError ? error.message : `another error: ${error}`),
  )

describe('which hosts it asks', () => {
  test('an address of this machine is refused in every notation, and the server there gets nothing', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'))
    const ask = publicFetch()
    const hosts = [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      '[::1]',
      'localhost',
      '0',
    ]
    for (const host of hosts) {
      expect(await why(ask(`http://${host}:${port}/`))).toMatch(/is not a public host$/)
    }
    expect(requests).toEqual([])
  })

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700:4700::1111', '::1'],
    ['no address'],
  ])('a name that leads to %j is refused', async (...addresses) => {
    const { port, requests } = await serve((_request, response) => response.end('secret'))
    const lookup = async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const ask = publicFetch({ lookup })
    expect(await why(ask(`http://town.example:${port}/`))).toBe(
      'town.example leads to an address that is not public',
    )
    expect(requests).toEqual([])
  })

  test('a resolver that changes its mind is asked once, and the connection goes to what was checked', async () => {
    const { port, requests } = await serve((_request, response) => response.end('secret'))
    const answers = ['93.184.216.34', '127.0.0.1', '127.0.0.1']
    const asked: string[] = []
    const lookup = async (hostname: string) => {
      asked.push(hostname)
      return [{ address: answers.shift() ?? '127.0.0.1', family: 4 }]
    }
    const stop = new AbortController()
    const connected: string[] = []
    // The test ends where a socket knows its address, and before it connects.
    const watch = (message: unknown) => {
      const { socket } = message as { socket: Socket }
      socket.on('lookup', (_error, address) => {
        connected.push(String(address))
        stop.abort(new Error('seen'))
      })
    }
    subscribe('net.client.socket', watch)
    try {
      const ask = publicFetch({ lookup })
      await expect(ask(`http://town.example:${port}/`, { signal: stop.signal })).rejects.toThrow('seen')
    } finally {
      unsubscribe('net.client.socket', watch)
    }
    expect({ asked, connected, requests }).toEqual({
      asked: ['town.example'],
      connected: ['93.184.216.34'],
      requests: [],
    })
  })

  test('each redirect begins anew: a name is asked for again, and a private address is refused', async () => {
    const { port, requests } = await serve(({ url = '' }, response) =>
      response.writeHead(302, { location: decodeURIComponent(url.slice(1)) }).end(),
    )
    const targets = [
      `http://127.0.0.1:${port}/end`,
      `http://[::ffff:7f00:1]:${port}/end`,
      `//c.example:${port}/end`,
      'file:///etc/passwd',
      'gopher://a.example/',
      'http://[',
    ]
    const said: string[] = []
    for (const target of targets) {
      said.push(await why(fetchHere()(`http://a.example:${port}/${encodeURIComponent(target)}`)))
    }
    expect(said).toEqual([
      '127.0.0.1 is not a public host',
      '[::ffff:7f00:1] is not a public host',
      'c.example leads to an address that is not public',
      'file: is not a protocol of the web, only http: and https: are',
      'gopher: is not a protocol of the web, only http: and https: are',
      'a redirect leads to what is not an address',
    ])
    expect(requests).toHaveLength(targets.length)
  })

  test('a name without an address, and a host that does not answer, are said in words', async () => {
    const refusing = createServer()
    const port = await portOf(refusing)
    refusing.close()
    const fails = async () => {
      throw new Error('ENOTFOUND')
    }
    expect([
      await why(publicFetch({ lookup: fails })('http://town.example/')),
      await why(publicFetch({ lookup: async () => [] })('http://town.example/')),
      await why(fetchHere()(`http://a.example:${port}/`)),
      await why(publicFetch()('/feed.ics')),
      await why(publicFetch()('ftp://town.example/feed.ics')),
    ]).toEqual([
      'the host town.example is unknown',
      'the host town.example is unknown',
      expect.stringMatching(/^a\.example:\d+ cannot be reached: .*ECONNREFUSED/),
      'this is not an absolute address',
      'ftp: is not a protocol of the web, only http: and https: are',
    ])
  })

  test('an `https:` address is never asked without TLS', async () => {
    const { port } = await serve((_request, response) => response.end('plain'))
    expect(await why(fetchHere()(`https://a.example:${port}/`))).toMatch(/cannot be reached/)
  })
})

describe('redirects and credentials', () => {
  test('five redirects are followed, a sixth is not', async () => {
    const { port, requests } = await serve(({ url = '' }, response) => {
      const left = Number(url.slice(1))
      if (left === 0) response.end('here')
      else response.writeHead(307, { location: `/${left - 1}` }).end()
    })
    const answer = await fetchHere()(`http://a.example:${port}/5#part`)
    expect([await answer.text(), answer.url, answer.redirected]).toEqual([
      'here',
      `http://a.example:${port}/0`,
      true,
    ])
    expect(requests).toHaveLength(6)
    expect(await why(fetchHere()(`http://a.example:${port}/6`))).toBe('more than 5 redirects')
    expect(requests).toHaveLength(12)
  })

  test('by `redirect`, they are left to the caller, or refused', async () => {
    const { port } = await serve((_request, response) =>
      response.writeHead(301, { location: 'http://127.0.0.1/' }).end('moved'),
    )
    const answer = await fetchHere()(`http://a.example:${port}/`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location'), await answer.text(), answer.redirected]).toEqual([
      301,
      'http://127.0.0.1/',
      'moved',
      false,
    ])
    expect(await why(fetchHere()(`http://a.example:${port}/`, { redirect: 'error' }))).toBe(
      'the answer is a redirect',
    )
  })

  test('credentials go to the origin of the address alone, and a redirect brings none', async () => {
    const seen: string[] = []
    const { port } = await serve(({ headers, url = '' }, response) => {
      const { authorization = 'none', cookie = 'none', host = '' } = headers
      seen.push(`${host.split(':')[0]}${url} ${authorization} ${cookie}`)
      const next: Record<string, string> = {
        '/1': `http://b.example:${port}/2`,
        '/2': `http://x:y@b.example:${port}/3`,
        '/3': `http://a.example:${port}/4`,
      }
      const location = next[url]
      if (location === undefined) response.end('end')
      else response.writeHead(302, { location }).end()
    })
    const answer = await fetchHere()(`http://m%C3%A9:p%3Aw@a.example:${port}/1`, {
      headers: { cookie: 'c=1' },
    })
    expect(await answer.text()).toBe('end')
    expect(answer.url).not.toContain('@')
    const basic = `Basic ${Buffer.from('mé:p:w').toString('base64')}`
    expect(seen).toEqual([
      `a.example/1 ${basic} c=1`,
      'b.example/2 none none',
      'b.example/3 none none',
      `a.example/4 ${basic} c=1`,
    ])
  })

  test('another port is another origin', async () => {
    const other = await serve(({ headers }, response) => response.end(headers.authorization ?? 'none'))
    const { port } = await serve((_request, response) =>
      response.writeHead(302, { location: `http://a.example:${other.port}/` }).end(),
    )
    const answer = await fetchHere()(`http://a.example:${port}/`, { headers: { authorization: 'Bearer x' } })
    expect(await answer.text()).toBe('none')
  })

  test('errors show no credentials', async () => {
    const said = await why(publicFetch()('http://me:secret@127.0.0.1/?token=secret'))
    expect(said).toBe('127.0.0.1 is not a public host')
  })
})

describe('bounds', () => {
  const codings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync }

  test.each(Object.entries(codings))(
    '%s: a small answer is read, a bomb ends at the bound',
    async (coding, pack) => {
      const small = pack('BEGIN:VCALENDAR')
      const bomb = pack(Buffer.alloc(12 * 1024 * 1024))
      const { port } = await serve(({ url }, response) =>
        response.writeHead(200, { 'content-encoding': coding }).end(url === '/bomb' ? bomb : small),
      )
      const ask = fetchHere()
      expect(await (await ask(`http://a.example:${port}/`)).text()).toBe('BEGIN:VCALENDAR')
      const answer = await ask(`http://a.example:${port}/bomb`)
      expect(await why(answer.arrayBuffer())).toBe('the answer has more than 10,485,760 bytes')
    },
  )

  test('a body of the most bytes is read, one more is not, whether it says its length or not', async () => {
    const { port } = await serve(({ url = '' }, response) => {
      const [, how, size] = url.split('/')
      if (how === 'told') response.setHeader('content-length', String(size))
      response.write('x')
      response.end('x'.repeat(Number(size) - 1))
    })
    const ask = fetchHere({ size: 1000 })
    const read = async (path: string) => (await ask(`http://a.example:${port}${path}`)).text()
    expect([(await read('/told/1000')).length, (await read('/untold/1000')).length]).toEqual([1000, 1000])
    expect([await why(read('/told/1001')), await why(read('/untold/1001'))]).toEqual([
      'the answer has more than 1,000 bytes',
      'the answer has more than 1,000 bytes',
    ])
  })

  test.each([
    ['gzip, gzip', 'the answer has more than one Content-Encoding'],
    ['identity, br', 'the answer has more than one Content-Encoding'],
    ['zstd', 'the Content-Encoding "zstd" is not known'],
  ])('the coding %j is refused', async (coding, message) => {
    const { port } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end('x'),
    )
    expect(await why(fetchHere()(`http://a.example:${port}/`))).toBe(message)
  })

  test.each([
    ['its length says more', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nBEGIN'],
    ['its last piece is missing', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nBEGIN\r\n'],
    [
      'its coding is cut',
      Buffer.concat([
        Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'),
        gzipSync('BEGIN'.repeat(1000)).subarray(0, 20),
      ]),
    ],
  ])('a body that breaks off is an error, and not a short body: %s', async (_how, bytes) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(bytes))
    })
    servers.push(server)
    const port = await portOf(server)
    const answer = await fetchHere()(`http://a.example:${port}/`)
    expect(await why(answer.text())).toBe('the answer broke off')
  })

  test('the time is for the whole reading: names, answers, bodies and redirects', async () => {
    const never = new Promise<never>(() => {})
    const { port } = await serve(({ url }, response) => {
      if (url === '/body') response.write('BEGIN')
      if (url === '/redirect') response.writeHead(302, { location: '/none' }).end()
    })
    const ask = fetchHere({ timeout: 50 })
    const read = async (path: string) => (await ask(`http://a.example:${port}${path}`)).text()
    const words = 'no complete answer within 0.05 s'
    expect(await why(publicFetch({ timeout: 50, lookup: () => never })('http://a.example/'))).toBe(words)
    expect(await why(read('/none'))).toBe(words)
    expect(await why(read('/body'))).toBe(words)
    expect(await why(read('/redirect'))).toBe(words)
  })

  test('an abort of the caller ends it with the reason of the caller, and the connection with it', async () => {
    const closed: Promise<unknown>[] = []
    const { port } = await serve((request, response) => {
      closed.push(once(request.socket, 'close'))
      response.write('BEGIN')
    })
    const stop = new AbortController()
    const answer = await fetchHere()(`http://a.example:${port}/`, { signal: stop.signal })
    const text = answer.text()
    stop.abort(new Error('enough'))
    await expect(text).rejects.toThrow('enough')
    await Promise.all(closed)
    await expect(
      fetchHere()(`http://a.example:${port}/`, { signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before')
  })

  test('a body that is not wanted ends the connection', async () => {
    const closed: Promise<unknown>[] = []
    const { port } = await serve((request, response) => {
      closed.push(once(request.socket, 'close'))
      response.write('BEGIN')
    })
    const answer = await fetchHere()(`http://a.example:${port}/`)
    await answer.body?.cancel()
    await Promise.all(closed)
    expect(closed).toHaveLength(1)
  })

  test('odd answers: another protocol, an invalid status, headers without end', async () => {
    const send = (text: string) => async () => {
      const server = createSocketServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(text))
      })
      servers.push(server)
      const port = await portOf(server)
      return why(fetchHere()(`http://a.example:${port}/`))
    }
    expect([
      await send('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')(),
      await send('HTTP/1.1 999 Odd\r\n\r\n')(),
      await send(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)(),
      await send('220 mail.example ESMTP\r\n')(),
    ]).toEqual([
      expect.stringMatching(/changes the protocol$/),
      'an answer with the status 999',
      expect.stringMatching(/cannot be reached/),
      expect.stringMatching(/cannot be reached/),
    ])
  })
})

describe('errors of a connection that nobody waits for', () => {
  /** Errors that end a process of somebody else, while `work` runs and shortly after it. */
  async function uncaughtIn(work: () => Promise<unknown>): Promise<unknown[]> {
    const uncaught: unknown[] = []
    const note = (error: unknown) => void uncaught.push(error)
    process.on('uncaughtException', note)
    process.on('unhandledRejection', note)
    try {
      await work()
      for (let turn = 0; turn < 20; turn++) await setImmediate()
    } finally {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    }
    return uncaught
  }

  /** A server that answers each connection with these bytes and its end; resolves when all connections are closed. */
  async function breaksOff(bytes: string | Buffer) {
    const closed: Promise<unknown>[] = []
    const server = createSocketServer((socket) => {
      closed.push(once(socket, 'close'))
      socket.on('error', () => {})
      socket.once('data', () => socket.end(bytes))
    })
    servers.push(server)
    return { port: await portOf(server), closed: () => Promise.all(closed) }
  }

  // No machine connects to this one by TCP: the system refuses it at once, as it does without a network.
  const unreachable = [{ address: '255.255.255.255', family: 4 }]

  test.each([
    ['http', unreachable],
    ['https', unreachable],
    ['http', [...unreachable, ...unreachable]],
    ['https', [...unreachable, { address: 'ff01::1', family: 6 }]],
  ])('a connection by %s that fails at once is an error of the caller alone', async (scheme, addresses) => {
    let said = ''
    const uncaught = await uncaughtIn(async () => {
      said = await why(fetchHere({ lookup: async () => addresses, timeout: 2000 })(`${scheme}://a.example/`))
    })
    expect(uncaught).toEqual([])
    expect(said).toMatch(/^a\.example cannot be reached: /)
  })

  test.each(['https://255.255.255.255/', 'http://255.255.255.255/', 'http://[ff01::1]/'])(
    'nor does one to the address %s',
    async (url) => {
      const { hostname } = new URL(url)
      let said = ''
      const uncaught = await uncaughtIn(async () => {
        said = await why(publicFetch({ allow: [hostname], timeout: 2000 })(url))
      })
      expect(uncaught).toEqual([])
      expect(said).toMatch(/cannot be reached: /)
    },
  )

  const cut = {
    gzip: gzipSync('BEGIN').subarray(0, 5),
    br: brotliCompressSync('BEGIN'.repeat(99)).subarray(0, 5),
  }

  test.each([
    ['a redirect', '302 Found\r\nlocation: http://127.0.0.1/', 'gzip', 'follow'],
    ['a redirect', '302 Found\r\nlocation: http://127.0.0.1/', 'br', 'follow'],
    ['a redirect that is refused', '302 Found\r\nlocation: /', 'gzip', 'error'],
    ['an answer that nobody reads', '200 OK', 'gzip', 'manual'],
    ['an answer that nobody reads', '200 OK', 'br', 'manual'],
    ['an answer whose length says more', '200 OK\r\ncontent-length: 100', 'gzip', 'manual'],
    ['an answer without content', '204 No Content', 'gzip', 'manual'],
    ['an answer that is no such coding', '200 OK\r\nx: y', 'deflate', 'manual'],
  ] as const)(
    '%s, with a coding that breaks off (%s, %s), ends no process',
    async (_name, head, coding, redirect) => {
      const bytes = coding === 'deflate' ? Buffer.from('plain') : cut[coding]
      const start = Buffer.from(`HTTP/1.1 ${head}\r\ncontent-encoding: ${coding}\r\n\r\n`)
      const { port, closed } = await breaksOff(Buffer.concat([start, bytes]))
      const uncaught = await uncaughtIn(async () => {
        await fetchHere()(`http://a.example:${port}/`, { redirect }).catch(() => {})
        await closed()
      })
      expect(uncaught).toEqual([])
    },
  )

  test('a body that is canceled after it broke off, or before, ends no process', async () => {
    const start = Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n')
    const { port, closed } = await breaksOff(Buffer.concat([start, cut.gzip]))
    const uncaught = await uncaughtIn(async () => {
      const early = await fetchHere()(`http://a.example:${port}/`)
      await early.body?.cancel()
      const late = await fetchHere()(`http://a.example:${port}/`)
      await closed()
      await late.body?.cancel()
      const unread = await fetchHere()(`http://a.example:${port}/`)
      await closed()
      expect(await why(unread.text())).toBe('the answer broke off')
    })
    expect(uncaught).toEqual([])
  })

  test('a webhook that was answered is delivered, though the body of its answer breaks off', async () => {
    const start = Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n')
    const { port, closed } = await breaksOff(Buffer.concat([start, cut.gzip]))
    const secret = `whsec_${btoa('x'.repeat(24))}`
    const broken = async () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broke off')) }))
    const uncaught = await uncaughtIn(async () => {
      for (const send of [fetchHere(), fetch, broken]) {
        await webhooks([{ url: `http://127.0.0.1:${port}/`, secret }], {
          fetch: (url, init) => send(send === fetch ? url : url.replace('127.0.0.1', 'a.example'), init),
        })(...delivery())
      }
      await closed()
    })
    expect(uncaught).toEqual([])
  })
})

/** The arguments of a function for the option `deliver`. */
function delivery(): Parameters<ReturnType<typeof webhooks>> {
  const change = {
    kind: 'event',
    type: 'created',
    entry: 1,
    time: '2027-01-01T00:00:00.000Z',
    id: 1,
    before: null,
    after: null,
    by: null,
  } as const
  const context = { attempt: 1, signal: new AbortController().signal, calendar: 'c' }
  return [change as never, context as never]
}

describe('as `fetch`', () => {
  test('methods, bodies, header fields and empty answers', async () => {
    const { port } = await serve(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      const { method, headers } = request
      if (method === 'DELETE') return response.writeHead(204).end()
      if (headers['if-none-match'] === '"1"') return response.writeHead(304, { etag: '"1"' }).end()
      response.writeHead(201, { 'x-a': ['1', '2'] })
      response.end(JSON.stringify({ method, body, type: headers['content-type'], host: headers.host }))
    })
    const ask = fetchHere()
    const url = `http://a.example:${port}/`
    const posted = await ask(
      new Request(url, { method: 'POST', body: 'é', headers: { 'content-type': 'text/x' } }),
    )
    expect([posted.status, posted.headers.get('x-a'), await posted.json()]).toEqual([
      201,
      '1, 2',
      { method: 'POST', body: 'é', type: 'text/x', host: `a.example:${port}` },
    ])
    const [gone, same, head] = [
      await ask(url, { method: 'DELETE' }),
      await ask(new URL(url), { headers: { 'if-none-match': '"1"' } }),
      await ask(url, { method: 'HEAD' }),
    ]
    expect([gone.status, gone.body, same.status, same.headers.get('etag'), head.body]).toEqual([
      204,
      null,
      304,
      '"1"',
      null,
    ])
  })

  test('after a 303 a POST is a GET, after a 308 it is the same', async () => {
    const { port } = await serve(async (request, response) => {
      let body = ''
      for await (const piece of request) body += piece
      const status = Number(request.url?.slice(1))
      if (status) response.writeHead(status, { location: '/' }).end()
      else response.end(`${request.method} ${body} ${request.headers['content-type'] ?? 'no type'}`)
    })
    const post = { method: 'POST', body: 'x', headers: { 'content-type': 'text/x' } }
    const read = async (path: string) => (await fetchHere()(`http://a.example:${port}${path}`, post)).text()
    expect([await read('/303'), await read('/308')]).toEqual(['GET  no type', 'POST x text/x'])
  })

  test('webhooks take it, so that users may name their receivers', async () => {
    const { port, requests } = await serve((_request, response) => response.end())
    const secret = `whsec_${btoa('x'.repeat(24))}`
    const send = (url: string) => webhooks([{ url, secret }], { fetch: fetchHere() })(...delivery())
    await send(`http://a.example:${port}/`)
    await expect(send(`http://127.0.0.1:${port}/`)).rejects.toThrow('cannot be reached')
    expect(requests).toHaveLength(1)
  })

  test('an option that is no host is refused at once', () => {
    expect(() => publicFetch({ allow: ['http://a.example/'] })).toThrow(/^allow: .* is not a host/)
  })
})
