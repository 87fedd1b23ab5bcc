import { ApiError, createEventsApi } from 'kalends'
import type { NodeHost } from 'kalends/adapters/node'
import {
  type Authenticate,
  basicPasswords,
  bearerTokens,
  firstOf,
  memoryPasswords,
  memoryTokens,
  session,
} from 'kalends/auth'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { AUTHOR, basic, calendarOf, EDITOR, FORGED, type Host, ORIGIN, type Sent, WRONG } from './asking.ts'

const cookie = { cookie: 'sid=1', origin: ORIGIN }

async function open() {
  const tokens = bearerTokens(memoryTokens())
  const passwords = basicPasswords(memoryPasswords(), { iterations: 1_000 })
  const sessions = session<Host>((request) => (request.headers.has('cookie') ? AUTHOR : null))
  const { token } = await tokens.issue({ principal: EDITOR })
  const { password } = await passwords.issue({ user: 'ann', principal: EDITOR })
  return {
    tokens: tokens.authenticate,
    passwords: passwords.authenticate,
    sessions,
    bearer: `Bearer ${token}`,
    ann: basic('ann', password),
  }
}

/** 201 for the editor, 403 for the author, 401 for a visitor. */
const write = { method: 'POST' }

describe('of several ways', () => {
  test('each takes its own kind, in whichever order', async () => {
    const { tokens, passwords, sessions, bearer, ann } = await open()
    for (const ways of [
      [tokens, passwords, sessions],
      [sessions, passwords, tokens],
      [passwords, sessions, tokens],
    ]) {
      const { outcome } = calendarOf(firstOf(...ways))
      expect(await outcome({ ...write, authorization: bearer })).toBe('201')
      expect(await outcome({ ...write, authorization: ann })).toBe('201')
      expect(await outcome({ ...write, headers: cookie })).toBe('403 rest_forbidden')
      expect(await outcome(write)).toBe('401 rest_forbidden')
      expect(await outcome()).toBe('200')
    }
  })

  test('the first that finds its kind decides', async () => {
    const { tokens, sessions, bearer } = await open()
    const both = { ...write, authorization: bearer, headers: cookie }
    expect(await calendarOf(firstOf(tokens, sessions)).outcome(both)).toBe('201')
    expect(await calendarOf(firstOf(sessions, tokens)).outcome(both)).toBe('403 rest_forbidden')
  })

  test('and decides by refusing, too', async () => {
    const { tokens, sessions, bearer } = await open()
    const wrongToken = { authorization: 'Bearer wrong', headers: cookie }
    expect(await calendarOf(firstOf(tokens, sessions)).outcome(wrongToken)).toBe(WRONG)
    expect(await calendarOf(firstOf(sessions, tokens)).outcome(wrongToken)).toBe('200')
    for (const authorization of ['Bearer, a', 'Bearer', 'Bearer\ta', 'BEARER a, Bearer b']) {
      expect(await calendarOf(firstOf(tokens, sessions)).outcome({ authorization, headers: cookie })).toBe(
        WRONG,
      )
    }
    const forged = { ...write, authorization: bearer, headers: { cookie: 'sid=1' } }
    expect(await calendarOf(firstOf(sessions, tokens)).outcome(forged)).toBe(FORGED)
    expect(await calendarOf(firstOf(tokens, sessions)).outcome(forged)).toBe('201')
  })

  test.each(['Digest a', 'Negotiate', '', 'nonsense', 'Bearer a, Basic YTpi', 'Basic YTpi, Bearer a'])(
    'credentials that none understands are 401: %j',
    async (authorization) => {
      const { tokens, passwords, sessions } = await open()
      const { outcome } = calendarOf(firstOf(tokens, passwords, sessions))
      expect(await outcome({ authorization })).toBe(WRONG)
      expect(await calendarOf(firstOf()).outcome({ authorization })).toBe(WRONG)
    },
  )

  test('one of the host can be among them, and they can be among others', async () => {
    const { tokens, passwords, bearer, ann } = await open()
    const signed: Authenticate<Host> = (request) => {
      if (!request.headers.get('authorization')?.startsWith('Signed ')) return null
      if (request.headers.get('authorization') === 'Signed yes') return EDITOR
      throw new ApiError('rest_invalid_credentials')
    }
    const { outcome } = calendarOf(firstOf<Host>(firstOf(tokens, passwords), signed))
    expect(await outcome({ ...write, authorization: bearer })).toBe('201')
    expect(await outcome({ ...write, authorization: ann })).toBe('201')
    expect(await outcome({ ...write, authorization: 'Signed yes' })).toBe('201')
    expect(await outcome({ authorization: 'Signed no' })).toBe(WRONG)
    expect(await outcome({ authorization: 'Sealed' })).toBe(WRONG)
  })
})

test('what the adapter knows is typed where a way looks at it', async () => {
  const { tokens, bearer } = await open()
  const api = createEventsApi<NodeHost>(memoryStorage(), {
    authenticate: firstOf(
      tokens,
      session((_request, host) => (host?.req.headers.host === 'intranet' ? AUTHOR : null)),
      (_request, host) => (host?.ip === '127.0.0.1' ? EDITOR : null),
    ),
  })
  const asked = new Request(`${ORIGIN}${api.basePath}/tags`, { headers: { authorization: bearer } })
  expect((await api.fetch(asked)).status).toBe(200)
})

test.each(['tokens', 'passwords'] as const)('%s alone refuse the other kind', async (name) => {
  const opened = await open()
  const { outcome } = calendarOf(opened[name])
  expect(await outcome({ authorization: name === 'tokens' ? opened.ann : opened.bearer })).toBe(WRONG)
  expect(await outcome({ authorization: name === 'tokens' ? opened.bearer : opened.ann })).toBe('200')
  expect(await outcome({ headers: cookie })).toBe('200')
})

describe('the challenge of a 401', () => {
  const challengeOf = async (
    authenticate: Authenticate<Host>,
    sent: Sent = { authorization: 'Digest a' },
  ) => {
    const response = await calendarOf(authenticate).ask(sent)
    expect(response.status).toBe(401)
    return response.headers.get('www-authenticate')
  }
  const BASIC = 'Basic realm="calendar", charset="UTF-8"'

  test('names what is configured, in its order', async () => {
    const { tokens, passwords, sessions } = await open()
    expect(await challengeOf(tokens)).toBe('Bearer')
    expect(await challengeOf(passwords)).toBe(BASIC)
    expect(await challengeOf(sessions)).toBe('Bearer')
    expect(await challengeOf(firstOf(passwords, sessions))).toBe(BASIC)
    expect(await challengeOf(firstOf(tokens, passwords))).toBe(`Bearer, ${BASIC}`)
    expect(await challengeOf(firstOf(firstOf(passwords, tokens), passwords, () => null))).toBe(
      `${BASIC}, Bearer`,
    )
  })

  test('is there whatever the reason for the 401 is', async () => {
    const { passwords } = await open()
    expect(await challengeOf(passwords, write)).toBe(BASIC)
    expect(await challengeOf(passwords, { authorization: basic('ann', 'wrong') })).toBe(BASIC)
  })

  test('is the one of a function of the host, which can wrap a way to name another', async () => {
    const { passwords, ann } = await open()
    const own: Authenticate<Host> = Object.assign(() => null, { challenges: ['Signed'] })
    expect(await challengeOf(firstOf(own, passwords))).toBe(`Signed, ${BASIC}`)
    expect(await challengeOf(own, write)).toBe('Signed')
    const wrapped: Authenticate<Host> = (request, host) => passwords(request, host)
    expect(await challengeOf(wrapped)).toBe('Bearer')
    expect(await calendarOf(wrapped).outcome({ authorization: ann })).toBe('200')
  })
})
