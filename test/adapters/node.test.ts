import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { setImmediate } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { gzipSync } from 'node:zlib'
import express from 'express'
import fc from 'fast-check'
import { createEventsApi } from 'kalends'
import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type NodeApi, type NodeHost, type NodeListener, toNodeListener } from '../../adapters/node.ts'
import type { PlainRequest, PlainResponse } from '../../src/types/index.ts'
import { words } from '../setup/words.ts'
import { answer, ask, connect, fakeApi, gate, listen, raw, serve, until } from './sockets.ts'

const echoUrl = () => fakeApi((request) => new Response(request.url))
const echoBody = () => fakeApi(async (request) => new Response(await request.text()))
const invalidHost = { code: 'rest_invalid_host', data: { status: 400 } }

describe('the URL of the request', () => {
  test('has its origin from the socket and the Host header', async () => {
    const port = await serve(toNodeListener(echoUrl()))
    const { text } = await ask(port, '/calendar/events?page=2&q=%20a', {
      headers: { host: 'cal.example:81' },
    })
    expect(text).toBe('http://cal.example:81/calendar/events?page=2&q=%20a')
  })

  test('is https where the socket is encrypted', async () => {
    // A pre-shared key makes TLS without a certificate.
    const psk = Buffer.alloc(16, 7)
    const tls = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
    const server = https.createServer({ ...tls, pskCallback: () => psk }, toNodeListener(echoUrl()))
    const port = await listen(server)
    const socket = connectTls({
      ...tls,
      host: '127.0.0.1',
      port,
      pskCallback: () => ({ psk, identity: 'test' }),
      checkServerIdentity: () => undefined,
    })
    const createConnection = () => socket
    const request = http.request({ createConnection, path: '/calendar', headers: { host: 'cal.example' } })
    request.end()
    expect((await answer(request)).text).toBe('https://cal.example/calendar')
  })

  test('says localhost where HTTP/1.0 names no host, also after a client that named the host "undefined"', async () => {
    const port = await serve(toNodeListener(echoUrl()))
    const named = await raw(port, 'GET /calendar HTTP/1.0\r\nHost: undefined\r\n\r\n')
    expect(named).toMatch(/\r\n\r\nhttp:\/\/undefined\/calendar$/)
    expect(await raw(port, 'GET /calendar HTTP/1.0\r\n\r\n')).toMatch(/\r\n\r\nhttp:\/\/localhost\/calendar$/)
  })

  test('ignores forwarded headers unless the proxy is trusted', async () => {
    const headers = { host: 'cal.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const port = await serve(toNodeListener(echoUrl()))
    expect((await ask(port, '/calendar', { headers })).text).toBe('http://cal.example/calendar')
  })

  test('takes the first forwarded host and protocol of a trusted proxy', async () => {
    const port = await serve(toNodeListener(echoUrl(), { trustProxy: true }))
    const headers = { 'x-forwarded-host': 'public.example:8443, inner', 'x-forwarded-proto': 'HTTPS, http' }
    expect((await ask(port, '/calendar', { headers })).text).toBe('https://public.example:8443/calendar')
  })

  test('passes over a forwarded protocol that is neither http nor https', async () => {
    const port = await serve(toNodeListener(echoUrl(), { trustProxy: true }))
    const headers = { 'x-forwarded-host': 'public.example', 'x-forwarded-proto': 'javascript' }
    expect((await ask(port, '/calendar', { headers })).text).toBe('http://public.example/calendar')
  })

  test('has the host that the options name, whatever the headers say', async () => {
    const port = await serve(toNodeListener(echoUrl(), { host: 'fixed.example', trustProxy: true }))
    const headers = { host: 'a b', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    expect((await ask(port, '/calendar', { headers })).text).toBe('https://fixed.example/calendar')
  })

  test.each(['', 'http://x', 'a/b', 'a b'])('an invalid host option throws at once: %j', (host) => {
    expect(() => toNodeListener(fakeApi(), { host })).toThrow(TypeError)
  })

  test.each([
    ['GET http://other.example/calendar?a=1 HTTP/1.1', 'http://other.example/calendar?a=1'],
    ['GET https://other.example/calendar HTTP/1.1', 'http://other.example/calendar'],
    ['GET http://other.example?a=1 HTTP/1.1', 'http://other.example/?a=1'],
    ['GET //evil.example/calendar HTTP/1.1', 'http://cal.example//evil.example/calendar'],
    ['OPTIONS * HTTP/1.1', 'http://cal.example/*'],
    [
      'GET /calendar?next=http://evil.example/../ HTTP/1.1',
      'http://cal.example/calendar?next=http://evil.example/../',
    ],
  ])('%s is %s', async (line, url) => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    await raw(port, `${line}\r\nHost: cal.example\r\nConnection: close\r\n\r\n`)
    expect(api.requests.map((request) => request.url)).toEqual([url])
  })

  test.each([
    'evil.example/path',
    'user@evil.example',
    'a b',
    'evil.example?x',
    'evil.example#x',
    'evil.example\\x',
    'a.example, b.example',
    ...words('a.example:99999 a.example:port [::1 [zz] 1.2.3.999'),
    'a\xe9.example',
    '%65vil.example',
  ])('a malformed Host is a 400, not a crash: %j', async (host) => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    const text = await raw(port, `GET /calendar HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject(invalidHost)
    expect(api.requests).toEqual([])
  })

  test.each(['cal.example', 'cal.example.', 'a_b.example:8080', '127.0.0.1:80', '[::1]:3000'])(
    'a Host in order is taken: %s',
    async (host) => {
      const port = await serve(toNodeListener(echoUrl()))
      expect((await ask(port, '/calendar', { headers: { host } })).status).toBe(200)
    },
  )

  test('two Host headers are a 400', async () => {
    const port = await serve(toNodeListener(fakeApi()))
    const text = await raw(port, 'GET /calendar HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('a malformed forwarded host is a 400 where it counts, and nothing where it does not', async () => {
    const headers = { 'x-forwarded-host': 'evil.example/x' }
    const trusting = await serve(toNodeListener(fakeApi(), { trustProxy: true }))
    const wary = await serve(toNodeListener(fakeApi()))
    expect((await ask(trusting, '/calendar', { headers })).status).toBe(400)
    expect((await ask(wary, '/calendar', { headers })).status).toBe(200)
  })

  test.each([
    ...words('/open/../calendar /open/%2E%2e/calendar /./calendar /calendar/..'),
    '/open\\..\\calendar',
    '\\calendar',
    ...words('calendar ftp://cal.example/calendar http:///calendar http://user@cal.example/calendar'),
    'http://cal.example\\calendar',
  ])('a target that URL would read otherwise than a router in front is a 400: %s', async (target) => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    const text = await raw(port, `GET ${target} HTTP/1.1\r\nHost: cal.example\r\nConnection: close\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(api.requests).toEqual([])
  })
})

describe('the head of the request', () => {
  test('repeated headers arrive joined, cookies with a semicolon', async () => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    const fields = 'X-A: 1\r\nX-A: 2\r\nCookie: a=1\r\nCookie: b=2\r\nAccept: text/html\r\nAccept: */*'
    await raw(port, `GET /calendar HTTP/1.1\r\nHost: x\r\n${fields}\r\nConnection: close\r\n\r\n`)
    const headers = api.requests[0]?.headers
    expect(headers?.get('x-a')).toBe('1, 2')
    expect(headers?.get('cookie')).toBe('a=1; b=2')
    expect(headers?.get('accept')).toBe('text/html, */*')
  })

  test.each([
    'Authorization: Bearer a\r\nAuthorization: Bearer b',
    'authorization: \r\nAUTHORIZATION: Basic YTpi',
  ])('two Authorization headers are a 401: %j', async (fields) => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    const text = await raw(
      port,
      `GET /calendar HTTP/1.1\r\nHost: a\r\n${fields}\r\nConnection: close\r\n\r\n`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 401 /)
    expect(text).toMatch(/\r\nwww-authenticate: Bearer\r\n/i)
    expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toEqual({
      code: 'rest_invalid_credentials',
      message: 'The credentials are wrong.',
      data: { status: 401 },
    })
    expect(api.requests).toEqual([])
  })

  test('two Authorization headers on a path of the host go to the host', async () => {
    const port = await serve((req, res) => toNodeListener(fakeApi())(req, res, () => res.end('host')))
    const text = await raw(
      port,
      'GET /other HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b\r\nConnection: close\r\n\r\n',
    )
    expect(text).toMatch(/\r\n\r\n4\r\nhost|\r\n\r\nhost$/)
  })

  test('host facts come as the second argument', async () => {
    const seen: NodeHost[] = []
    const api = fakeApi((_, host) => {
      seen.push(host)
      return new Response()
    })
    const port = await serve(toNodeListener(api, { trustProxy: true }))
    await ask(port, '/calendar/x', { headers: { 'x-forwarded-for': '6.6.6.6' } })
    expect(seen[0]?.ip).toBe('127.0.0.1')
    expect(seen[0]?.req.url).toBe('/calendar/x')
    expect(seen[0]?.res.statusCode).toBe(200)
  })

  test('work after the answer continues, and onError gets its failure', async () => {
    const onError = vi.fn()
    const failing = gate()
    const failure = new Error('could not note it')
    const api = fakeApi((_request, host) => {
      host.waitUntil(failing.opened.then(() => Promise.reject(failure)))
      return new Response('ok')
    })
    const port = await serve(toNodeListener(api, { onError }))
    expect((await ask(port, '/calendar')).text).toBe('ok')
    expect(onError).not.toHaveBeenCalled()
    failing.open()
    await vi.waitFor(() => expect(onError).toHaveBeenCalledOnce())
    expect(onError.mock.calls[0]?.[0]).toBe(failure)
  })

  test('a method that Fetch forbids is a 501', async () => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    const { status, text } = await ask(port, '/calendar', { method: 'TRACE' })
    expect(status).toBe(501)
    expect(JSON.parse(text)).toMatchObject({ code: 'rest_method_not_implemented', data: { status: 501 } })
    expect(api.requests).toEqual([])
  })

  test('CONNECT opens no tunnel and breaks nothing', async () => {
    const port = await serve(toNodeListener(fakeApi()))
    expect(await raw(port, 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n')).toBe('')
    expect((await ask(port, '/calendar')).status).toBe(200)
  })

  test.each(['PATCH', 'DELETE', 'PROPFIND', 'OPTIONS'])('%s reaches the API', async (method) => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    expect((await ask(port, '/calendar', { method })).status).toBe(200)
    expect(api.requests[0]?.method).toBe(method)
  })
})

describe('the body of the request', () => {
  test('arrives whole', async () => {
    const port = await serve(toNodeListener(echoBody()))
    const body = 'Käse '.repeat(100_000)
    expect((await ask(port, '/calendar', { method: 'POST', body })).text).toBe(body)
  })

  test('arrives while it is still being sent', async () => {
    const first = gate()
    const api = fakeApi(async (request) => {
      const reader = request.body?.getReader()
      const read = async () => Buffer.from((await reader?.read())?.value ?? '').toString()
      const one = await read()
      first.open()
      return new Response(`${one}|${await read()}`)
    })
    const port = await serve(toNodeListener(api))
    const request = http.request({ host: '127.0.0.1', port, path: '/calendar', method: 'POST', agent: false })
    request.write('one')
    await first.opened
    request.end('two')
    expect((await answer(request)).text).toBe('one|two')
  })

  test('is not read faster than the API takes it', async () => {
    const api = fakeApi(async (request, { req }) => {
      let emitted = 0
      await request.body?.getReader().read()
      req.on('data', () => emitted++)
      while (req.readableLength < req.readableHighWaterMark) await setImmediate()
      return new Response(String(emitted))
    })
    const port = await serve(toNodeListener(api))
    expect((await ask(port, '/calendar', { method: 'POST', body: Buffer.alloc(800_000) })).text).toBe('0')
  })

  test('is absent from GET, from HEAD, and where none was sent', async () => {
    const api = fakeApi()
    const port = await serve(toNodeListener(api))
    await ask(port, '/calendar', { method: 'GET', body: 'x', headers: { 'content-length': 1 } })
    await ask(port, '/calendar', { method: 'HEAD' })
    await ask(port, '/calendar', { method: 'DELETE', headers: { 'content-length': 0 } })
    expect(api.requests.map((request) => request.body)).toEqual([null, null, null])
  })

  test('left unread, it does not spoil the next request on the connection', async () => {
    const port = await serve(toNodeListener(echoUrl()))
    const socket = connect(port)
    socket.write('POST /calendar/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello')
    await until(socket, /calendar\/1$/)
    socket.write('GET /calendar/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await until(socket, /calendar\/2$/)
  })

  const tooLarge = () => new Response('{"code":"too_large"}', { status: 413 })
  const large = Buffer.alloc(16_000_000)
  test.each([
    ['without reading', tooLarge],
    [
      'after one chunk, cancelling the rest',
      async (request: Request) => {
        const reader = request.body?.getReader()
        await reader?.read()
        await reader?.cancel()
        return tooLarge()
      },
    ],
    [
      'after one chunk, holding on to the reader',
      async (request: Request) => {
        await request.body?.getReader().read()
        return tooLarge()
      },
    ],
  ])('refused %s: the client reads the answer, and the connection closes', async (_, respond) => {
    const port = await serve(toNodeListener(fakeApi(respond)))
    const { status, headers, text } = await ask(port, '/calendar', { method: 'POST', body: large })
    expect({ status, text }).toEqual({ status: 413, text: '{"code":"too_large"}' })
    expect(headers.connection).toBe('close')
  })

  test('refused while the client pauses: the whole answer comes at once, then the connection closes', async () => {
    const port = await serve(toNodeListener(fakeApi(tooLarge)))
    const socket = connect(port)
    socket.write('POST /calendar HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\nhello')
    const text = await until(socket, /too_large"}$/)
    expect(text).toMatch(/content-length: 20\r\n/i)
    await once(socket, 'end')
  })

  test('refused while the client never stops sending: the connection is cut', async () => {
    const port = await serve(toNodeListener(fakeApi(tooLarge)))
    const socket = connect(port)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {}) // a reset is what a flood gets
    socket.write('POST /calendar HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const flood = () => {
      while (!socket.destroyed && socket.write(chunk));
    }
    socket.on('drain', flood)
    flood()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*too_large"}$/)
  })

  test.each([
    ['none of it before', 0],
    ['a part before', 1],
  ])('read after the answer, %s: an error, not a short body', async (_, reads) => {
    const late = gate<unknown>()
    const api = fakeApi(async (request, { res }) => {
      const reader = request.body?.getReader()
      for (let read = 0; read < reads; read++) await reader?.read()
      res.once('finish', () => reader?.read().catch(late.open))
      return new Response('early')
    })
    const port = await serve(toNodeListener(api))
    await ask(port, '/calendar', { method: 'POST', body: 'x'.repeat(500_000) })
    expect(await late.opened).toMatchObject({ message: expect.stringContaining('answered') })
  })

  test('a client that leaves midway fails the read and aborts the signal', async () => {
    const outcome = gate<unknown>()
    const api = fakeApi(async (request) => {
      const error = await request.text().catch((error: unknown) => error)
      outcome.open({ failed: error instanceof Error, aborted: request.signal.aborted })
      return new Response()
    })
    const onError = vi.fn()
    const port = await serve(toNodeListener(api, { onError }))
    const socket = connect(port)
    socket.write('POST /calendar HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nhello', () =>
      socket.destroy(),
    )
    expect(await outcome.opened).toEqual({ failed: true, aborted: true })
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('the answer', () => {
  test('each Set-Cookie is sent by itself', async () => {
    const api = fakeApi(() => {
      const response = new Response('ok', { status: 201, headers: { 'x-a': '1' } })
      response.headers.append('set-cookie', 'a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT')
      response.headers.append('set-cookie', 'b=2')
      return response
    })
    const port = await serve(toNodeListener(api))
    const { status, headers } = await ask(port, '/calendar')
    expect(status).toBe(201)
    expect(headers['x-a']).toBe('1')
    expect(headers['set-cookie']).toEqual(['a=1; Expires=Thu, 01 Jan 2026 00:00:00 GMT', 'b=2'])
  })

  test('cookies and Vary that the host has set stay', async () => {
    const headers = { 'set-cookie': 'api=1', vary: 'Origin' }
    const listener = toNodeListener(fakeApi(() => new Response('ok', { headers })))
    const port = await serve((req, res) => {
      res.setHeader('set-cookie', 'session=1')
      res.setHeader('vary', 'Accept-Encoding')
      listener(req, res)
    })
    const answered = await ask(port, '/calendar')
    expect(answered.headers['set-cookie']).toEqual(['session=1', 'api=1'])
    expect(answered.headers.vary).toBe('Accept-Encoding, Origin')
  })

  test('an answer of one chunk says its length', async () => {
    const port = await serve(toNodeListener(fakeApi(() => Response.json({ city: 'Köln' }))))
    const { headers, text } = await ask(port, '/calendar')
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
  })

  test.each([204, 304])('%d has no body and no length', async (status) => {
    const port = await serve(toNodeListener(fakeApi(() => new Response(null, { status }))))
    const { headers, text } = await ask(port, '/calendar')
    expect({ length: headers['content-length'], text }).toEqual({ length: undefined, text: '' })
  })

  test('HEAD sends the headers alone and cancels the body', async () => {
    const cancelled = gate()
    const body = () => new ReadableStream<Uint8Array>({ cancel: () => cancelled.open() })
    const port = await serve(
      toNodeListener(fakeApi(() => new Response(body(), { headers: { 'content-length': '1000' } }))),
    )
    const text = await raw(port, 'HEAD /calendar HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(text).toMatch(/content-length: 1000\r\n/)
    expect(text).toMatch(/\r\n\r\n$/)
    await cancelled.opened
  })

  test('a streamed answer starts before it ends, head and first chunk', async () => {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start(given) {
        controller = given
      },
    })
    const port = await serve(toNodeListener(fakeApi(() => new Response(body))))
    const socket = connect(port)
    socket.write('GET /calendar HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await until(socket, /\r\n\r\n$/)
    controller?.enqueue(Buffer.from('one'))
    await until(socket, /one\r\n$/)
    controller?.close()
    await once(socket, 'end')
  })

  test('a slow reader slows the source', async () => {
    const chunk = new Uint8Array(65_536)
    const total = 1_000
    let pulled = 0
    const body = () =>
      new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            pulled++
            controller.enqueue(chunk)
            if (pulled === total) controller.close()
          },
        },
        { highWaterMark: 0 },
      )
    const listener = toNodeListener(fakeApi(() => new Response(body())))
    const stalled = gate()
    const port = await serve((req, res) => {
      const write = res.write.bind(res)
      let accepted = true
      vi.spyOn(res, 'write').mockImplementation((data: unknown) => {
        if (!accepted) throw new Error('written before drain')
        accepted = write(data)
        // Several writes are refused only until the kernel has taken them; the last refusal is the one that lasts.
        if (!accepted) stalled.open()
        return accepted
      })
      res.on('drain', () => {
        accepted = true
      })
      listener(req, res)
    })
    const request = http.get({ host: '127.0.0.1', port, path: '/calendar', agent: false })
    const [response] = await once(request, 'response')
    await stalled.opened
    expect(pulled).toBeLessThan(total)
    let bytes = 0
    for await (const part of response) bytes += part.length
    expect(bytes).toBe(total * chunk.length)
  })

  test('a client that leaves aborts the signal', async () => {
    const called = gate()
    const aborted = gate()
    const api = fakeApi(async (request) => {
      request.signal.addEventListener('abort', () => aborted.open())
      called.open()
      await aborted.opened
      return new Response('to nobody')
    })
    const port = await serve(toNodeListener(api))
    const socket = connect(port)
    socket.write('GET /calendar HTTP/1.1\r\nHost: x\r\n\r\n')
    await called.opened
    socket.destroy()
    await aborted.opened
    expect(api.requests[0]?.signal.aborted).toBe(true)
  })

  test('the signal of an answered request never aborts', async () => {
    const closed = gate()
    const api = fakeApi((_, { res }) => {
      res.once('close', () => closed.open())
      return new Response('ok')
    })
    const port = await serve(toNodeListener(api))
    await ask(port, '/calendar')
    await closed.opened
    expect(api.requests[0]?.signal.aborted).toBe(false)
  })

  test('a client that leaves midway cancels the body', async () => {
    const cancelled = gate()
    const body = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from('one')),
        cancel: () => cancelled.open(),
      })
    const onError = vi.fn()
    const port = await serve(
      toNodeListener(
        fakeApi(() => new Response(body())),
        { onError },
      ),
    )
    const socket = connect(port)
    socket.write('GET /calendar HTTP/1.1\r\nHost: x\r\n\r\n')
    await until(socket, /one/)
    socket.destroy()
    await cancelled.opened
    expect(onError).not.toHaveBeenCalled()
  })

  test('what the host has answered in the meantime stands', async () => {
    const listener = toNodeListener(
      fakeApi((_, { res }) => {
        res.statusCode = 503
        res.end('too late')
        return new Response('ok')
      }),
    )
    const port = await serve(listener)
    expect(await ask(port, '/calendar')).toMatchObject({ status: 503, text: 'too late' })
  })
})

describe('errors', () => {
  const boom = new Error('secret')

  test.each([
    [
      'throws',
      (): Response => {
        throw boom
      },
    ],
    ['rejects', () => Promise.reject(boom)],
    [
      'answers with a body that breaks before its first chunk',
      () =>
        new Response(new ReadableStream({ start: (controller) => controller.error(boom) }), {
          headers: { etag: '"1"', 'cache-control': 'public', 'content-length': '9' },
        }),
    ],
  ])('an API that %s is a bare 500, and onError knows why', async (_, respond) => {
    const onError = vi.fn()
    const port = await serve(toNodeListener(fakeApi(respond), { onError }))
    const { status, headers, text } = await ask(port, '/calendar')
    expect({ status, text }).toEqual({ status: 500, text: '' })
    expect(headers).not.toHaveProperty('etag')
    expect(headers).not.toHaveProperty('cache-control')
    expect(onError.mock.calls.map(([error, request]) => [error, request.url])).toEqual([[boom, '/calendar']])
  })

  test('without onError they go to console.error', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const port = await serve(toNodeListener(fakeApi(() => Promise.reject(boom))))
    await ask(port, '/calendar')
    expect(log.mock.calls).toEqual([[boom]])
  })

  test('something that is no response is a 500', async () => {
    const onError = vi.fn()
    const port = await serve(
      toNodeListener(
        fakeApi(() => Response.error()),
        { onError },
      ),
    )
    expect((await ask(port, '/calendar')).status).toBe(500)
    expect(onError).toHaveBeenCalledOnce()
  })

  test('a body that breaks midway cuts the connection', async () => {
    const reported = gate<unknown>()
    let pulls = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pulls++ < 3) controller.enqueue(Buffer.from('part'))
          else controller.error(boom)
        },
      })
    const listener = toNodeListener(
      fakeApi(() => new Response(body())),
      { onError: (e) => reported.open(e) },
    )
    const port = await serve(listener)
    await expect(ask(port, '/calendar')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await reported.opened).toBe(boom)
  })

  test('a body that breaks while the client is not reading reports once and rejects nowhere', async () => {
    const reported = gate<unknown>()
    const big = new Uint8Array(16_000_000)
    let pulls = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pulls++ < 2) controller.enqueue(big)
          else controller.error(boom)
        },
      })
    const listener = toNodeListener(
      fakeApi(() => new Response(body())),
      { onError: (e) => reported.open(e) },
    )
    const port = await serve(listener)
    await expect(ask(port, '/calendar')).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await reported.opened).toBe(boom)
  })
})

describe('with next', () => {
  const hostPage: http.RequestListener = (_, res) => void res.end('host')
  const behind = (listener: NodeListener, own = hostPage) =>
    serve((req, res) => listener(req, res, () => own(req, res)))

  test('a path outside the API goes to the next handler; without one it is the API’s 404', async () => {
    const api = fakeApi()
    expect((await ask(await behind(toNodeListener(api)), '/calendars')).text).toBe('host')
    expect((await ask(await serve(toNodeListener(api)), '/calendars')).status).toBe(404)
  })

  test('a path of the API does not go to the next handler', async () => {
    expect((await ask(await behind(toNodeListener(fakeApi())), '/calendar/x')).text).toBe('ok')
  })

  test('the body goes to the next handler untouched', async () => {
    const port = await behind(toNodeListener(fakeApi()), async (req, res) => {
      // As body parsers do: listen, and expect the stream to flow.
      let text = ''
      req.on('data', (chunk) => {
        text += chunk
      })
      await once(req, 'end')
      res.end(text)
    })
    const body = 'x'.repeat(200_000)
    expect((await ask(port, '/upload', { method: 'POST', body })).text).toBe(body)
  })

  test('a request that cannot become a Request goes to the next handler too, unless its path is the API’s', async () => {
    const port = await behind(toNodeListener(fakeApi()))
    const badHost = { host: 'a b' }
    expect((await ask(port, '/page', { headers: badHost })).text).toBe('host')
    expect((await ask(port, '/calendar/x?a', { headers: badHost })).status).toBe(400)
    expect((await ask(port, '/calendar', { headers: badHost })).status).toBe(400)
    expect((await ask(port, '/calendars', { headers: badHost })).text).toBe('host')
    expect((await ask(port, '/a/../calendar')).text).toBe('host')
    expect((await ask(port, '/page', { method: 'TRACE' })).text).toBe('host')
    expect((await ask(port, '/calendar', { method: 'TRACE' })).status).toBe(501)
  })

  test('an API that throws is a 500, not the host’s page', async () => {
    const api = fakeApi(() => Promise.reject(new Error('secret')))
    const port = await behind(toNodeListener(api, { onError: () => {} }))
    expect((await ask(port, '/calendar')).status).toBe(500)
  })
})

describe('HTTP/2, through the compatibility API', () => {
  async function open(listener: NodeListener) {
    const port = await listen(http2.createServer(listener))
    const session = http2.connect(`http://127.0.0.1:${port}`)
    onTestFinished(() => session.destroy())
    return session
  }

  async function read(stream: http2.ClientHttp2Stream) {
    const head = once(stream, 'response')
    let text = ''
    stream.setEncoding('utf8')
    for await (const chunk of stream) text += chunk
    const [headers] = await head
    return { headers, text, code: stream.rstCode }
  }

  test('the host is :authority, and pseudo headers are no headers', async () => {
    const api = echoUrl()
    const session = await open(toNodeListener(api))
    const { headers, text } = await read(
      session.request({ ':path': '/calendar?a=1', ':authority': 'cal.example', 'x-a': '1' }),
    )
    expect(headers[':status']).toBe(200)
    expect(text).toBe('http://cal.example/calendar?a=1')
    expect([...(api.requests[0]?.headers.keys() ?? [])]).toEqual(['x-a'])
    expect(api.requests[0]?.body).toBe(null)
  })

  test('a malformed :authority is a 400', async () => {
    const session = await open(toNodeListener(fakeApi()))
    const { headers, text } = await read(session.request({ ':path': '/calendar', ':authority': 'a@b' }))
    expect(headers[':status']).toBe(400)
    expect(JSON.parse(text)).toMatchObject(invalidHost)
  })

  test('bodies go both ways', async () => {
    const session = await open(toNodeListener(echoBody()))
    const stream = session.request({ ':path': '/calendar', ':method': 'POST' })
    const body = 'x'.repeat(500_000)
    stream.end(body)
    const { text, code } = await read(stream)
    expect(text === body).toBe(true)
    expect(code).toBe(http2.constants.NGHTTP2_NO_ERROR)
  })

  const before = [
    ['without reading', async (_: Request) => {}],
    ['after one chunk', async (request: Request) => void (await request.body?.getReader().read())],
  ] as const
  test.each(before)('a body refused %s: the client reads the answer', async (_, look) => {
    const api = fakeApi(async (request) => {
      await look(request)
      return new Response('no', { status: 413 })
    })
    const session = await open(toNodeListener(api))
    const stream = session.request({ ':path': '/calendar', ':method': 'POST' })
    stream.end('x'.repeat(900_000))
    const { headers, text, code } = await read(stream)
    expect([headers[':status'], text, code]).toEqual([413, 'no', http2.constants.NGHTTP2_NO_ERROR])
  })

  test.each(before)(
    'a body refused %s that never ends: the answer, then the stream is closed',
    async (_, look) => {
      const closed = gate<number>()
      const api = fakeApi(async (request, { res }) => {
        if ('stream' in res) res.stream.once('close', () => closed.open(res.stream.rstCode))
        await look(request)
        return new Response('no', { status: 413 })
      })
      const session = await open(toNodeListener(api))
      const stream = session.request({ ':path': '/calendar', ':method': 'POST' })
      stream.write('x')
      const { headers, text } = await read(stream)
      expect([headers[':status'], text]).toEqual([413, 'no'])
      expect(await closed.opened).toBe(http2.constants.NGHTTP2_NO_ERROR)
      // The connection, and the other requests on it, live on.
      expect((await read(session.request({ ':path': '/calendar' }))).headers[':status']).toBe(413)
    },
  )

  test('HEAD and 204 have no body', async () => {
    const session = await open(
      toNodeListener(
        fakeApi(({ method }) =>
          method === 'HEAD' ? new Response('x') : new Response(null, { status: 204 }),
        ),
      ),
    )
    const head = await read(session.request({ ':path': '/calendar', ':method': 'HEAD' }))
    expect([head.headers[':status'], head.text]).toEqual([200, ''])
    const empty = await read(session.request({ ':path': '/calendar', ':method': 'DELETE' }))
    expect([empty.headers[':status'], empty.text]).toEqual([204, ''])
  })

  test('each Set-Cookie is sent by itself', async () => {
    const api = fakeApi(() => {
      const response = new Response('ok')
      response.headers.append('set-cookie', 'a=1')
      response.headers.append('set-cookie', 'b=2')
      return response
    })
    const { headers } = await read((await open(toNodeListener(api))).request({ ':path': '/calendar' }))
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2'])
  })

  test('a cancelled stream aborts the signal', async () => {
    const called = gate()
    const aborted = gate()
    const api = fakeApi(async (request) => {
      request.signal.addEventListener('abort', () => aborted.open())
      called.open()
      await aborted.opened
      return new Response('to nobody')
    })
    const stream = (await open(toNodeListener(api))).request({ ':path': '/calendar' })
    await called.opened
    stream.close(http2.constants.NGHTTP2_CANCEL)
    await aborted.opened
  })

  test('a body that breaks midway resets the stream with an error', async () => {
    const onError = vi.fn()
    let pulls = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (pulls++ < 3) controller.enqueue(Buffer.from('part'))
          else controller.error(new Error('secret'))
        },
      })
    const session = await open(
      toNodeListener(
        fakeApi(() => new Response(body())),
        { onError },
      ),
    )
    await expect(read(session.request({ ':path': '/calendar' }))).rejects.toThrow('NGHTTP2_INTERNAL_ERROR')
    expect(onError).toHaveBeenCalledOnce()
  })
})

describe('Express 5', () => {
  const json = { 'content-type': 'application/json' }
  const typed = () =>
    fakeApi(async (request) => Response.json([request.headers.get('content-type'), await request.text()]))

  test('a mount keeps the whole path', async () => {
    const app = express()
    app.use('/base', toNodeListener(fakeApi((request) => new Response(request.url), '/base')))
    const { text } = await ask(await serve(app), '/base/events?page=2', { headers: { host: 'cal.example' } })
    expect(text).toBe('http://cal.example/base/events?page=2')
  })

  test('beside other routes, other paths reach them', async () => {
    const app = express()
    app.use(toNodeListener(fakeApi()))
    app.get('/page', (_, res) => void res.send('page'))
    const port = await serve(app)
    expect((await ask(port, '/page')).text).toBe('page')
    expect((await ask(port, '/calendar')).text).toBe('ok')
    expect((await ask(port, '/nowhere')).status).toBe(404)
  })

  test('a parser behind the listener still finds the body', async () => {
    const app = express()
    app.use(toNodeListener(fakeApi()), express.json())
    app.post('/page', (req, res) => void res.json(req.body))
    const { text } = await ask(await serve(app), '/page', { method: 'POST', headers: json, body: '{"a":1}' })
    expect(text).toBe('{"a":1}')
  })

  async function parsed(parser: express.RequestHandler, type: string, body: string | Uint8Array, more = {}) {
    const app = express()
    app.use(parser, toNodeListener(typed()))
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), ...more }
    const { text } = await ask(await serve(app), '/calendar', { method: 'POST', headers, body })
    return JSON.parse(text)
  }

  test('a body that express.json() has read is made again', async () => {
    const body = JSON.stringify({ title: 'Käse', tags: [1, 2] }, null, 2)
    expect(await parsed(express.json(), 'application/json; charset=utf-8', body)).toEqual([
      'application/json',
      '{"title":"Käse","tags":[1,2]}',
    ])
  })

  test('a compressed one too: the parser has unpacked it', async () => {
    const body = gzipSync('{"a":1}')
    const [, text] = await parsed(express.json(), 'application/json', body, { 'content-encoding': 'gzip' })
    expect(text).toBe('{"a":1}')
  })

  test('lengths and encodings of the bytes on the wire are not said of the new body', async () => {
    const app = express()
    const api = fakeApi()
    app.use(express.json(), toNodeListener(api))
    const headers = { ...json, 'content-encoding': 'gzip' }
    await ask(await serve(app), '/calendar', { method: 'POST', headers, body: gzipSync('{"a":1}') })
    const names = [...(api.requests[0]?.headers.keys() ?? [])]
    expect(names.filter((name) => /^(content-(length|encoding)|transfer-encoding)$/.test(name))).toEqual([])
  })

  test('an urlencoded form arrives as JSON with the same fields', async () => {
    const body = 'title=K%C3%A4se&tags[]=1&tags[]=2&venue[city]=Bonn'
    expect(
      await parsed(express.urlencoded({ extended: true }), 'application/x-www-form-urlencoded', body),
    ).toEqual(['application/json', '{"title":"Käse","tags":["1","2"],"venue":{"city":"Bonn"}}'])
  })

  test('text and buffers arrive as they are', async () => {
    expect(await parsed(express.text(), 'text/plain', 'Käse')).toEqual(['text/plain', 'Käse'])
    const bytes = Buffer.from('{"a": 1}')
    expect(await parsed(express.raw({ type: '*/*' }), 'application/json', bytes)).toEqual([
      'application/json',
      '{"a": 1}',
    ])
  })

  test('a body that the parser left alone is streamed', async () => {
    const type = 'application/x-www-form-urlencoded'
    expect(await parsed(express.json(), type, 'a=1')).toEqual([type, 'a=1'])
  })

  test('Express 4 sets an empty object on a body that it left alone: streamed as well', async () => {
    const leave: express.RequestHandler = (req, _, next) => {
      req.body = {}
      next()
    }
    expect(await parsed(leave, 'text/calendar', 'BEGIN')).toEqual(['text/calendar', 'BEGIN'])
  })
})

/** An API that answers by parts; it is a fault to ask it for a `Response`. */
function plainApi(
  respond: (
    request: PlainRequest,
    host: unknown,
  ) => PlainResponse | undefined | Promise<PlainResponse | undefined>,
): NodeApi {
  const refuse = async (): Promise<never> => {
    throw new Error('asked for a Response')
  }
  const answered = async (request: PlainRequest, host: unknown): Promise<PlainResponse> =>
    (await respond(request, host)) ?? { status: 404, headers: {}, body: null }
  const handled = async (request: PlainRequest, host: unknown) => respond(request, host)
  return {
    basePath: '/calendar',
    fetch: Object.assign(() => refuse(), { plain: answered }),
    handle: Object.assign(() => refuse(), { plain: handled }),
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const plainly = (text: string, headers: Record<string, string> = {}): PlainResponse => ({
  status: 200,
  headers: { 'content-length': String(bytes(text).length), ...headers },
  body: bytes(text),
})

describe('the request that an API is given which answers by parts', () => {
  /** What `look` finds of one request. */
  async function seen<T>(
    look: (request: PlainRequest) => T | Promise<T>,
    options: Parameters<typeof ask>[2] = {},
  ) {
    const found: T[] = []
    const onError = vi.fn()
    const api = plainApi(async (request) => {
      found.push(await look(request))
      return plainly('ok')
    })
    const { status } = await ask(await serve(toNodeListener(api, { onError })), '/calendar?a=1', options)
    expect(onError.mock.calls.map(([error]) => error)).toEqual([])
    expect(status).toBe(200)
    return found[0]
  }
  const post = { method: 'POST', body: '{"a":"é"}', headers: { host: 'cal.example', 'x-a': '1' } }

  test('has a method, a URL, header fields and a signal', async () => {
    const found = await seen(
      ({ method, url, headers, signal }) => [method, url, headers.get('X-A'), signal.aborted],
      { headers: { host: 'cal.example', 'x-a': '1' } },
    )
    expect(found).toEqual(['GET', 'http://cal.example/calendar?a=1', '1', false])
  })

  test('makes one real Request, which shares all of these', async () => {
    const found = await seen((request) => {
      const real = request.toRequest()
      return [
        real instanceof Request,
        real === request.toRequest(),
        real.method === request.method,
        real.url === request.url,
        real.headers === request.headers,
        real.body === request.body,
        new Request(real.clone()).headers.get('x-a'),
      ]
    }, post)
    expect(found).toEqual([true, true, true, true, true, true, '1'])
  })

  test('has a body that is read without a Request; made later, the Request has none', async () => {
    const found = await seen(async (request) => {
      const reader = request.body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      const real = request.toRequest()
      return [new TextDecoder().decode(value), await reader?.read(), real.body, real.headers.get('x-a')]
    }, post)
    expect(found).toEqual([post.body, { done: true, value: undefined }, null, '1'])
  })

  test('has no body where none was sent, and the parsed one after a parser', async () => {
    const got = await seen((request) => request.body, { headers: { host: 'cal.example' } })
    expect(got).toBe(null)
    const api = plainApi(async (request) => plainly(await new Response(request.toRequest().body).text()))
    const app = express()
    app.use(express.json())
    app.use(toNodeListener(api))
    const json = { 'content-type': 'application/json' }
    expect(
      (await ask(await serve(app), '/calendar', { method: 'POST', body: '{ "a": 1 }', headers: json })).text,
    ).toBe('{"a":1}')
  })

  test('says the URL that a Request would say', async () => {
    const port = await serve(toNodeListener(plainApi((request) => plainly(request.url))))
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const part = fc.oneof(
      fc.constantFrom(
        ...words(
          '/ // ? & = %20 % %2e %2F %41 %zz .. . : @ [ ] { | } ^ ` < > ; ! ~ * + events \u00e9 # \u00ff',
        ),
        ...["'", '"'],
      ),
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    )
    let through = 0
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const path = `/calendar${parts.join('')}`
        const { status, text } = await ask(port, path, { agent, headers: { host: 'Cal.example:80' } })
        if (status === 400) return
        through++
        expect(text).toBe(new Request(`http://cal.example${path}`).url)
      }),
      { numRuns: 400, seed: 7 },
    )
    expect(through).toBeGreaterThan(200)
  })

  test('has the header fields that were sent, as Headers have them', async () => {
    const fields = [
      'X-A: 1',
      'x-a: 2',
      'X-B:  spaces around \t',
      'X-Empty:',
      'Cookie: a=1',
      'Cookie: b=2',
      'Set-Cookie: c=1',
      'Set-Cookie: d=2',
      'Authorization: one',
      'X-Latin: caf\xe9',
      '__proto__: odd',
      'Accept: text/html',
    ]
    const names = words('x-a X-A x-b x-empty cookie set-cookie authorization x-latin accept')
    const absent = ['x-none', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__x']
    const all = [...names, '__proto__', ...absent]
    const found: unknown[] = []
    const api = plainApi((request) => {
      const look = ({ headers }: Pick<PlainRequest, 'headers'>) =>
        all.map((name) => [name, headers.get(name), headers.has(name)])
      const first = look(request)
      const real = request.toRequest()
      found.push(first, look(real), look(request), real.headers.getSetCookie())
      return plainly('ok')
    })
    const port = await serve(toNodeListener(api))
    const text = `GET /calendar HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields.join('\r\n')}\r\n\r\n`
    expect(await raw(port, text)).toMatch(/^HTTP\/1\.1 200 /)
    const [first, copied, later, cookies] = found
    expect(first).toEqual(copied)
    expect(later).toEqual(copied)
    expect(cookies).toEqual(['c=1', 'd=2'])
    expect(copied).toEqual(
      expect.arrayContaining([
        ['x-a', '1, 2', true],
        ['X-A', '1, 2', true],
        ['x-b', 'spaces around', true],
        ['x-empty', '', true],
        ['cookie', 'a=1; b=2', true],
        ['authorization', 'one', true],
        ['x-latin', 'caf\xe9', true],
        ...absent.map((name) => [name, null, false]),
      ]),
    )
  })

  test('keeps what a hook changes of its fields', async () => {
    const got = await seen((request) => {
      const { headers } = request.toRequest()
      headers.set('x-new', '1')
      headers.append('x-a', '2')
      headers.delete('host')
      return ['x-new', 'x-a', 'host'].map((name) => [request.headers.get(name), request.headers.has(name)])
    }, post)
    expect(got).toEqual([
      ['1', true],
      ['1, 2', true],
      [null, false],
    ])
  })

  const READS: [string, (request: Request) => Promise<unknown>][] = [
    ['as text', (request) => request.text()],
    ['as JSON', async (request) => JSON.stringify(await request.json())],
    ['as bytes', async (request) => new TextDecoder().decode(await request.arrayBuffer())],
    ['as a stream', async (request) => new Response(request.body).text()],
    ['of a clone', (request) => request.clone().text()],
    ['of a clone, then its own', async (request) => (await request.clone().text()) && request.text()],
    ['of another with its body', (request) => new Request(request.url, request).text()],
    ['of another made of it', (request) => new Request(request).text()],
  ]
  test.each(READS)('has its body %s', async (_, read) => {
    expect(await seen((request) => read(request.toRequest()), post)).toBe(post.body)
  })

  test('its signal aborts when the client leaves, however late it is asked for, and nothing is said of it', async () => {
    const onError = vi.fn()
    for (const isLate of [false, true]) {
      const called = gate()
      const left = gate()
      const over = gate<boolean>()
      const api = plainApi(async (request, host) => {
        if (
          typeof host === 'object' &&
          host !== null &&
          'res' in host &&
          host.res instanceof http.ServerResponse
        )
          host.res.once('close', () => left.open())
        const early = isLate ? undefined : request.signal
        called.open()
        await left.opened
        const signal = early ?? request.signal
        if (!signal.aborted) await once(signal, 'abort')
        over.open(signal.aborted)
        return plainly('to nobody')
      })
      const socket = connect(await serve(toNodeListener(api, { onError })))
      socket.write('GET /calendar HTTP/1.1\r\nHost: x\r\n\r\n')
      await called.opened
      socket.destroy()
      expect(await over.opened).toBe(true)
      await setImmediate()
    }
    expect(onError).not.toHaveBeenCalled()
  })

  test('its signal does not abort once it is answered', async () => {
    const signals: AbortSignal[] = []
    const api = plainApi((request) => {
      signals.push(request.signal)
      return plainly('ok')
    })
    await ask(await serve(toNodeListener(api)), '/calendar')
    await setImmediate()
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  })
})

describe('an answer by parts', () => {
  const WRITTEN = { vary: 'Origin', 'x-a': '1', etag: '"1"' }

  test('is sent as it is', async () => {
    const api = plainApi(() => ({ ...plainly('Köln', WRITTEN), status: 201 }))
    const { status, headers, text } = await ask(await serve(toNodeListener(api)), '/calendar')
    expect([status, text]).toEqual([201, 'Köln'])
    expect(headers).toMatchObject({ ...WRITTEN, 'content-length': '5' })
  })

  test('leaves cookies and Vary that the host has set, and replaces the rest', async () => {
    const listener = toNodeListener(plainApi(() => plainly('ok', { ...WRITTEN, 'set-cookie': 'api=1' })))
    const port = await serve((req, res) => {
      res.setHeader('set-cookie', 'session=1')
      res.setHeader('vary', 'Accept-Encoding')
      res.setHeader('etag', '"host"')
      res.setHeader('x-powered-by', 'the host')
      listener(req, res)
    })
    const { headers, text } = await ask(port, '/calendar')
    expect(text).toBe('ok')
    expect(headers['set-cookie']).toEqual(['session=1', 'api=1'])
    expect(headers).toMatchObject({
      vary: 'Accept-Encoding, Origin',
      etag: '"1"',
      'x-powered-by': 'the host',
    })
  })

  test('is not sent where the host has answered in the meantime', async () => {
    const onError = vi.fn()
    const sent = gate()
    const listener = toNodeListener(
      plainApi(async () => {
        await sent.opened
        return plainly('late')
      }),
      { onError },
    )
    const port = await serve((req, res) => {
      listener(req, res)
      res.writeHead(503).end('too late')
      sent.open()
    })
    expect(await ask(port, '/calendar')).toMatchObject({ status: 503, text: 'too late' })
    expect(onError).not.toHaveBeenCalled()
  })

  test.each([
    ['GET', 304],
    ['HEAD', 200],
    ['DELETE', 204],
  ])('without a body has none: %s %d', async (method, status) => {
    const headers = status === 200 ? { etag: '"1"', 'content-length': '1000' } : { etag: '"1"' }
    const port = await serve(toNodeListener(plainApi(() => ({ status, headers, body: null }))))
    const line = `${method} /calendar HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    const text = await raw(port, line)
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toMatch(/\r\netag: "1"\r\n/i)
    expect(text).toMatch(/\r\n\r\n$/)
    expect(/content-length: (\d+)/i.exec(text)?.[1]).toBe(status === 200 ? '1000' : undefined)
  })

  test('leaves the connection to the next request, after an unread body too', async () => {
    const port = await serve(toNodeListener(plainApi((request) => plainly(request.method))))
    const socket = connect(port)
    const heard = until(socket, /DELETE$/)
    const body = 'x'.repeat(100)
    socket.write(`POST /calendar HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n${body}`)
    socket.write('DELETE /calendar HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await heard).toMatch(/POST.*DELETE$/s)
  })

  test('to an upload that still comes ends the connection, and is read', async () => {
    const api = plainApi(() => ({ ...plainly('no'), status: 413 }))
    const socket = connect(await serve(toNodeListener(api)))
    const heard = until(socket, /no$/)
    socket.write('POST /calendar HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\npart')
    expect(await heard).toMatch(/^HTTP\/1\.1 413 .*connection: close/is)
  })

  test('goes over HTTP/2 as well', async () => {
    const api = plainApi(({ method }) =>
      method === 'HEAD' ? { ...plainly('body', WRITTEN), body: null } : plainly('body', WRITTEN),
    )
    const session = http2.connect(`http://127.0.0.1:${await listen(http2.createServer(toNodeListener(api)))}`)
    onTestFinished(() => session.destroy())
    for (const method of ['GET', 'HEAD']) {
      const stream = session.request({ ':path': '/calendar', ':method': method })
      const head = once(stream, 'response')
      let text = ''
      stream.setEncoding('utf8')
      for await (const chunk of stream) text += chunk
      const [headers] = await head
      expect(headers).toMatchObject({ ':status': 200, ...WRITTEN, 'content-length': '4' })
      expect(text).toBe(method === 'GET' ? 'body' : '')
    }
  })

  test('what it throws is a bare 500, and onError gets it', async () => {
    const onError = vi.fn()
    const failure = new Error('secret')
    const api = plainApi(() => Promise.reject(failure))
    expect(await ask(await serve(toNodeListener(api, { onError })), '/calendar')).toMatchObject({
      status: 500,
      text: '',
    })
    expect(onError.mock.calls[0]?.[0]).toBe(failure)
  })

  test('without one, the request goes to the next handler of the host', async () => {
    const listener = toNodeListener(plainApi(() => undefined))
    const port = await serve((req, res) => listener(req, res, () => res.end('the host’s own')))
    expect((await ask(port, '/elsewhere')).text).toBe('the host’s own')
    expect((await ask(await serve(listener), '/elsewhere')).status).toBe(404)
  })

  test('its host knows the address when the client has long gone', async () => {
    const hosts: NodeHost[] = []
    const closed = gate()
    const listener = toNodeListener(
      plainApi((_, host) => {
        if (isNodeHost(host)) hosts.push(host)
        return plainly('ok')
      }),
    )
    const server = http.createServer(listener)
    server.on('connection', (socket) => socket.once('close', () => closed.open()))
    await ask(await listen(server), '/calendar')
    await closed.opened
    expect(hosts[0]?.req.socket.destroyed).toBe(true)
    expect(hosts[0]?.ip).toBe('127.0.0.1')
  })
})

const isNodeHost = (host: unknown): host is NodeHost =>
  typeof host === 'object' && host !== null && 'req' in host && 'waitUntil' in host

describe('the API itself behind the adapter', () => {
  const path = '/vendor/events/v1/events'

  test('is answered as in process, to the last field', async () => {
    const api = createEventsApi(memoryStorage(), { now: () => new Date('2027-03-01T12:00:00Z') })
    const port = await serve(toNodeListener(api))
    const transport = /^(connection|date|keep-alive|transfer-encoding)$/
    for (const [method, target] of [
      ['GET', path],
      ['GET', path],
      ['HEAD', path],
      ['GET', `${path}/1`],
      ['POST', path],
      ['OPTIONS', path],
      ['GET', '/nowhere'],
    ] as const) {
      const inProcess = await api.fetch(new Request(`http://cal.example${target}`, { method }))
      const { status, text, headers } = await ask(port, target, { method, headers: { host: 'cal.example' } })
      expect([status, text], `${method} ${target}`).toEqual([inProcess.status, await inProcess.text()])
      const fields = Object.entries(headers).filter(([name]) => !transport.test(name))
      expect(Object.fromEntries(fields)).toEqual(Object.fromEntries(inProcess.headers))
    }
  })

  const wraps: [string, (request: Request) => Request][] = [
    ['as it is', (request) => request],
    ['copied', (request) => new Request(request)],
    ['with other fields', (request) => new Request(request, { headers: { host: 'cal.example' } })],
  ]
  test.each(wraps)(
    'who wraps fetch and handle is not passed over, and can hand the request on %s',
    async (_, hand) => {
      const api = createEventsApi(memoryStorage())
      const mark = (response: Response | undefined) => {
        response?.headers.set('x-wrapped', '1')
        return response
      }
      const wrapped: NodeApi = {
        basePath: api.basePath,
        fetch: async (request) => mark(await api.fetch(hand(request))) ?? new Response(),
        handle: async (request) => mark(await api.handle(hand(request))),
      }
      const listener = toNodeListener(wrapped)
      const ports = {
        alone: await serve(listener),
        amongOthers: await serve((req, res) => listener(req, res, () => res.end('next'))),
      }
      for (const method of ['GET', 'POST']) {
        const options = { method, headers: { host: 'cal.example', 'content-type': 'application/json' } }
        const body = method === 'POST' ? { body: '{}' } : {}
        for (const port of Object.values(ports)) {
          const { status, headers } = await ask(port, path, { ...options, ...body })
          expect([status, headers['x-wrapped']]).toEqual([method === 'POST' ? 401 : 200, '1'])
        }
        const elsewhere = await ask(ports.amongOthers, '/nowhere', { ...options, ...body })
        expect([elsewhere.text, elsewhere.headers['x-wrapped']]).toEqual(['next', undefined])
      }
    },
  )

  test('an upload that stalls holds no place, even while a hook of the host reads it', async () => {
    const api = createEventsApi(memoryStorage(), {
      limits: { inFlight: 1, queue: 0, timeout: 50 },
      authenticate: async (request) => {
        await request.clone().text()
        return { id: 1, role: 'editor' }
      },
      onError: () => {},
    })
    const port = await serve(toNodeListener(api))
    const socket = connect(port)
    const heard = until(socket, /rest_timeout/)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{`)
    expect(await heard).toMatch(/^HTTP\/1\.1 504 /)
    socket.destroy()
    await vi.waitFor(async () => expect((await ask(port, path)).status).toBe(200))
  })

  test('its hooks get a real Request: others can be made of it, and it can be fetched', async () => {
    const accounts = await serve((req, res) => {
      res.end(req.headers['x-user'] === 'me' ? '{"id":1,"role":"editor"}' : 'null')
    })
    const asked: string[] = []
    /** The API reads the body later. */
    const own = (request: Request) => (request.body === null ? request : request.clone())
    const copyOf = (hook: string, request: Request) => {
      const copy = new Request(own(request), { headers: { 'x-copy': '1' } })
      asked.push(`${hook} ${copy.method} ${copy.headers.get('x-copy')} ${request instanceof Request}`)
    }
    const api = createEventsApi(memoryStorage(), {
      authenticate: async (request) => {
        copyOf('authenticate', request)
        return (await fetch(own(request))).json()
      },
      rateLimit: ({ request }) => {
        copyOf('rateLimit', request)
        return null
      },
    })
    const port = await serve(toNodeListener(api))
    const headers = { host: `127.0.0.1:${accounts}`, 'x-user': 'me', 'content-type': 'application/json' }
    expect((await ask(port, path, { headers })).headers.allow).toContain('POST')
    expect(asked.splice(0)).toEqual(['authenticate GET 1 true', 'rateLimit GET 1 true'])
    const venues = '/vendor/events/v1/venues'
    const written = await ask(port, venues, { method: 'POST', headers, body: '{"venue":"Hall"}' })
    expect([written.status, JSON.parse(written.text).venue]).toEqual([201, 'Hall'])
    expect(asked.splice(0)).toEqual(['authenticate POST 1 true', 'rateLimit POST 1 true'])
    const stranger = { ...headers, 'x-user': 'nobody' }
    expect((await ask(port, venues, { method: 'POST', headers: stranger, body: '{}' })).status).toBe(401)
  })

  test('the ways of kalends/auth need no Request, and the functions that they ask get a real one', async () => {
    const made: unknown[] = []
    const store = memoryTokens()
    const tokens = bearerTokens(store)
    const { token } = await tokens.issue({ principal: { id: 1, role: 'editor' } })
    const kinds: string[] = []
    const note = (name: string, request: Request) => {
      kinds.push(`${name} ${new Request(request).method} ${request instanceof Request}`)
    }
    const api = createEventsApi<unknown>(memoryStorage(), {
      authenticate: firstOf(
        tokens.authenticate,
        (request) => {
          note('own', request)
          return null
        },
        session((request) => {
          note('session', request)
          return null
        }),
      ),
    })
    const plain = api.fetch.plain ?? (() => Promise.reject(new Error('answers no parts')))
    const watched: NodeApi = {
      basePath: api.basePath,
      handle: api.handle,
      fetch: Object.assign((request: Request, host: unknown) => api.fetch(request, host), {
        plain: (request: PlainRequest, host: unknown) => {
          const toRequest = () => {
            made.push(request.url)
            return request.toRequest()
          }
          const { method, url, headers, signal } = request
          return plain({ method, url, headers, signal, body: null, toRequest }, host)
        },
      }),
    }
    const port = await serve(toNodeListener(watched))
    const { headers } = await ask(port, path, { headers: { authorization: `Bearer ${token}` } })
    expect(headers.allow).toContain('POST')
    expect([made, kinds]).toEqual([[], []])
    expect((await ask(port, path)).status).toBe(200)
    expect(kinds.splice(0)).toEqual(['own GET true', 'session GET true'])

    const { authenticate } = bearerTokens(store, {
      address: (request) => {
        note('address', request)
        return undefined
      },
    })
    const other = await serve(toNodeListener(createEventsApi<unknown>(memoryStorage(), { authenticate })))
    expect((await ask(other, path, { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
    expect(kinds).toEqual(['address GET true'])
  })

  test('onError gets a real Request', async () => {
    const told: Request[] = []
    const api = createEventsApi(memoryStorage(), {
      now: () => {
        throw new Error('a fault')
      },
      onError: (_error, request) => told.push(new Request(request)),
    })
    const port = await serve(toNodeListener(api))
    expect((await ask(port, path, { headers: { 'x-a': '1' } })).status).toBe(500)
    expect(told.map(({ method, headers }) => [method, headers.get('x-a')])).toEqual([['GET', '1']])
  })
})

test('global Request and Response stay those of Node', async () => {
  const before = [globalThis.Request, globalThis.Response]
  await ask(await serve(toNodeListener(fakeApi())), '/calendar')
  expect([globalThis.Request, globalThis.Response]).toEqual(before)
})

test('a Response of another realm or library is sent like any other', async () => {
  const foreign = new Proxy(new Response('foreign', { status: 202 }), {
    getPrototypeOf: () => Object.prototype,
    get: (target, key) => Reflect.get(target, key, target),
  })
  const port = await serve(toNodeListener(fakeApi(() => foreign)))
  expect(await ask(port, '/calendar')).toMatchObject({ status: 202, text: 'foreign' })
})
