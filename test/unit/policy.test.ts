import { describe, expect, test } from 'vitest'
import { authenticate } from '../../src/core/access/authenticate.ts'
import { plainRequest } from '../../src/core/http/plain-request.ts'

describe('the caller', () => {
  const request = new Request('https://calendar.example/')
  const plain = plainRequest(request)

  test('is a visitor without authenticate, or if it returns null', async () => {
    expect(await authenticate(undefined, plain, undefined)).toBeNull()
    expect(await authenticate(() => null, plain, undefined)).toBeNull()
    expect(await authenticate(() => Reflect.get({}, 'nobody'), plain, undefined)).toBeNull()
  })

  test('the host is asked with the request and what it knows beside it', async () => {
    const asked: unknown[] = []
    const host = { ip: '192.0.2.1' }
    await authenticate(
      (...given) => {
        asked.push(...given)
        return null
      },
      plain,
      host,
    )
    expect(asked).toEqual([request, host])
  })

  test.each([
    ...[1, Number.MAX_SAFE_INTEGER, 'user_2ab', 'f1c9e3d0-6a1b-4a59-9b1e-0d6f6a0c7f11'],
    ...['auth0|5f7c', 'ada@town.example', '+4930123', '007', '9007199254740993', '1e5', 'é', 'x'.repeat(255)],
  ])('the ID %j is taken', async (id) => {
    expect(await authenticate(() => ({ id, role: 'author' }), plain, undefined)).toEqual({
      id,
      role: 'author',
    })
  })

  test('digits are the number', async () => {
    const digits = () => ({ id: '7', role: 'author' }) as const
    expect(await authenticate(digits, plain, undefined)).toEqual({ id: 7, role: 'author' })
  })

  test.each([
    ...[0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1],
    ...[
      '',
      '0',
      '00',
      '-1',
      '1.5',
      ' 7',
      'a b',
      'a\n',
      '<b>',
      `a"b`,
      "a'b",
      'a&b',
      'a\\b',
      'a\u200bb',
      '\ud800',
    ],
    ...['x'.repeat(256)],
  ])('the ID %j is a fault', async (id) => {
    await expect(authenticate(() => ({ id, role: 'author' }), plain, undefined)).rejects.toThrow(
      TypeError('authenticate must answer { id: positive integer or text, role } or null'),
    )
  })
})
