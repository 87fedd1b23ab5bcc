import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOST, request } from './exchanges/exchange.ts'
import { type Host, program } from './host.ts'
import { startNext } from './hosts/next.ts'
import { BUILD, buildNext, type NextSettings } from './hosts/next-build.ts'
import { ask, type Silence } from './wire.ts'
import type { WireAnswer } from './wire-answer.ts'

/*
 * What the settings of Next make of a path, and what its adapter makes of that.
 */

const EVENTS = '/mounted/vendor/events/v1/events'
const EVENT = JSON.stringify({
  title: 'Rehearsal',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 22:00:00',
})

const YEAR = 'start_date=2031-01-01&end_date=2032-01-01'

/** Built first, but for the settings that all hosts are tested with. */
function running(dist: string, settings: NextSettings): () => Host {
  let host: Host | undefined
  beforeAll(async () => {
    if (dist !== BUILD) await buildNext(dist, settings)
    host = await startNext(dist, 'memory', settings)
  }, 180_000)
  afterAll(() => host?.stop())
  return () => {
    if (host === undefined) throw new Error('Next does not run')
    return host
  }
}

const statusOf = (answer: WireAnswer | Silence) => ('closed' in answer ? 'closed' : answer.status)
const fieldOf = (answer: WireAnswer | Silence, name: string) =>
  'closed' in answer ? undefined : answer.fields.find(([one]) => one === name)?.[1]
const dataOf = (answer: WireAnswer | Silence): unknown =>
  JSON.parse('closed' in answer ? answer.received : answer.body.toString())

const get = (host: Host, path: string, fields: readonly string[] = []) =>
  ask(host.port, request(`GET ${path}`, fields))

/** As browsers do: redirects are followed, with the method and the body. */
const send = (host: Host, method: string, path: string, body: string) =>
  fetch(host.origin + path, {
    method,
    body,
    headers: { 'content-type': 'application/json', connection: 'close' },
  })

/** Writes, reads and follows links, whatever Next redirects on the way. */
function worksUnder(host: () => Host, basePath: string): void {
  test.each(['', '/'])('creates, changes and deletes; paths end with %j', async (end) => {
    const created = await send(host(), 'POST', `${basePath}${EVENTS}${end}`, EVENT)
    expect(created.status).toBe(201)
    const { id, rest_url: link }: { id: number; rest_url: string } = JSON.parse(await created.text())
    expect(link).toBe(`${host().origin}${basePath}${EVENTS}/${id}`)
    const changed = await send(host(), 'PUT', `${basePath}${EVENTS}/${id}${end}`, '{"title":"Changed"}')
    expect([changed.status, await changed.json()]).toEqual([
      200,
      expect.objectContaining({ title: 'Changed' }),
    ])
    for (const status of [200, 410]) {
      expect((await send(host(), 'DELETE', `${basePath}${EVENTS}/${id}${end}`, '')).status).toBe(status)
    }
  })

  test('its links lead to it', async () => {
    expect((await send(host(), 'POST', `${basePath}${EVENTS}`, EVENT)).status).toBe(201)
    const list = await fetch(`${host().origin}${basePath}${EVENTS}?${YEAR}`)
    const { rest_url: link, events }: { rest_url: string; events: { rest_url: string }[] } = JSON.parse(
      await list.text(),
    )
    expect(link).toContain(`${host().origin}${basePath}${EVENTS}/?`)
    for (const one of [link, ...events.map((event) => event.rest_url)]) {
      expect([one, (await fetch(one, { headers: { connection: 'close' } })).status]).toEqual([one, 200])
    }
    expect(events).toHaveLength(1)
  })

  test('answers are made anew each time, and none at build time', async () => {
    const total = async () => {
      const { headers } = await fetch(`${host().origin}${basePath}${EVENTS}?${YEAR}`)
      return Number(headers.get('x-tec-total'))
    }
    const before = await total()
    expect((await send(host(), 'POST', `${basePath}${EVENTS}`, EVENT)).status).toBe(201)
    expect(await total()).toBe(before + 1)
  })
}

describe('with skipTrailingSlashRedirect', () => {
  const host = running(BUILD, {})
  worksUnder(host, '')

  test('Next redirects neither form', async () => {
    expect(statusOf(await get(host(), EVENTS))).toBe(200)
    expect(statusOf(await get(host(), `${EVENTS}/`))).toBe(200)
  })

  test('what Next adds to Vary leaves there what the API says', async () => {
    const answer = await get(host(), EVENTS)
    const fields = 'closed' in answer ? [] : answer.fields
    expect(fields.filter(([name]) => name === 'vary').map(([, value]) => value)).toEqual([
      expect.stringContaining('rsc'),
      'Authorization, Cookie',
    ])
  })

  test('nothing of it is in what Next made at build time', async () => {
    const manifest = await readFile(join(program('next'), BUILD, 'prerender-manifest.json'), 'utf8')
    const { routes }: { routes: Record<string, unknown> } = JSON.parse(manifest)
    expect(Object.keys(routes).filter((path) => !path.startsWith('/_'))).toEqual([])
  })

  test('the host is what the client named, and no client names another address', async () => {
    const fields = ['X-Forwarded-Host: evil.example', 'X-Forwarded-For: 192.0.2.6']
    expect(dataOf(await get(host(), '/echo/a%2Fb/c?d=%20e', fields))).toEqual({
      url: `http://${HOST}/echo/a%2Fb/c?d=+e`,
      ip: null,
      params: { path: ['a/b', 'c'] },
    })
  })
})

describe('with basePath, as Next is by default', () => {
  const host = running('dist/base-path', {
    basePath: '/site',
    skipTrailingSlashRedirect: false,
    trustProxy: true,
  })
  worksUnder(host, '/site')

  test('Next redirects to the path without a slash at its end', async () => {
    const answer = await get(host(), `/site${EVENTS}/?per_page=1`)
    expect([statusOf(answer), fieldOf(answer, 'location')]).toEqual([308, `/site${EVENTS}?per_page=1`])
  })

  test('outside of basePath is nothing', async () => {
    expect(statusOf(await get(host(), EVENTS))).toBe(404)
  })

  test('a trusted proxy names host, protocol and address; Next fills in what it left out', async () => {
    const fields = [
      'X-Forwarded-Host: town.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 192.0.2.6, 192.0.2.7',
    ]
    expect(dataOf(await get(host(), '/site/echo/x', fields))).toEqual({
      url: 'https://town.example/site/echo/x',
      ip: '192.0.2.7',
      params: { path: ['x'] },
    })
    expect(dataOf(await get(host(), '/site/echo'))).toEqual({
      url: `http://${HOST}/site/echo`,
      ip: expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/),
      params: {},
    })
  })
})

describe('with basePath and trailingSlash', () => {
  const host = running('dist/trailing-slash', {
    basePath: '/site',
    trailingSlash: true,
    skipTrailingSlashRedirect: false,
  })
  worksUnder(host, '/site')

  test('Next redirects to the path with a slash at its end', async () => {
    const answer = await get(host(), `/site${EVENTS}?per_page=1`)
    expect([statusOf(answer), fieldOf(answer, 'location')]).toEqual([308, `/site${EVENTS}/?per_page=1`])
  })
})
