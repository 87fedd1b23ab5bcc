import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isObject } from '../../src/apps/mcp/json.ts'
import { type BlockModules, blockModules } from '../docs/block-module.ts'
import { BACK, CLIENT } from './client-document.ts'

/*
 * The recipe of docs/agents.md with better-auth as the authorization server, as a program goes through it that nobody
 * has registered: from the first 401 to a call. Only the document of the program does not come from the network.
 */

const SITE = 'https://town.example'
const MCP = `${SITE}/vendor/events/v1/mcp`
const METADATA = `resource_metadata="${MCP}/oauth-protected-resource"`
const VERIFIER = 'a-text-of-the-program-that-nobody-guesses-0123456789'

type Answer = (request: Request) => Promise<Response>

let modules: BlockModules
let answer: Answer
let cookie = ''
/** The ID of the user. */
let ann: unknown

beforeAll(async () => {
  modules = blockModules({
    '@better-auth/cimd/node': new URL('client-document.ts', import.meta.url).pathname,
  })
  const recipe = await modules.moduleOf<{ answer: Answer }>('docs/agents.md', 'With better-auth')
  answer = recipe.answer
  const user = { name: 'Ann', email: 'ann@town.example', password: 'correct horse' }
  const response = await post('/api/auth/sign-up/email', user, { origin: SITE })
  cookie = response.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  const { user: saved } = await objectOf(response)
  ann = isObject(saved) ? saved.id : undefined
  expect(ann).toEqual(expect.any(String))
})

afterAll(() => modules.remove())

const get = (url: string, headers: Record<string, string> = {}) =>
  answer(new Request(new URL(url, SITE), { headers }))

function post(url: string, body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const all = { 'content-type': 'application/json', ...headers }
  return answer(new Request(new URL(url, SITE), { method: 'POST', headers: all, body: JSON.stringify(body) }))
}

async function objectOf(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json()
  return isObject(body) ? body : expect.unreachable(JSON.stringify(body))
}

const textIn = (body: Record<string, unknown>, name: string): string =>
  typeof body[name] === 'string' ? body[name] : expect.unreachable(`no ${name} in ${JSON.stringify(body)}`)

/** A call of a tool, as a client before 2026-07-28 sends it. */
function createEvent(token?: string): Promise<Response> {
  const event = { title: 'Fair', start_date: '2031-05-04 10:00', end_date: '2031-05-04 18:00' }
  const params = { name: 'create_event', arguments: event }
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return post(MCP, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
}

/** The documents that lead from a 401 to the authorization server. */
async function serverOf(challenge: string | null): Promise<Record<string, unknown>> {
  const [, url = ''] = /resource_metadata="([^"]+)"/.exec(challenge ?? '') ?? []
  const { authorization_servers: servers, resource } = await objectOf(await get(url))
  expect(resource).toBe(MCP)
  const { origin, pathname } = new URL(Array.isArray(servers) ? String(servers[0]) : '')
  return objectOf(await get(`${origin}/.well-known/oauth-authorization-server${pathname}`))
}

/** What the program gets when Ann, who is signed in, agrees. */
async function tokenFor(scope: string, resource?: string): Promise<string> {
  const server = await serverOf((await createEvent()).headers.get('www-authenticate'))
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: CLIENT, redirect_uri: BACK, scope, state: 'x' },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', ...(resource && { resource }) },
  })
  const asked = await get(`${textIn(server, 'authorization_endpoint')}?${query}`, { cookie })
  const consent = new URL(asked.headers.get('location') ?? '', SITE)
  let back = consent
  if (consent.pathname === '/consent') {
    const agreed = { accept: true, oauth_query: consent.search.slice(1) }
    const response = await post('/api/auth/oauth2/consent', agreed, { cookie, origin: SITE })
    back = new URL(textIn(await objectOf(response), 'url'))
  }
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', client_id: CLIENT },
    ...{ redirect_uri: BACK, code_verifier: VERIFIER, ...(resource && { resource }) },
  })
  const request = new Request(textIn(server, 'token_endpoint'), { method: 'POST', body: form })
  return textIn(await objectOf(await answer(request)), 'access_token')
}

test('a program without a token learns where it gets one, and that it needs no registration', async () => {
  const response = await createEvent()
  const challenge = response.headers.get('www-authenticate')
  expect([response.status, challenge]).toEqual([401, `Bearer ${METADATA}, scope="calendar"`])
  expect(await serverOf(challenge)).toMatchObject({
    ...{ issuer: `${SITE}/api/auth`, client_id_metadata_document_supported: true },
  })
})

test('the well-known address has the document that the challenge names', async () => {
  const wellKnown = await get('/.well-known/oauth-protected-resource/vendor/events/v1/mcp')
  expect(await wellKnown.json()).toEqual(await (await get(`${MCP}/oauth-protected-resource`)).json())
})

test('a token for the endpoint works, as the user who agreed', async () => {
  const token = await tokenFor('calendar', MCP)
  const response = await createEvent(token)
  expect(response.status).toBe(200)
  const { result } = await objectOf(response)
  expect(result).toMatchObject({ structuredContent: { written: true, event: { title: 'Fair' } } })
  const url = `${SITE}/vendor/events/v1/events?start_date=2031-05-01&end_date=2031-05-31`
  const own = await answer(new Request(url, { headers: { authorization: `Bearer ${token}` } }))
  expect((await objectOf(own)).events).toMatchObject([{ title: 'Fair', author: ann }])
  // Anybody can sign up, so nothing is public before an editor says so.
  expect((await objectOf(await answer(new Request(url)))).events).toEqual([])
})

test('a token for another resource is 401', async () => {
  const response = await createEvent(await tokenFor('calendar', `${SITE}/shop`))
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    ...[401, `Bearer ${METADATA}, scope="calendar"`],
  ])
})

test('a token for no resource is 401', async () => {
  expect((await createEvent(await tokenFor('calendar'))).status).toBe(401)
})

test('a token with too little scope is 403, and the answer names the scope', async () => {
  const response = await createEvent(await tokenFor('shop', MCP))
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([
    ...[403, `Bearer error="insufficient_scope", ${METADATA}, scope="calendar"`],
  ])
})

test('an expired token and one that somebody changed are 401', async () => {
  const token = await tokenFor('calendar', MCP)
  const [head, claims = '', mark] = token.split('.')
  const changed = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify({ ...changed, sub: 'somebody' })).toString('base64url')
  expect((await createEvent(`${head}.${forged}.${mark}`)).status).toBe(401)
  vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000, toFake: ['Date'] })
  try {
    expect((await createEvent(token)).status).toBe(401)
  } finally {
    vi.useRealTimers()
  }
})
