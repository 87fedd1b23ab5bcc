import { describe, expect, test } from 'vitest'
import { authenticate } from '../../src/access/authenticate.ts'
import { plainRequest } from '../../src/http/plain-request.ts'

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

  test.each([1, Number.MAX_SAFE_INTEGER])('the ID %j is taken', async (id) => {
    expect(await authenticate(() => ({ id, role: 'author' }), plain, undefined)).toEqual({
      id,
      role: 'author',
    })
  })

  test.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('the ID %j is a fault', async (id) => {
    await expect(authenticate(() => ({ id, role: 'author' }), plain, undefined)).rejects.toThrow(
      TypeError('authenticate must answer { id: positive integer, role } or null'),
    )
  })
})
