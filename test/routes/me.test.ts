import { createEventsApi, type EventsApiOptions, type Me, type Principal } from 'kalends'
import { createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { USERS } from '../setup/users.ts'

const calendar = (options: EventsApiOptions = {}) => {
  const api = createEventsApi(memoryStorage(), {
    authenticate: (request) => JSON.parse(request.headers.get('authorization') ?? 'null'),
    ...options,
  })
  const ask = (principal: Principal | null, init: RequestInit = {}) =>
    api.fetch(
      new Request(`https://town.example${api.basePath}/me`, {
        ...init,
        headers: principal === null ? {} : { authorization: JSON.stringify(principal) },
      }),
    )
  const me = async (principal: Principal | null): Promise<Me> => (await ask(principal)).json()
  return { api, ask, me }
}

describe('GET /me', () => {
  test('a visitor may do nothing, and gets all about the calendar', async () => {
    const { me } = calendar({
      title: 'Town',
      timezone: 'Europe/Vienna',
      currency: { code: 'EUR', symbol: '€' },
    })
    expect(await me(null)).toEqual({
      user: null,
      role: null,
      can: {
        write: false,
        publish: false,
        edit_others: false,
        read_private: false,
        delete_for_good: false,
        edit_terms: false,
        upload: false,
      },
      statuses: [],
      timezone: 'Europe/Vienna',
      locale: 'en',
      start_of_week: 0,
      title: 'Town',
      currency: { code: 'EUR', symbol: '€', position: 'prefix' },
      custom_fields: {
        event: { type: 'object', properties: {}, additionalProperties: false },
        venue: { type: 'object', properties: {}, additionalProperties: false },
        organizer: { type: 'object', properties: {}, additionalProperties: false },
      },
      limits: expect.objectContaining({ perPage: 50, timeout: 30_000 }),
      features: {
        images: false,
        revisions: expect.any(Boolean),
        sources: false,
        suggestions: false,
        import: false,
        pages: false,
      },
      sign_in: null,
      sign_out: null,
      shared: false,
    })
  })

  test.each([
    ['administrator', 'write publish edit_others read_private delete_for_good edit_terms', true],
    ['editor', 'write publish edit_others read_private delete_for_good edit_terms', true],
    ['author', 'write publish edit_terms', true],
    ['contributor', 'write', false],
    ['subscriber', '', false],
  ] as const)('%s: may %s', async (role, may, setsAll) => {
    const { user, role: told, can, statuses } = await calendar().me(USERS[role])
    expect([user, told]).toEqual([{ id: USERS[role].id }, role])
    const allowed = Object.entries(can).flatMap(([name, isAllowed]) => (isAllowed ? [name] : []))
    expect(allowed.join(' ')).toBe(may)
    if (setsAll) expect(statuses).toEqual(['publish', 'future', 'draft', 'pending', 'private', 'trash'])
    else expect(statuses).toEqual(role === 'contributor' ? ['draft', 'pending', 'trash'] : [])
  })

  test.each(['contributor', 'author', 'editor'] as const)(
    'each status of an %s is one that a write keeps',
    async (role) => {
      const { api, me } = calendar()
      const { events } = createClient({
        baseUrl: `https://town.example${api.basePath}`,
        fetch: api.as(USERS[role]),
      })
      for (const status of (await me(USERS[role])).statuses.filter((one) => one !== 'future')) {
        const made = await events.create({ title: status, start_date: '2027-03-01', end_date: '2027-03-01' })
        expect((await events.update(made.id, { status })).status).toBe(status)
      }
    },
  )

  test('the name is that of the principal; an ID can be a text', async () => {
    const { me } = calendar()
    expect((await me({ id: 'user_2ab', role: 'editor', name: 'Ada <b>' })).user).toEqual({
      id: 'user_2ab',
      name: 'Ada <b>',
    })
  })

  test('is never cached, neither here nor elsewhere', async () => {
    let asked = 0
    const { ask } = calendar({ shared: () => ++asked % 2 === 1 })
    for (const isShared of [true, false]) {
      const response = await ask(null)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      expect(response.headers.get('etag')).toBeNull()
      const { shared }: Me = await response.json()
      expect(shared).toBe(isShared)
    }
  })

  test('shared can depend on the caller', async () => {
    const { me } = calendar({ shared: async (principal) => principal?.role !== 'editor' })
    expect((await me(USERS.editor)).shared).toBe(false)
    expect((await me(null)).shared).toBe(true)
    expect((await calendar({ shared: true }).me(null)).shared).toBe(true)
  })

  test.each([
    ['de-AT', undefined, 1],
    ['en-US', undefined, 0],
    ['en', undefined, 0],
    ['ar-EG', undefined, 6],
    ['de', 0, 0],
  ])('locale %s, startOfWeek %s: the week begins on %i', async (locale, startOfWeek, day) => {
    const told = await calendar({ locale, startOfWeek }).me(null)
    expect([told.locale, told.start_of_week]).toEqual([locale, day])
  })

  test.each(['', 'de_AT', 'x y', '<b>', 'deutschland'])('locale %j: RangeError', (locale) => {
    expect(() => calendar({ locale })).toThrow(RangeError)
  })

  test.each([-1, 7, 1.5, Number.NaN])('startOfWeek %s: RangeError', (startOfWeek) => {
    expect(() => calendar({ startOfWeek })).toThrow(RangeError)
  })

  test('says where people sign in and out', async () => {
    const { sign_in, sign_out } = await calendar({ signIn: '/login', signOut: 'https://id.example/out' }).me(
      null,
    )
    expect([sign_in, sign_out]).toEqual(['/login', 'https://id.example/out'])
  })

  test.each([
    ...[
      'javascript:alert(1)',
      'JavaScript:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,x',
    ],
    ...[
      '//evil.example',
      '//evil.example/login',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '/a b',
    ],
    ...[
      '',
      'login',
      'vbscript:x',
      'file:///etc/passwd',
      'https:',
      'https://',
      'https://u:p@id.example/',
      'ftp://id.example',
    ],
  ])('no page leads to %j to sign in or out: it is refused when the API is made', (address) => {
    for (const name of ['signIn', 'signOut']) {
      expect(() => calendar({ [name]: address })).toThrow(new RegExp(`^${name}: `))
    }
  })

  test('custom fields are JSON Schemas, with the titles of their forms', async () => {
    const capacity = z.int().min(1).meta({ title: 'Places' })
    const { custom_fields } = await calendar({ customFields: { event: { capacity } } }).me(null)
    expect(custom_fields.event).toMatchObject({
      type: 'object',
      properties: { capacity: { type: 'integer', minimum: 1, title: 'Places' } },
    })
    expect(custom_fields.venue).toMatchObject({ properties: {} })
  })

  test('wrong credentials are 401, other methods 405', async () => {
    const { ask } = calendar()
    expect((await ask(null, { method: 'POST' })).status).toBe(405)
    const api = createEventsApi(memoryStorage())
    const { status } = await api.fetch(
      new Request(`https://town.example${api.basePath}/me`, { method: 'HEAD' }),
    )
    expect(status).toBe(200)
  })

  test('is in the documentation, and not in the index', async () => {
    const { api } = calendar()
    const body = async (path: string) =>
      (await api.fetch(new Request(`https://town.example${api.basePath}${path}`))).text()
    expect(await body('/doc')).toContain('"/me"')
    expect(await body('/')).not.toContain('/me"')
  })

  test('the client has it, and tells when something else answers', async () => {
    const { api } = calendar()
    const client = createClient({
      baseUrl: `https://town.example${api.basePath}`,
      fetch: api.as(USERS.editor),
    })
    expect((await client.me()).can.edit_others).toBe(true)
    const other = createClient({ baseUrl: 'https://x.example', fetch: async () => Response.json({}) })
    await expect(other.me()).rejects.toMatchObject({ name: 'ClientError' })
  })
})
