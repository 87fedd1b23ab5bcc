import { request as sendRequest } from 'node:http'
import { createEventsApi, type EventsApiOptions, type Principal, type Role } from 'kalends'
import { toBunHandler } from 'kalends/adapters/bun'
import { toDenoHandler } from 'kalends/adapters/deno'
import { toNextHandlers } from 'kalends/adapters/next'
import { toNodeListener } from 'kalends/adapters/node'
import { session } from 'kalends/auth'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../src/types/index.ts'
import { answer, serve } from '../adapters/sockets.ts'
import { json } from './sending.ts'

const EDITOR: Principal = { id: 2, role: 'editor' }
const ORIGIN = 'https://calendar.example'

const open = (options: EventsApiOptions<unknown> = {}) => createEventsApi(memoryStorage(), options)

const tag = (headers: Record<string, string> = {}) =>
  new Request(`${ORIGIN}/vendor/events/v1/tags`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify({ name: 'Music' }),
  })

describe('api.as(principal)', () => {
  test('asks with the rights of that user, and no others', async () => {
    const api = open()
    for (const [role, status] of [
      ['subscriber', 403],
      ['author', 403],
      ['editor', 201],
    ] as const) {
      expect((await api.as({ id: 5, role })(tag())).status, role).toBe(status)
    }
    expect((await api.as(null)(tag())).status).toBe(401)
  })

  test('does not ask `authenticate`, whatever the request says', async () => {
    const asked: string[] = []
    const api = open({
      authenticate: session((request) => {
        asked.push(request.method)
        return { id: 9, role: 'subscriber' }
      }),
    })
    const headers = { cookie: 'sid=9', authorization: 'Bearer nonsense', origin: 'https://evil.example' }
    expect((await api.as(EDITOR)(tag(headers))).status).toBe(201)
    expect(asked).toEqual([])
    expect((await api.fetch(tag({ cookie: 'sid=9' }))).status).toBe(403)
    expect(asked).toEqual(['POST'])
  })

  test('is what `rateLimit` and `audit` are told, with the host that is given', async () => {
    const entries: (readonly [AuditEntry['principal'], string | null, unknown])[] = []
    const limited: (Principal | null)[] = []
    const api = open({
      rateLimit: ({ principal, isWrite }) => {
        limited.push(principal)
        return isWrite && principal?.id === 66 ? 5 : null
      },
      audit: ({ principal, operation }, host) => entries.push([principal, operation, host]),
    })
    const host = { job: 'import' }
    expect((await api.as(EDITOR)(tag(), host)).status).toBe(201)
    expect((await api.as({ id: 66, role: 'editor' })(tag())).status).toBe(429)
    expect(limited).toEqual([EDITOR, { id: 66, role: 'editor' }])
    expect(entries).toEqual([
      [EDITOR, 'createTag', host],
      [{ id: 66, role: 'editor' }, 'createTag', undefined],
    ])
  })

  test('sees what that user sees, and leaves nothing of it to visitors', async () => {
    const api = open()
    const as = (principal: Principal | null) =>
      createClient({ baseUrl: `${ORIGIN}${api.basePath}`, fetch: api.as(principal) })
    const { id } = await as(EDITOR).events.create({
      title: 'Draft',
      start_date: '2027-05-10',
      end_date: '2027-05-10',
      status: 'draft',
    })
    expect((await as(EDITOR).events.get(id)).author).toBe('2')
    await expect(as(null).events.get(id)).rejects.toMatchObject({ code: 'event-not-accessible' })
    const read = new Request(`${ORIGIN}${api.basePath}/events/${id}`)
    expect((await api.fetch(read)).status).toBe(403)
    const seen = await api.as(EDITOR)(read)
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  })

  test('is refused at once for what is no principal', () => {
    const api = open()
    for (const id of [0, -1, 1.5, Number.NaN]) {
      expect(() => api.as({ id, role: 'editor' })).toThrow(TypeError)
    }
    const role: Role = JSON.parse('"owner"')
    expect(() => api.as({ id: 1, role })).toThrow(/api\.as takes \{ id: positive integer or text, role \}/)
  })

  test('answers 404 for what is not under the API', async () => {
    expect((await open().as(EDITOR)(new Request(`${ORIGIN}/elsewhere`))).status).toBe(404)
  })
})

describe('adapters add no trust', () => {
  const facts = { principal: EDITOR, trusted: EDITOR, as: EDITOR, caller: EDITOR }

  test('whatever the host passes beside the request', async () => {
    const api = open()
    const functions: unknown[] = [api.fetch, api.handle, api.fetch.plain, api.handle.plain]
    for (const one of functions) {
      if (typeof one !== 'function') throw new TypeError('no function')
      for (const more of [[facts], [facts, EDITOR], [undefined, EDITOR, EDITOR]]) {
        expect((await one(tag(), ...more)).status).toBe(401)
      }
    }
  })

  test('whatever a client sends', async () => {
    const api = open()
    const query = 'principal[id]=2&principal[role]=editor&as=2&trusted=1'
    const port = await serve(toNodeListener(api))
    const sent = sendRequest({
      port,
      method: 'POST',
      path: `${api.basePath}/tags?${query}`,
      headers: { ...json, 'x-principal': JSON.stringify(EDITOR), principal: JSON.stringify(EDITOR) },
    })
    sent.end(JSON.stringify({ name: 'Music', principal: EDITOR, trusted: true }))
    expect((await answer(sent)).status).toBe(401)
    const asked = () => tag({ principal: JSON.stringify(EDITOR) })
    const server = { requestIP: () => null, principal: EDITOR }
    const info = { remoteAddr: { transport: 'tcp', hostname: '192.0.2.7', port: 1 }, principal: EDITOR }
    const params = Promise.resolve({ principal: 'editor' })
    for (const response of [
      await toBunHandler(api)(asked(), server),
      await toDenoHandler(api)(asked(), info),
      await toNextHandlers(api).POST(asked(), { params }),
    ]) {
      expect(response.status).toBe(401)
    }
  })
})
