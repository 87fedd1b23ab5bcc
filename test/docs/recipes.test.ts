import type { EventsApi } from 'kalends'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BlockModules, blockModules } from './block-module.ts'

/*
 * The recipes of docs/recipes.md for the sessions of an app, with the real libraries. `docs.test.ts` runs each block as
 * a program. Here each block is loaded as a module, and its `api` gets the requests of users, of forgers and of pages of
 * other sites.
 */

const SITE = 'https://town.example'
const EVENT = { title: 'Fair', start_date: '2031-05-04 10:00', end_date: '2031-05-04 18:00' }
const MONTH = 31 * 24 * 3_600_000

/** The request headers that identify a user. */
type Credentials = Record<string, string>

/** What a recipe's block exports, and how its users sign in. */
interface Recipe {
  readonly api: EventsApi
  /** A user who may only write events, and one who may do everything. */
  readonly author: { id: string; credentials: Credentials }
  readonly administrator: { id: string; credentials: Credentials }
}

let modules: BlockModules

beforeAll(() => {
  modules = blockModules()
})

afterAll(() => modules.remove())

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})

const moduleOf = <Exports>(heading: string) => modules.moduleOf<Exports>('docs/recipes.md', heading)

const cookiesOf = ({ headers }: Response): Credentials => ({
  cookie: headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; '),
})

async function ask(api: EventsApi, headers: Credentials, path: string, body?: Record<string, string>) {
  const response = await api.fetch(
    new Request(`${SITE}${api.basePath}${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
    }),
  )
  const json: { id?: unknown; author?: unknown; code?: unknown } = await response.json()
  return { status: response.status, id: json.id, author: json.author, code: json.code }
}

const RECIPES: Record<string, () => Promise<Recipe>> = {
  'Session cookies': async () => {
    const { api, sessions } = await moduleOf<{
      api: EventsApi
      sessions: Map<string, unknown>
    }>('Session cookies')
    const expires = Date.now() + 3_600_000
    sessions.set('ann', { user: { id: 'u_ann', role: 'author' }, expires })
    sessions.set('bob', { user: { id: 'u_bob', role: 'administrator' }, expires })
    return {
      api,
      author: { id: 'u_ann', credentials: { cookie: 'theme=dark; sid=ann' } },
      administrator: { id: 'u_bob', credentials: { cookie: 'sid=bob' } },
    }
  },

  'better-auth': async () => {
    const { api, auth } = await moduleOf<{
      api: EventsApi
      auth: {
        handler(request: Request): Promise<Response>
        api: { createUser(options: { body: unknown }): Promise<{ user: { id: string } }> }
      }
    }>('better-auth')
    const send = async (path: string, body: unknown) => {
      const response = await auth.handler(
        new Request(`${SITE}/api/auth${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: SITE },
          body: JSON.stringify(body),
        }),
      )
      expect(response.status).toBe(200)
      const { user }: { user: { id: string } } = await response.json()
      return { id: user.id, credentials: cookiesOf(response) }
    }
    const bob = { email: 'bob@town.example', password: 'battery staple' }
    await auth.api.createUser({ body: { ...bob, name: 'Bob', role: 'user,admin' } })
    return {
      api,
      author: await send('/sign-up/email', {
        name: 'Eve',
        email: 'eve@town.example',
        password: 'battery staple',
      }),
      administrator: await send('/sign-in/email', bob),
    }
  },

  'Auth.js': async () => {
    const { api, answer } = await moduleOf<{
      api: EventsApi
      answer: (request: Request) => Promise<Response>
    }>('Auth.js')
    const signIn = async (fields: Record<string, string>): Promise<Credentials> => {
      const form = await answer(new Request(`${SITE}/api/auth/csrf`))
      const { csrfToken }: { csrfToken: string } = await form.json()
      const response = await answer(
        new Request(`${SITE}/api/auth/callback/credentials`, {
          method: 'POST',
          headers: cookiesOf(form),
          body: new URLSearchParams({ ...fields, csrfToken }),
        }),
      )
      expect(response.status).toBe(302)
      return cookiesOf(response)
    }
    const wrong = await signIn({ name: 'Ann', password: 'guess' })
    expect(wrong.cookie).not.toContain('session-token')
    return {
      api,
      author: { id: 'user_ann', credentials: await signIn({ name: 'Ann', password: 'correct horse' }) },
      administrator: {
        id: 'user_bob',
        credentials: await signIn({ name: 'Bob', password: 'battery staple' }),
      },
    }
  },

  'Clerk and other JWTs': async () => {
    const { api, sign } = await jwtModule()
    const cookie = async (sub: string, role: string) => ({ cookie: `__session=${await sign({ sub, role })}` })
    return {
      api,
      author: { id: 'user_2abc', credentials: await cookie('user_2abc', 'member') },
      administrator: { id: 'user_2xyz', credentials: await cookie('user_2xyz', 'admin') },
    }
  },
}

function jwtModule() {
  return moduleOf<{
    api: EventsApi
    sign(claims: Record<string, string>, key?: CryptoKey): Promise<string>
  }>('Clerk and other JWTs')
}

/** The same cookie, with another letter in the middle of its last value. */
function tampered({ cookie = '' }: Credentials): Credentials {
  const at = Math.floor((cookie.lastIndexOf('=') + cookie.length) / 2)
  return { cookie: `${cookie.slice(0, at)}${cookie[at] === 'A' ? 'B' : 'A'}${cookie.slice(at + 1)}` }
}

describe.each(Object.keys(RECIPES))('%s', (name) => {
  let recipe: Recipe

  beforeAll(async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    recipe = (await RECIPES[name]?.()) ?? expect.unreachable(name)
  })

  const own = (credentials: Credentials) => ({ ...credentials, origin: SITE })

  test('the author of an event is the user of the session', async () => {
    const { api, author } = recipe
    const created = await ask(api, own(author.credentials), '/events', EVENT)
    expect(created).toMatchObject({ status: 201, author: author.id })
  })

  test('roles of the library are roles of the calendar', async () => {
    const { api, author, administrator } = recipe
    const refused = await ask(api, own(author.credentials), '/tags', { name: 'jazz' })
    expect(refused).toMatchObject({ status: 403, code: 'rest_forbidden' })
    expect((await ask(api, own(administrator.credentials), '/tags', { name: 'jazz' })).status).toBe(201)
  })

  test('a page of another site cannot write with the cookie', async () => {
    const { api, author } = recipe
    const headers = { ...author.credentials, origin: 'https://elsewhere.example' }
    const refused = await ask(api, headers, '/events', EVENT)
    expect(refused).toMatchObject({ status: 403, code: 'rest_cookie_invalid_nonce' })
    expect((await ask(api, headers, '/events')).status).toBe(200)
  })

  test('a tampered cookie is a visitor', async () => {
    const { api, author } = recipe
    const headers = own(tampered(author.credentials))
    expect((await ask(api, headers, '/events', EVENT)).status).toBe(401)
    expect((await ask(api, headers, '/events')).status).toBe(200)
  })

  test('an expired session is a visitor', async () => {
    const { api, administrator } = recipe
    const headers = own(administrator.credentials)
    expect((await ask(api, headers, '/events', EVENT)).status).toBe(201)
    vi.useFakeTimers({ now: Date.now() + MONTH, toFake: ['Date'] })
    try {
      expect((await ask(api, headers, '/events', EVENT)).status).toBe(401)
      expect((await ask(api, headers, '/events')).status).toBe(200)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a stranger', () => {
  test.each(['better-auth', 'Auth.js', 'Clerk and other JWTs'])(
    '%s: publishes nothing, and makes no category',
    async (name) => {
      const { api, author } = (await RECIPES[name]?.()) ?? expect.unreachable(name)
      const headers = { ...author.credentials, origin: SITE }
      const { id } = await ask(api, headers, '/events', { ...EVENT, status: 'publish' })
      expect((await api.fetch(new Request(`${SITE}${api.basePath}/events/${id}`))).status).toBe(403)
      expect((await ask(api, headers, '/categories', { name: 'Mine' })).status).toBe(403)
    },
  )

  test.each([
    ['docs/recipes.md', 'better-auth', 'BETTER_AUTH_SECRET'],
    ['docs/recipes.md', 'Auth.js', 'AUTH_SECRET'],
    ['docs/agents.md', 'With better-auth', 'BETTER_AUTH_SECRET'],
  ])('%s, %s: no secret of the text is used', async (page, heading, variable) => {
    vi.stubEnv(variable, undefined)
    try {
      await expect(modules.moduleOf(page, heading)).rejects.toThrow(`${variable} is not set`)
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('JWTs of programs', () => {
  let recipe: Awaited<ReturnType<typeof jwtModule>>

  beforeAll(async () => {
    vi.spyOn(console, 'log').mockReturnValue()
    recipe = await jwtModule()
  })

  const write = (token: string) => ask(recipe.api, { authorization: `Bearer ${token}` }, '/events', EVENT)

  test('need no Origin', async () => {
    const token = await recipe.sign({ sub: 'user_2abc', role: 'member' })
    expect(await write(token)).toMatchObject({ status: 201, author: 'user_2abc' })
  })

  test('without a known role may not write', async () => {
    expect((await write(await recipe.sign({ sub: 'user_2abc', role: 'guest' }))).status).toBe(403)
    expect((await write(await recipe.sign({ sub: 'user_2abc' }))).status).toBe(403)
  })

  test('of another issuer, audience, key or form are 401, for reads too', async () => {
    const claims = { sub: 'user_2abc', role: 'admin' }
    const { privateKey } = await crypto.subtle.generateKey(
      {
        name: 'RSASSA-PKCS1-v1_5',
        modulusLength: 2048,
        publicExponent: new Uint8Array([1, 0, 1]),
        hash: 'SHA-256',
      },
      false,
      ['sign', 'verify'],
    )
    const unsigned = [{ alg: 'none' }, { ...claims, iss: 'https://clerk.town.example', aud: 'calendar' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const tokens = [
      await recipe.sign({ ...claims, iss: 'https://elsewhere.example' }),
      await recipe.sign({ ...claims, aud: 'shop' }),
      await recipe.sign({ role: 'admin' }),
      await recipe.sign(claims, privateKey),
      `${unsigned}.`,
      'guess',
    ]
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      const refused = await ask(recipe.api, headers, '/events')
      expect(refused).toMatchObject({ status: 401, code: 'rest_invalid_credentials' })
    }
  })

  test('are a fault while the keys cannot be loaded', async () => {
    const token = await recipe.sign({ sub: 'user_2abc', role: 'member' })
    // The keys that were loaded before are used for ten minutes.
    vi.useFakeTimers({ now: Date.now() + 11 * 60_000, toFake: ['Date'] })
    try {
      vi.spyOn(Response, 'json').mockReturnValueOnce(new Response(null, { status: 503 }))
      expect((await write(token)).status).toBe(500)
      expect((await write(token)).status).toBe(201)
    } finally {
      vi.useRealTimers()
    }
  })
})
