import { bearerTokens, firstOf, memoryTokens, session } from 'kalends/auth'
import { describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'
import { calendarOf, EDITOR, FORGED, type Host, ORIGIN, WRONG } from './asking.ts'

const TRUSTED = 'https://app.example'
const cookie = { cookie: 'sid=1' }

const sessions = session<Host>(
  async (request) => (request.headers.get('cookie') === 'sid=1' ? EDITOR : null),
  { trustedOrigins: [TRUSTED] },
)

async function open() {
  const tokens = bearerTokens<Host>(memoryTokens())
  const { token } = await tokens.issue({ principal: EDITOR })
  return {
    bearer: { authorization: `Bearer ${token}` },
    outcome: calendarOf(firstOf(tokens.authenticate, sessions)).outcome,
  }
}

/** `Sec-Fetch-Site`, `Origin`, whether a write with the session passes. */
const TABLE: readonly (readonly [string | undefined, string | undefined, boolean])[] = [
  ['same-origin', ORIGIN, true],
  ['same-origin', undefined, true],
  // Behind a proxy that ends TLS and does not say so, our own origin looks like another one.
  ['same-origin', 'http://calendar.example', true],
  ['none', undefined, true],
  ['none', ORIGIN, true],
  ['same-site', 'https://www.calendar.example', false],
  ['same-site', ORIGIN, false],
  ['same-site', TRUSTED, true],
  ['cross-site', 'https://evil.example', false],
  ['cross-site', 'null', false],
  ['cross-site', undefined, false],
  ['cross-site', ORIGIN, false],
  ['cross-site', TRUSTED, true],
  ['nonsense', ORIGIN, false],
  ['', ORIGIN, false],
  [undefined, ORIGIN, true],
  [undefined, TRUSTED, true],
  [undefined, 'https://evil.example', false],
  [undefined, `${ORIGIN}.evil.example`, false],
  [undefined, `${ORIGIN}:8443`, false],
  [undefined, 'http://calendar.example', false],
  [undefined, `${TRUSTED}, https://evil.example`, false],
  [undefined, 'null', false],
  [undefined, '', false],
  [undefined, undefined, false],
]

const headersOf = (site: string | undefined, origin: string | undefined): Record<string, string> => ({
  ...(site === undefined ? {} : { 'sec-fetch-site': site }),
  ...(origin === undefined ? {} : { origin }),
})

describe.each(TABLE)('Sec-Fetch-Site %s, Origin %s', (site, origin, passes) => {
  const from = headersOf(site, origin)

  test(`a write with a session ${passes ? 'passes' : 'is refused'}`, async () => {
    const { outcome } = await open()
    expect(await outcome({ method: 'POST', headers: { ...from, ...cookie } })).toBe(passes ? '201' : FORGED)
  })

  test('a read with a session passes', async () => {
    const { outcome } = await open()
    for (const method of ['GET', 'HEAD']) {
      expect(await outcome({ method, headers: { ...from, ...cookie } })).toBe('200')
    }
    expect(await outcome({ method: 'OPTIONS', headers: { ...from, ...cookie } })).toBe('204')
  })

  test('a token is not asked where it comes from', async () => {
    const { outcome, bearer } = await open()
    expect(await outcome({ method: 'POST', headers: from, ...bearer })).toBe('201')
    expect(await outcome({ method: 'POST', headers: { ...from, ...cookie }, ...bearer })).toBe('201')
  })

  test('a request without a session is a visitor’s', async () => {
    const { outcome } = await open()
    expect(await outcome({ method: 'POST', headers: from })).toBe('401 rest_forbidden')
    expect(await outcome({ method: 'POST', headers: { ...from, cookie: 'sid=2' } })).toBe(
      '401 rest_forbidden',
    )
  })
})

test.each(['PUT', 'PATCH', 'POST', 'DELETE'])('%s is a write', async (method) => {
  const asked = new Request(`${ORIGIN}/`, { method, headers: cookie })
  await expect(sessions(asked, undefined)).rejects.toMatchObject({ code: 'rest_cookie_invalid_nonce' })
})

test.each([
  [{}, 'says no Origin'],
  [{ origin: 'https://evil.example' }, 'says the Origin https://evil.example'],
  [{ 'sec-fetch-site': 'cross-site' }, 'says no Origin and the Sec-Fetch-Site cross-site'],
])('a refusal says which origin a write needs, and what it has: %j', async (headers, says) => {
  const asked = new Request(`${ORIGIN}/`, { method: 'POST', headers: { ...cookie, ...headers } })
  await expect(sessions(asked, undefined)).rejects.toThrow(
    `A write with a session must come from ${ORIGIN}, and this one ${says}.`,
  )
})

test('without trusted origins there are none', async () => {
  const { outcome } = calendarOf(session<Host>(() => EDITOR))
  expect(await outcome({ method: 'POST', headers: { origin: TRUSTED } })).toBe(FORGED)
  expect(await outcome({ method: 'POST', headers: { origin: ORIGIN } })).toBe('201')
})

test.each(words('null * app.example https://app.example/ https://App.example https://app.example:443'))(
  'the trusted origin %s is refused at once, since no browser would ever send it',
  (origin) => {
    expect(() => session(() => null, { trustedOrigins: [origin] })).toThrow(RangeError)
  },
)

test('sessions alone refuse an Authorization header, unless there is a session', async () => {
  const { outcome } = calendarOf(sessions)
  expect(await outcome({ authorization: 'Bearer a' })).toBe(WRONG)
  expect(await outcome({ authorization: 'Bearer a', headers: cookie })).toBe('200')
})
