import { databaseImages } from 'kalends/images/database'
import { createMcp } from 'kalends/mcp'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { at, eventOf, expectRefusal, openCalendar } from './calendar.ts'

/* What is no object of fields, or comes compressed, is refused: an answer of 200 would say that it was written. */

function withAll() {
  const storage = memoryStorage()
  return openCalendar(
    {
      images: { store: databaseImages(storage) },
      import: true,
      suggestions: { author: 7 },
      sources: { fetch: async () => new Response(null, { status: 404 }) },
    },
    storage,
  )
}

/** A record of each kind, and where it is changed. */
async function records({ make }: ReturnType<typeof openCalendar>): Promise<string[]> {
  const fields = {
    events: eventOf(),
    venues: { venue: 'Hall' },
    organizers: { organizer: 'Club' },
    categories: { name: 'Music' },
    tags: { name: 'loud' },
  }
  const paths: string[] = []
  for (const [collection, own] of Object.entries(fields))
    paths.push(`/${collection}/${await make(collection, own)}`)
  return paths
}

const PATCH = [{ op: 'replace', path: '/title', value: 'New' }]

describe('an update', () => {
  test.each(['[]', JSON.stringify(PATCH), '[{"title":"New"}]', '"New"', '1', 'true', 'null', ' [ ] '])(
    'whose body is %s is 400, and changes nothing',
    async (body) => {
      const calendar = withAll()
      for (const path of await records(calendar)) {
        const before = (await calendar.ask('GET', path)).text
        for (const method of ['PATCH', 'PUT', 'POST']) {
          for (const type of ['application/json', 'application/merge-patch+json']) {
            const answer = await calendar.send(path, { method, body, headers: { 'content-type': type } })
            expectRefusal(answer, 400, 'rest_invalid_json')
          }
        }
        expect((await calendar.ask('GET', path)).text).toBe(before)
      }
    },
  )

  test('as a JSON Patch is 415 and says what is read, and OPTIONS says so before', async () => {
    const calendar = withAll()
    for (const path of await records(calendar)) {
      for (const type of ['application/json-patch+json', 'Application/JSON-Patch+JSON; charset=utf-8']) {
        for (const body of [JSON.stringify(PATCH), '{"title":"New"}']) {
          const headers = { 'content-type': type }
          const answer = await calendar.send(path, { method: 'PATCH', body, headers })
          expectRefusal(answer, 415, 'rest_unsupported_media_type')
          expect(answer.headers.get('accept-patch')).toMatch(
            /^application\/json, application\/merge-patch\+json/,
          )
        }
      }
      const options = await calendar.send(path, { method: 'OPTIONS' })
      expect(options.headers.get('accept-patch')).toMatch(/^application\/json, /)
      expect(options.headers.get('allow')).toContain('PATCH')
    }
    expect((await calendar.send('/events', { method: 'OPTIONS' })).headers.get('accept-patch')).toBeNull()
  })

  test('as an object is read, also as a merge patch and with another method in its name', async () => {
    const calendar = withAll()
    const id = await calendar.make('events', eventOf())
    const headers = { 'content-type': 'application/merge-patch+json', 'x-http-method-override': 'PATCH' }
    const answer = await calendar.send(`/events/${id}`, { method: 'POST', body: '{"title":"New"}', headers })
    expect([answer.status, answer.body.title]).toEqual([200, 'New'])
  })
})

test('a create whose body is a list names what is missing, as before, and is 400 where the query has it all', async () => {
  const calendar = withAll()
  const headers = { 'content-type': 'application/json-patch+json' }
  const missing = await calendar.send('/events', { method: 'POST', body: JSON.stringify(PATCH), headers })
  expectRefusal(missing, 400, 'rest_missing_callback_param')
  const full = await calendar.send('/events?title=A&start_date=2027-05-10&end_date=2027-05-10', {
    ...{ method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } },
  })
  expectRefusal(full, 400, 'rest_invalid_json')
})

describe('a body with a Content-Encoding', () => {
  const gzipped = (text: string) =>
    new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).bytes()

  test.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'x'])(
    '%s is 415 on every write, and says what is taken',
    async (coding) => {
      const calendar = withAll()
      const paths = await records(calendar)
      const body = await gzipped(JSON.stringify(eventOf()))
      for (const [method, path, type] of [
        ...['/events', '/venues', '/batch', '/sources', '/suggestions'].map(
          (one) => ['POST', one, 'application/json'] as const,
        ),
        ...paths.map((one) => ['PATCH', one, 'application/json'] as const),
        ...paths.map((one) => ['DELETE', one, 'application/json'] as const),
        ['POST', '/venues', 'application/x-www-form-urlencoded'],
        ['POST', '/import', 'text/calendar'],
        ['POST', '/media', 'image/png'],
      ] as const) {
        const headers = { 'content-type': type, 'content-encoding': coding }
        const answer = await calendar.send(path, { method, body, headers })
        expectRefusal(answer, 415, 'rest_unsupported_media_type')
        expect(answer.headers.get('accept-encoding'), `${method} ${path}`).toBe('identity')
        expect(answer.body.message).toContain('Content-Encoding')
      }
    },
  )

  test('of assistants is 415, too', async () => {
    const mcp = createMcp(withAll().api)
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const body = await gzipped('{"jsonrpc":"2.0","id":1,"method":"ping"}')
    const answer = await mcp.fetch(
      new Request(`http://localhost${mcp.basePath}`, { method: 'POST', headers, body }),
    )
    expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
  })

  test('identity, or of no body, is none', async () => {
    const calendar = withAll()
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
    const made = await calendar.send('/events', { method: 'POST', body: JSON.stringify(eventOf()), headers })
    expect(made.status).toBe(201)
    const gone = await calendar.send(`/events/${at(made.body, 'id')}`, {
      ...{ method: 'DELETE', headers: { 'content-encoding': 'gzip' } },
    })
    expect(gone.status).toBe(200)
  })
})
