import type { Storage } from 'kalends/storage/contract'
import { describe, expect, test, vi } from 'vitest'
import { expectAlive } from './alive.ts'
import type { Shot } from './shot.ts'
import { openWorld, type Tamper } from './world.ts'

/*
 * Every rule that requests are held to catches what it is there for: each fault here is made on purpose.
 */

const READ: Shot = { method: 'GET', path: '/events', as: 'visitor' }
const REFUSED: Shot = { method: 'GET', path: '/events?page=0', as: 'visitor' }

const changing =
  (change: (response: Response, inner: Storage) => Response | Promise<Response>): Tamper =>
  (fetch, inner) =>
  async (request) =>
    change(await fetch(request), inner)

const withBody = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-content-type-options': 'nosniff', ...headers },
  })

const refusal = { code: 'rest_no_route', message: 'x', data: { status: 404 } }
const wrong = { code: 'rest_invalid_param', message: 'x', data: { status: 400, params: {}, details: [] } }

/** Where the change bypasses the watch, only reading everything can tell. */
async function changeSomething(inner: Storage): Promise<void> {
  const [event] = await inner.find('event', { order: 'id', limit: 1 })
  if (event === undefined) throw new Error('the calendar is empty')
  const { id, version, ...content } = event
  await inner.commit([{ do: 'put', kind: 'event', id, expect: version, content }])
}

describe('the rules', () => {
  test('let a sound calendar pass', async () => {
    const world = await openWorld()
    await world.range.fire(READ, [200])
    await world.range.fire(REFUSED, [400])
    await world.range.fire({ method: 'GET', path: '/doc?format=html', as: 'visitor' }, [200])
    await world.range.fire({ ...READ, path: '/events/1', headers: { 'if-none-match': '*' } }, [200, 304, 404])
    await expectAlive(world)
  })

  const FAULTS: readonly (readonly [name: string, shot: Shot, tamper: Tamper, complaint: RegExp])[] = [
    ['a rejection', READ, () => () => Promise.reject(new Error('boom')), /it was rejected: Error: boom/],
    [
      'a 500',
      READ,
      changing(() => withBody(500, { ...refusal, code: 'rest_internal_error' })),
      /answered 500/,
    ],
    [
      'an error that onError is told',
      READ,
      (fetch, _inner, errors) => (request) => {
        errors.push(new Error('told'))
        return fetch(request)
      },
      /onError was told: Error: told/,
    ],
    ['a refusal that is no JSON', REFUSED, changing(() => withBody(404, '<p>no</p>')), /the body is no JSON/],
    [
      'a refusal of another type',
      REFUSED,
      changing(() => withBody(404, refusal, { 'content-type': 'text/html' })),
      /a refusal is text\/html/,
    ],
    [
      'a refusal that may be sniffed',
      REFUSED,
      changing(() => withBody(404, refusal, { 'x-content-type-options': 'x' })),
      /sniffed/,
    ],
    [
      'an unknown code',
      REFUSED,
      changing(() => withBody(404, { ...refusal, code: 'nope' })),
      /not in the table/,
    ],
    [
      'another status than the code has',
      REFUSED,
      changing(() => withBody(410, refusal)),
      /the status is 410/,
    ],
    [
      'another status than the body says',
      REFUSED,
      changing(() => withBody(404, { ...refusal, data: { status: 400 } })),
      /data.status is 400/,
    ],
    ['a name too many', REFUSED, changing(() => withBody(404, { ...refusal, stack: 'x' })), /its names are/],
    [
      'data too many',
      REFUSED,
      changing(() => withBody(404, { ...refusal, data: { status: 404, sql: 'x' } })),
      /data holds sql/,
    ],
    [
      'parameters as a list where reasons belong',
      REFUSED,
      changing(() => withBody(400, { ...wrong, data: { ...wrong.data, params: ['a'] } })),
      /no object of reasons/,
    ],
    [
      'reasons that are no text',
      REFUSED,
      changing(() => withBody(400, { ...wrong, data: { ...wrong.data, params: { a: 1 } } })),
      /no object of reasons/,
    ],
    [
      'no details',
      REFUSED,
      changing(() => withBody(400, { ...wrong, data: { status: 400, params: {} } })),
      /data.details is not/,
    ],
    [
      'markup in a header',
      REFUSED,
      changing(() => withBody(404, refusal, { 'x-echo': '<script>' })),
      /the header x-echo holds markup/,
    ],
    [
      'a page that repeats what was asked',
      { ...READ, path: '/doc?x=%3Cscript%3E' },
      changing(() =>
        withBody(200, '<p><script></p>', {
          'content-type': 'text/html',
          'content-security-policy': "default-src 'none'",
        }),
      ),
      /the page repeats <script>/,
    ],
    [
      'a page in place of a list',
      READ,
      changing(() => withBody(200, '<p>', { 'content-type': 'text/html' })),
      /answered as 'text\/html'/,
    ],
    ['another status than is expected', READ, changing(() => withBody(200, {}, {})), /answered 200, not 201/],
  ]

  test.each(FAULTS)('catch %s', async (_name, shot, tamper, complaint) => {
    const { range } = await openWorld(tamper)
    await expect(range.fire(shot, [201])).rejects.toThrow(complaint)
  })

  test('catch a write that was refused and done all the same', async () => {
    const lying: Tamper = (fetch) => async (request) => {
      const answer = await fetch(request)
      return answer.status === 201 ? withBody(404, refusal) : answer
    }
    const { range } = await openWorld(lying)
    const body = 'organizer=Ann'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const write: Shot = { method: 'POST', path: '/organizers', as: 'editor', headers, body }
    await expect(range.fire(write)).rejects.toThrow('the storage was changed')
  })

  test('catch a read that writes', async () => {
    const headers = { 'x-user': 'editor' }
    const writing: Tamper = (fetch) => async (request) => {
      await fetch(new Request(request.url, { method: 'DELETE', headers }))
      return fetch(request)
    }
    const { range, ids } = await openWorld(writing)
    const read: Shot = { ...READ, path: `/venues/${ids.venues[0]}`, as: 'editor' }
    await expect(range.fire(read)).rejects.toThrow('the storage was changed')
  })

  test('catch a change past the watch when everything is read', async () => {
    const { range, inner } = await openWorld()
    expect(await range.verify()).toEqual([])
    await changeSomething(inner)
    expect(await range.verify()).toEqual(['the storage holds something else than was committed'])
    expect(await range.verify()).toEqual([])
  })

  test('catch a prototype that was written onto', async () => {
    const polluting: Tamper = (fetch) => (request) => {
      Object.defineProperty(Object.prototype, 'polluted', { value: 1, configurable: true, enumerable: true })
      return fetch(request)
    }
    const { range } = await openWorld(polluting)
    const fault = await range.fire(READ).catch(String)
    Reflect.deleteProperty(Object.prototype, 'polluted')
    expect(fault).toMatch(/Object.prototype holds .*polluted/)
  })

  /** Works for an hour, says the process. */
  const slowly = async (): Promise<Response> => {
    vi.spyOn(process, 'cpuUsage').mockImplementationOnce(() => ({ user: 3_600_000_000, system: 0 }))
    return withBody(404, refusal)
  }

  test('catch an answer that is always slow, and forgive one that was slow once', async () => {
    const slow = await openWorld(() => slowly)
    await expect(slow.range.fire(READ, [404])).rejects.toThrow(/it took \d+ ms of CPU time/)
    let asked = 0
    const once = await openWorld(() => async () => (asked++ === 0 ? slowly() : withBody(404, refusal)))
    await once.range.fire(READ, [404])
    expect(asked).toBe(3)
  })
})
