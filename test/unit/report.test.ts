import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { plainRequest } from '../../src/core/http/plain-request.ts'
import { createReporter } from '../../src/core/http/report.ts'

/** What `onError` gets of a request. */
function told(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const requests: Request[] = []
  const reporter = createReporter({ onError: (_error, request) => requests.push(request) }, () => new Date())
  const request = new Request(`https://calendar.example${url}`, { method, headers })
  reporter.error(new Error('x'), plainRequest(request))
  const [got] = requests
  if (got === undefined) throw new Error('nothing was told')
  return { got, isSame: got === request, path: got.url.slice('https://calendar.example'.length) }
}

describe('the request that onError gets', () => {
  test('is the request itself where it holds no password', () => {
    for (const url of ['/', '/?a=1', '/?my_password=1', '/?passwords=1', '/?passwor=1'])
      expect(told(url), url).toMatchObject({ isSame: true, path: url })
  })

  test('has the passwords of its URL taken out, and the rest left in', () => {
    expect(told('/a?password=x')).toMatchObject({ isSame: false, path: '/a' })
    expect(told('/a?b=1&password=x&c=2&password=y').path).toBe('/a?b=1&c=2')
    expect(told('/a?password[]=x&password[0]=y&passwords=z').path).toBe('/a?passwords=z')
  })

  test('has the password of its header taken out, and the rest left in', () => {
    const { got, path } = told('/a?b=1', { 'x-event-password': 'x', 'x-trace': '7' }, 'HEAD')
    expect([path, got.method]).toEqual(['/a?b=1', 'HEAD'])
    expect(Object.fromEntries(got.headers)).toEqual({ 'x-trace': '7' })
  })

  test('keeps its header where the password is in the URL', () => {
    const { got } = told('/?password=x', { 'x-trace': '7' }, 'POST')
    expect([got.method, got.headers.get('x-trace')]).toEqual(['POST', '7'])
  })
})

describe('hosts', () => {
  const request = plainRequest(new Request('https://calendar.example/'))

  test('without audit, answers are not reported', () => {
    expect(createReporter({}, () => new Date()).begin(undefined)).toBeUndefined()
  })

  test('without onError get errors in the console, without the request', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => written.mockRestore())
    const error = new Error('x')
    createReporter({}, () => new Date()).error(error, request)
    expect(written.mock.calls).toEqual([[error]])
    createReporter({ onError: () => undefined }, () => new Date()).error(error, request)
    expect(written).toHaveBeenCalledTimes(1)
  })

  test('that throw in onError are ignored', () => {
    const fail = () => {
      throw new Error('deaf')
    }
    const reporter = createReporter({ onError: fail, audit: fail }, () => new Date())
    expect(() => reporter.error(new Error('x'), request)).not.toThrow()
    expect(() => reporter.begin(undefined)?.(200, { request }, undefined)).not.toThrow()
  })
})
