import { bearerTokens, memoryTokens, type TokenRecord, type TokenStore } from 'kalends/auth'
import { describe, expect, test } from 'vitest'
import { AUTHOR, calendarOf, clockAt, EDITOR, WRONG } from './asking.ts'

function open(clock = clockAt('2027-03-01T12:00:00Z')) {
  const kept: TokenRecord[] = []
  const inner = memoryTokens()
  const store: TokenStore = {
    ...inner,
    put: (record) => {
      kept.push(record)
      return inner.put(record)
    },
  }
  const tokens = bearerTokens(store, { now: clock.now })
  return { clock, kept, tokens, ...calendarOf(tokens.authenticate) }
}

describe('a token', () => {
  test('is who it was issued for', async () => {
    const { tokens, outcome } = open()
    const editor = await tokens.issue({ principal: EDITOR })
    const author = await tokens.issue({ principal: AUTHOR })
    expect(await outcome({ method: 'POST', authorization: `Bearer ${editor.token}` })).toBe('201')
    expect(await outcome({ method: 'POST', authorization: `Bearer ${author.token}` })).toBe(
      '403 rest_forbidden',
    )
    expect(await outcome({ method: 'POST' })).toBe('401 rest_forbidden')
    expect(await outcome()).toBe('200')
  })

  test('has 256 random bits behind a prefix, and an ID that is not a part of it', async () => {
    const { tokens } = open()
    const issued = await Promise.all(Array.from({ length: 50 }, () => tokens.issue({ principal: EDITOR })))
    for (const { id, token } of issued) {
      expect(token).toMatch(/^evt_[\w-]{43}$/)
      expect(Buffer.from(token.slice(4), 'base64url').length).toBe(32)
      expect(token).not.toContain(id)
    }
    expect(new Set(issued.flatMap(({ id, token }) => [id, token])).size).toBe(100)
  })

  test('is never stored, only its digest', async () => {
    const { tokens, kept } = open()
    const { id, token } = await tokens.issue({
      principal: EDITOR,
      name: 'kiosk',
      expires: new Date('2028-01-01T00:00:00Z'),
    })
    expect(kept).toEqual([
      {
        id,
        principal: EDITOR,
        name: 'kiosk',
        expires: '2028-01-01T00:00:00.000Z',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
    const json = JSON.stringify(kept)
    expect(json).not.toContain(token)
    expect(json).not.toContain(token.slice(4, 20))
    expect(json).not.toContain(Buffer.from(token.slice(4), 'base64url').toString('hex'))
  })

  test('ends with its revocation, the others do not', async () => {
    const { tokens, outcome } = open()
    const one = await tokens.issue({ principal: EDITOR })
    const other = await tokens.issue({ principal: EDITOR })
    await tokens.revoke(one.id)
    await tokens.revoke('no such token')
    expect(await outcome({ authorization: `Bearer ${one.token}` })).toBe(WRONG)
    expect(await outcome({ authorization: `Bearer ${other.token}` })).toBe('200')
  })

  test('ends at the very instant that it expires', async () => {
    const { tokens, outcome, clock } = open()
    const { token } = await tokens.issue({ principal: EDITOR, expires: new Date('2027-03-01T12:01:00Z') })
    const authorization = `Bearer ${token}`
    clock.pass(59.999)
    expect(await outcome({ authorization })).toBe('200')
    clock.pass(0.001)
    expect(await outcome({ authorization })).toBe(WRONG)
  })

  test('with an expiry that is no date is not issued; one kept so is refused', async () => {
    const { tokens, kept } = open()
    await expect(tokens.issue({ principal: EDITOR, expires: new Date('soon') })).rejects.toThrow(RangeError)
    expect(kept).toEqual([])

    const inner = memoryTokens()
    const broken = bearerTokens({
      ...inner,
      put: (record) => inner.put({ ...record, expires: 'soon' }),
    })
    const { token } = await broken.issue({ principal: EDITOR })
    expect(await calendarOf(broken.authenticate).outcome({ authorization: `Bearer ${token}` })).toBe(WRONG)
  })

  test('is not taken for another that a careless store finds', async () => {
    const { tokens, kept } = open()
    await tokens.issue({ principal: EDITOR })
    const careless = bearerTokens({ ...memoryTokens(), get: () => kept[0] })
    expect(await calendarOf(careless.authenticate).outcome({ authorization: 'Bearer whatever' })).toBe(WRONG)
  })
})

describe('malformed credentials', () => {
  test.each([
    [''],
    ['Bearer'],
    ['Bearer a b'],
    ['Bearer a, Bearer b'],
    ['Bearer =a'],
    ['Bearer a"b'],
    ['Bearer\ta'],
    ['Bearer, a'],
    ['Bearera'],
    ['Digest username="a"'],
    ['Basic YTpi'],
    [`Bearer ${'a'.repeat(1_024)}`],
    ['evt_bare'],
  ])('%j is 401, and never a visitor', async (authorization) => {
    const { outcome, ask, faults } = open()
    expect(await outcome({ authorization })).toBe(WRONG)
    const response = await ask({ authorization })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    expect(faults).toEqual([])
  })

  test('two headers are 401, even with a good one among them', async () => {
    const { tokens, outcome } = open()
    const { token } = await tokens.issue({ principal: EDITOR })
    const headers = new Headers()
    headers.append('authorization', `Bearer ${token}`)
    headers.append('authorization', 'Bearer other')
    expect(await outcome({ authorization: headers.get('authorization') ?? '' })).toBe(WRONG)
    expect(await outcome({ authorization: `Bearer ${token}` })).toBe('200')
  })

  test('the scheme is in any case, the token is not', async () => {
    const { tokens, outcome } = open()
    const { token } = await tokens.issue({ principal: EDITOR })
    expect(await outcome({ authorization: `bEARER  ${token}` })).toBe('200')
    expect(await outcome({ authorization: `Bearer ${token.toUpperCase()}` })).toBe(WRONG)
  })

  test('say nothing of what was sent', async () => {
    const { ask } = open()
    const response = await ask({ authorization: 'Bearer evt_very-secret' })
    expect(await response.text()).not.toContain('secret')
    expect(JSON.stringify([...response.headers])).not.toContain('secret')
  })
})

test('a store that fails is a fault of the host, not of the credentials', async () => {
  const tokens = bearerTokens({
    ...memoryTokens(),
    get: () => {
      throw new Error('database away')
    },
  })
  const { outcome, faults } = calendarOf(tokens.authenticate)
  expect(await outcome({ authorization: 'Bearer a' })).toBe('500 rest_internal_error')
  expect(String(faults)).toBe('Error: database away')
})
