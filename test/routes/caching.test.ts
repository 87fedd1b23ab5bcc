import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { API, eventOf, expectRefusal, openCalendar } from './calendar.ts'
import { openStocked } from './stocked.ts'

describe('conditional requests', () => {
  const etagOf = ({ headers }: { headers: Headers }) => headers.get('etag') ?? ''

  test('a strong ETag, and 304 for clients that have it: records and lists, GET and HEAD', async () => {
    const { send, routes } = await openStocked()
    for (const [path] of routes) {
      const first = await send(path, {})
      const etag = etagOf(first)
      expect(etag, path).toMatch(/^"[^"]+"$/)
      expect(etagOf(await send(path, {}))).toBe(etag)
      for (const given of [etag, `W/${etag}`, `"other", ${etag}`, `W/"x",W/${etag} , "y"`, '*']) {
        for (const method of ['GET', 'HEAD']) {
          const again = await send(path, { method, headers: { 'if-none-match': given } })
          expect([again.status, again.text, etagOf(again)], `${path} ${given}`).toEqual([304, '', etag])
          expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
          expect(again.headers.get('vary')).toBe(first.headers.get('vary'))
        }
      }
      for (const given of ['"other"', etag.slice(1, -1), '', `"${etag.slice(1, -2)}"`])
        expect((await send(path, { headers: { 'if-none-match': given } })).status, given).toBe(200)
    }
  })

  test('the tag is another once anything that is shown is', async () => {
    const { ask, make, send } = openCalendar()
    const venue = await make('venues', { venue: 'Hall' })
    const id = await make('events', eventOf({ venue, categories: 'Food' }))
    const path = `/events/${id}`
    const before = { single: etagOf(await send(path, {})), list: etagOf(await send('/events', {})) }
    await ask('PATCH', `/venues/${venue}`, { venue: 'Barn' })
    const after = { single: etagOf(await send(path, {})), list: etagOf(await send('/events', {})) }
    expect(after.single).not.toBe(before.single)
    expect(after.list).not.toBe(before.list)
    // The event itself is the one that the client saw, so its change goes through.
    const renamed = await send(path, {
      method: 'PATCH',
      headers: { 'if-match': before.single, 'content-type': 'application/json' },
      body: '{"title":"New"}',
    })
    expect(renamed.status).toBe(200)
    expect(etagOf(await send(path, {}))).not.toBe(after.single)
  })

  test.each([
    ['"1"', 200],
    ['"1.abc"', 200],
    ['"9", "1"', 200],
    ['"9,1" ,"1,2" , "1"', 200],
    ['*', 200],
    ['W/"1"', 200],
    ['w/"1"', 412],
    ['x"1"', 412],
    ['"1"x', 412],
    ['"9" "1"', 412],
    ['1', 412],
    ['', 412],
  ])('If-Match is a list of tags, our own also with W/: %s is %d', async (ifMatch, status) => {
    const { make, send } = openCalendar()
    const id = await make('tags', { name: 'warm' })
    const headers = { 'if-match': ifMatch, 'content-type': 'application/json' }
    expect((await send(`/tags/${id}`, { method: 'PATCH', headers, body: '{}' })).status).toBe(status)
  })

  test('If-Match lets a change through only over the version that was seen', async () => {
    const { send, ids, ask } = await openStocked()
    for (const [collection, id] of Object.entries(ids)) {
      const path = `/${collection}/${id}`
      const json = { 'content-type': 'application/json' }
      const patch = (ifMatch: string) =>
        send(path, { method: 'PATCH', headers: { ...json, 'if-match': ifMatch }, body: '{}' })
      const seen = etagOf(await send(path, {}))
      for (const refused of ['"x"', 'x', '', seen.slice(1, -1), '"2"', '"list.x"'])
        expectRefusal(await patch(refused), 412, 'rest_precondition_failed')
      for (const method of ['DELETE', 'PUT', 'POST'])
        expectRefusal(
          await send(path, { method, headers: { 'if-match': '"x"' } }),
          412,
          'rest_precondition_failed',
        )
      expect((await patch('*')).status).toBe(200)
      expectRefusal(await patch(seen), 412, 'rest_precondition_failed')
      const now = etagOf(await send(path, {}))
      const changed = await patch(`"x", ${now}`)
      expect(changed.status).toBe(200)
      expect((await patch(etagOf(changed))).status).toBe(200)
      expectRefusal(
        await send(path, { method: 'DELETE', headers: { 'if-match': now } }),
        412,
        'rest_precondition_failed',
      )
      const last = etagOf(await send(path, {}))
      expect((await send(path, { method: 'DELETE', headers: { 'if-match': last } })).status).toBe(200)
      expect((await ask('GET', `/${collection}?hide_empty=0&page=1`)).body.total).toBe(0)
    }
    expectRefusal(
      await send('/events/999', { method: 'PATCH', headers: { 'if-match': '*' } }),
      404,
      'rest-event-not-found',
    )
  })

  test('with If-None-Match, a write of what exists is 412: for `*`, and for the version that it has', async () => {
    const { send, routes } = await openStocked()
    for (const [path, allowed] of routes) {
      for (const method of allowed.filter((one) => one !== 'GET' && path.split('/').length > 2)) {
        const write = (tag: string) =>
          send(path, {
            method,
            headers: { 'if-none-match': tag, 'content-type': 'application/json' },
            body: '{}',
          })
        const etag = etagOf(await send(path, {}))
        for (const tag of ['*', ' * ', etag, `W/${etag}`, `"none", ${etag}`]) {
          expectRefusal(await write(tag), 412, 'rest_precondition_failed')
          expect(etagOf(await send(path, {})), `${method} ${path} ${tag}`).toBe(etag)
        }
        if (method !== 'DELETE') expect((await write('"none"')).status, `${method} ${path}`).toBe(200)
      }
    }
    const missing = { method: 'PUT', headers: { 'if-none-match': '*' } }
    expectRefusal(await send('/events/999', missing), 404, 'rest-event-not-found')
  })

  test('of two who saw the same version one comes through', async () => {
    const { send, ids } = await openStocked()
    const path = `/events/${ids.events}`
    const seen = etagOf(await send(path, {}))
    const headers = { 'if-match': seen, 'content-type': 'application/json' }
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((title) =>
        send(path, { method: 'PATCH', headers, body: JSON.stringify({ title }) }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
  })
})

describe('caches', () => {
  test('get Cache-Control by caller, and Vary', async () => {
    const { send, ids, setTime, ask } = await openStocked()
    for (const path of ['/events', `/events/${ids.events}`, '/doc', '/tags']) {
      const visitor = (await send(path, {}, 'visitor')).headers
      expect([visitor.get('cache-control'), visitor.get('vary')]).toEqual([
        'no-cache',
        path === '/doc' ? 'Accept, Authorization, Cookie' : 'Authorization, Cookie',
      ])
      const user = (await send(path, {})).headers
      expect(user.get('cache-control')).toBe('private, no-cache')
      for (const name of ['authorization', 'cookie']) {
        const unknown = (await send(path, { headers: { [name]: 'x=y' } }, 'visitor')).headers
        expect(unknown.get('cache-control')).toBe('private, no-cache')
      }
    }
    expect((await send('/events/999', {}, 'visitor')).headers.get('cache-control')).toBe('no-store')
    const open = createEventsApi(memoryStorage())
    expect((await open.fetch(new Request(`${API}/events`))).headers.has('vary')).toBe(false)
    setTime('2027-03-02T09:30:00Z')
    const changed = await ask('PATCH', `/events/${ids.events}`, { title: 'Later' })
    expect(changed.headers.get('last-modified')).toBe('Tue, 02 Mar 2027 09:30:00 GMT')
    expect((await send(`/events/${ids.events}`, {})).headers.get('last-modified')).toBe(
      'Tue, 02 Mar 2027 09:30:00 GMT',
    )
    expect((await send('/events', {})).headers.has('last-modified')).toBe(false)
  })

  test('do not keep what a password opened', async () => {
    const { send, make } = openCalendar()
    const id = await make('events', eventOf({ password: 'ladle' }))
    const opened = await send(`/events/${id}?password=ladle`, {}, 'visitor')
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const etag = opened.headers.get('etag') ?? ''
    const again = await send(
      `/events/${id}?password=ladle`,
      { headers: { 'if-none-match': etag } },
      'visitor',
    )
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-store'])
    const closed = await send(`/events/${id}`, { headers: { 'if-none-match': etag } }, 'visitor')
    expectRefusal(closed, 403, 'event-password-protected')
    expect(closed.headers.get('cache-control')).toBe('no-store')
  })

  test('every answer is JSON that is neither sniffed nor indexed', async () => {
    const { send } = openCalendar()
    for (const path of ['/events', '/doc', '/events/9', '/nowhere']) {
      const { headers } = await send(path, {})
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-robots-tag')).toBe('noindex')
    }
  })
})
