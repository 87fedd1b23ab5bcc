import { describe, expect, test } from 'vitest'
import { ApiError, Problems } from '../../src/errors.ts'
import { readBody } from '../../src/http/body.ts'
import { MOST_PAIRS } from '../../src/http/params.ts'
import { DEFAULT_LIMITS } from '../../src/site.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const LIMITS = { ...DEFAULT_LIMITS, body: 100, depth: 3 }
const INVALID_UTF8 = new Uint8Array([0x61, 0x3d, 0xff])

async function read(body: BodyInit | null, headers: Record<string, string>, limits = DEFAULT_LIMITS) {
  const problems = new Problems()
  const request = new Request('https://calendar.example/', { method: 'POST', headers, body })
  // Of a body whose type is not named, the platform names one.
  if (headers['content-type'] === undefined) request.headers.delete('content-type')
  const { params, unread } = await readBody(request, limits, problems)
  expect(Object.getPrototypeOf(params)).toBeNull()
  return { params: { ...params }, unread, wrong: problems.summary() }
}

async function refused(body: BodyInit | null, headers: Record<string, string>, limits = DEFAULT_LIMITS) {
  try {
    await read(body, headers, limits)
  } catch (error) {
    if (error instanceof ApiError) return error.toJSON()
    throw error
  }
  throw new Error('not refused')
}

describe('a body', () => {
  test('that is none has no fields, whatever its type', async () => {
    for (const headers of [JSON_TYPE, FORM, {}, { 'content-type': 'text/plain' }]) {
      expect(await read(null, headers)).toEqual({ params: {}, unread: undefined, wrong: '' })
      expect(await read('', headers)).toEqual({ params: {}, unread: undefined, wrong: '' })
    }
  })

  test.each([
    'application/json',
    'APPLICATION/JSON',
    ' application/json ; charset=utf-8',
    'application/json;x',
    'application/merge-patch+json',
  ])('of type %s is JSON', async (type) => {
    expect(await read('{"a":"b"}', { 'content-type': type })).toEqual({
      params: { a: 'b' },
      unread: undefined,
      wrong: '',
    })
  })

  test.each(['text/plain', 'text/json', 'image/svg+json', 'application/jsonp', 'json'])(
    'of type %s is not read, and its type told',
    async (type) => {
      expect(await read('{"a":"b"}', { 'content-type': type })).toEqual({
        params: {},
        unread: type,
        wrong: '',
      })
    },
  )

  test('without a type is not read either', async () => {
    expect(await read('{"a":"b"}', {})).toMatchObject({ params: {}, unread: 'no content type' })
  })

  test.each(['[1]', '"text"', '1', 'null', 'true'])('%s has no fields', async (body) => {
    expect(await read(body, JSON_TYPE)).toMatchObject({ params: {}, unread: undefined })
  })

  test('that does not parse says which of the two it is', async () => {
    const invalid = { code: 'rest_invalid_json', data: { status: 400 } }
    expect(await refused('{', JSON_TYPE)).toEqual({ ...invalid, message: 'The body is not valid JSON.' })
    expect(await refused(INVALID_UTF8, JSON_TYPE)).toEqual({
      ...invalid,
      message: 'The body is not valid UTF-8.',
    })
  })

  test('that is too deep, object or list, is refused as a whole', async () => {
    const message = 'The body is nested deeper than 3 levels.'
    for (const body of ['{"a":{"b":{"c":{}}}}', '[[[[]]]]'])
      expect(await refused(body, JSON_TYPE, LIMITS)).toMatchObject({ code: 'rest_invalid_json', message })
    for (const body of ['{"a":{"b":{}}}', '[[[]]]']) expect(await read(body, JSON_TYPE, LIMITS)).toBeDefined()
  })

  test('may be as large as the limit, said or not', async () => {
    const body = `"${'x'.repeat(98)}"`
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'content-length': '100' }])
      expect(await read(body, headers, LIMITS)).toMatchObject({ params: {} })
    const tooLarge = {
      code: 'rest_body_too_large',
      message: 'The body is larger than 100 bytes.',
      data: { status: 413 },
    }
    expect(await refused(`${body} `, JSON_TYPE, LIMITS)).toEqual(tooLarge)
    expect(await refused(body, { ...JSON_TYPE, 'content-length': '101' }, LIMITS)).toEqual(tooLarge)
  })

  test('in pieces is put together in their order', async () => {
    const pieces = ['{"a":', '"é', '", "b"', ':[1,2]}'].map((piece) => new TextEncoder().encode(piece))
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece)
        controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: JSON_TYPE,
      body,
      duplex: 'half',
    }
    const request = new Request('https://calendar.example/', init)
    const { params } = await readBody(request, DEFAULT_LIMITS, new Problems())
    expect({ ...params }).toEqual({ a: 'é', b: [1, 2] })
  })

  test('fields that must not be looked at are named, beside those that are read', async () => {
    expect(await read('{"a":"\\u0000","b":1}', JSON_TYPE)).toEqual({
      params: { b: 1 },
      unread: undefined,
      wrong: 'a must not hold the character NUL',
    })
  })
})

describe('a form', () => {
  const unreadable = (message: string) => ({
    code: 'rest_invalid_param',
    message,
    data: { status: 400, params: {}, details: [] },
  })

  test('is read as pairs, lists among them', async () => {
    const { params } = await read('a=1&b[]=2&b[]=3', FORM)
    expect(params).toEqual({ a: '1', b: ['2', '3'] })
  })

  test('that is no UTF-8 is refused', async () => {
    expect(await refused(INVALID_UTF8, FORM)).toEqual(unreadable('The form is not valid UTF-8.'))
  })

  const multipart = (fields: readonly (readonly [string, string | Blob])[]) => {
    const form = new FormData()
    for (const [name, value] of fields) form.append(name, value)
    const { body, headers } = new Response(form)
    const type = headers.get('content-type') ?? ''
    return { body, headers: { 'content-type': type } }
  }

  async function readParts(fields: readonly (readonly [string, string | Blob])[]) {
    const { body, headers } = multipart(fields)
    return read(await new Response(body).arrayBuffer(), headers)
  }

  test('in parts is read the same way', async () => {
    expect(
      await readParts([
        ['a', '1'],
        ['b[]', '2'],
        ['b[]', '3'],
      ]),
    ).toEqual({
      params: { a: '1', b: ['2', '3'] },
      unread: undefined,
      wrong: '',
    })
  })

  test('takes no files, and cuts their names', async () => {
    const { params, wrong } = await readParts([
      ['n'.repeat(100), new Blob(['x'])],
      ['a', '1'],
    ])
    expect(params).toEqual({ a: '1' })
    expect(wrong).toBe(`${'n'.repeat(80)} must not be a file`)
  })

  test('has as many parts as the limit, and one more is none at all', async () => {
    const parts = Array.from({ length: MOST_PAIRS }, (_, at) => [`n${at}`, ''] as const)
    expect(Object.keys((await readParts(parts)).params)).toHaveLength(2000)
    expect(await readParts([...parts, ['more', '']])).toEqual({
      params: {},
      unread: undefined,
      wrong: ' more than 2000 parameters',
    })
  })

  test('in parts that do not parse is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect(await refused('nothing', headers)).toEqual(unreadable('The multipart body does not parse.'))
  })
})
