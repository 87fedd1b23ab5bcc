import { gzipSync } from 'node:zlib'
import type { WireRequest } from '../wire.ts'
import {
  API,
  api,
  type Body,
  bytesOf,
  create,
  EDITOR,
  EVENT,
  type Exchange,
  exchange,
  HOST,
  JSON_TYPE,
  PROGRAM,
  raw,
  request,
  within,
} from './exchange.ts'

const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'
const LIMIT = 1_048_576

/** The body in chunks of these sizes; the last takes what is left. Each is a write of its own. */
function chunked(
  line: string,
  fields: readonly string[],
  body: Body,
  sizes: readonly number[],
  trailer = '',
): WireRequest {
  const head = raw([`${line} HTTP/1.1`, `Host: ${HOST}`, ...fields, 'Transfer-Encoding: chunked'])
  const bytes = bytesOf(body)
  const chunks: Uint8Array[] = []
  let at = 0
  for (const size of [...sizes, bytes.length]) {
    const chunk = bytes.subarray(at, at + size)
    at += chunk.length
    if (chunk.length > 0)
      chunks.push(
        Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
      )
  }
  return { ...head, pieces: [...head.pieces, ...chunks, Buffer.from(`0\r\n${trailer}\r\n`)] }
}

/** The bytes of a request in pieces of this size. */
function inPieces(whole: WireRequest, size: number): WireRequest {
  const bytes = Buffer.concat(whole.pieces)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return { ...whole, pieces }
}

/** Sends its body only when it was told to go on, or answered. */
const expecting = (whole: WireRequest): WireRequest => {
  const bytes = Buffer.concat(whole.pieces)
  const end = bytes.indexOf('\r\n\r\n') + 4
  return { ...whole, pieces: [bytes.subarray(0, end), bytes.subarray(end)], expectsContinue: true }
}

const multipart = (fields: Readonly<Record<string, string>>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--edge--\r\n`

const DATES = 'start_date=2027-06-01+19%3A00&end_date=2027-06-01+22%3A00'
const fieldsIn = (calendar: string, ...more: readonly string[]) => [EDITOR, within(calendar), ...more]
const events = (calendar: string, more: readonly string[], body?: Body) =>
  api('POST /events', fieldsIn(calendar, ...more), body)
const echo = (body: Body) => request(`POST ${PROGRAM}/body`, [], body)

export const bodies: readonly Exchange[] = [
  exchange('JSON', [201], create('json')),
  exchange(
    'JSON with a charset',
    [201],
    create('charset', EVENT, 'Content-Type: application/json; charset=utf-8'),
  ),
  exchange(
    'JSON by its suffix',
    [201],
    create('suffix', EVENT, 'Content-Type: application/merge-patch+json'),
  ),
  exchange('JSON with a byte order mark', [201], create('mark', `\ufeff${EVENT}`)),
  exchange('invalid JSON', [400], create('broken', '{"title":')),
  exchange('JSON that is no UTF-8', [400], create('latin', Buffer.from('{"title":"\xe4"}', 'latin1'))),
  exchange('a list as JSON', [400], create('list', '[1,2]')),
  exchange(
    'JSON with what is wrong',
    [400],
    create('wrong', '{"title":"","start_date":"never","venue":999}'),
  ),
  exchange(
    'a form',
    [201],
    events('form', [FORM_TYPE], `title=A+%26+B&${DATES}&tags%5B%5D=x&tags[]=y&venue[venue]=Hall`),
  ),
  exchange('a form with a wrong escape', [400], events('escape', [FORM_TYPE], `title=%zz&${DATES}`)),
  exchange(
    'a multipart form',
    [201],
    events(
      'parts',
      ['Content-Type: multipart/form-data; boundary=edge'],
      multipart({ title: 'Ä', start_date: '2027-06-01 19:00', end_date: '2027-06-01 22:00', 'tags[]': 'x' }),
    ),
  ),
  exchange(
    'a multipart form without a boundary',
    [400],
    events('boundary', ['Content-Type: multipart/form-data'], multipart({ title: 'x' })),
  ),
  exchange(
    'a multipart form that breaks off',
    [400],
    events(
      'breaks',
      ['Content-Type: multipart/form-data; boundary=edge'],
      multipart({ title: 'x' }).slice(0, -12),
    ),
  ),
  exchange('plain text', [400], events('text', ['Content-Type: text/plain'], 'title=x')),
  exchange(
    'plain text where nothing is missing',
    [201, 415],
    create('text2'),
    api('PATCH /events/1', fieldsIn('text2', 'Content-Type: text/plain'), 'title=x'),
  ),
  exchange('no content type', [400], events('typeless', [], EVENT)),
  exchange('no body', [400], api('POST /events', fieldsIn('bodiless', JSON_TYPE))),
  exchange('a body of no length', [400], events('empty', [JSON_TYPE], '')),
  exchange(
    'an empty chunked body',
    [400],
    chunked(`POST ${API}/events`, fieldsIn('chunkless', JSON_TYPE), '', []),
  ),
  exchange('JSON in gzip', [415], events('gzip', [JSON_TYPE, 'Content-Encoding: gzip'], gzipSync(EVENT))),
  exchange('a chunked body', [201], chunked(`POST ${API}/events`, fieldsIn('chunked', JSON_TYPE), EVENT, [])),
  exchange(
    'a body in chunks of one byte',
    [201],
    chunked(`POST ${API}/events`, fieldsIn('single', JSON_TYPE), EVENT, Array(40).fill(1)),
  ),
  exchange(
    'a body in odd chunks',
    [201],
    chunked(`POST ${API}/events`, fieldsIn('odd', JSON_TYPE), EVENT, [7, 1, 13, 64, 3]),
  ),
  exchange(
    'a chunked body with a trailer, and another request',
    [201, 200],
    chunked(`POST ${API}/events`, fieldsIn('trailer', JSON_TYPE), EVENT, [9], 'X-Sum: 1\r\n'),
    api('GET /events/1'),
  ),
  exchange('a request in pieces of 11 bytes', [201], inPieces(create('pieces'), 11)),
  exchange(
    'bytes come as they are',
    [200],
    echo(Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256))),
  ),
  exchange('a body of 900 kB', [200], echo(Buffer.alloc(900_000, 'x'))),
  exchange('as much as may be', [400], create('most', `"${'x'.repeat(LIMIT - 2)}"`)),
  exchange('one byte more, by its length', [413], create('more', `"${'x'.repeat(LIMIT - 1)}"`)),
  exchange('far more, by its length', [413], create('far', Buffer.alloc(3 * LIMIT, ' '))),
  exchange(
    'more in chunks',
    [413],
    chunked(
      `POST ${API}/events`,
      fieldsIn('chunks', JSON_TYPE),
      Buffer.alloc(LIMIT + 1, ' '),
      Array(16).fill(65_536),
    ),
  ),
  exchange(
    'and then another request',
    [413, 200],
    create('after', Buffer.alloc(LIMIT + 1, ' ')),
    api('GET /events/1'),
  ),
  exchange('too deep', [400], create('deep', `{"title":${'['.repeat(40)}${']'.repeat(40)}}`)),
  exchange(
    'refused before its body is read',
    [401],
    api('POST /events', [JSON_TYPE], Buffer.alloc(200_000, ' ')),
  ),
  exchange('a body to what is not there', [404], api('POST /nothing', [JSON_TYPE], EVENT)),
  exchange(
    'Expect: 100-continue',
    [201],
    expecting(events('expect', [JSON_TYPE, 'Expect: 100-continue'], EVENT)),
  ),
  exchange(
    'Expect: 100-continue, refused',
    [401],
    expecting(api('POST /events', [JSON_TYPE, 'Expect: 100-continue'], EVENT)),
  ),
  exchange('Expect of something else', [417], events('expects', [JSON_TYPE, 'Expect: a-miracle'], EVENT)),
  exchange(
    'an invalid length',
    [400],
    raw([`POST ${API}/events HTTP/1.1`, `Host: ${HOST}`, JSON_TYPE, 'Content-Length: abc'], EVENT),
  ),
  exchange(
    'two lengths that differ',
    [400],
    raw(
      [`POST ${API}/events HTTP/1.1`, `Host: ${HOST}`, JSON_TYPE, 'Content-Length: 5', 'Content-Length: 6'],
      '{"a":1}',
    ),
  ),
  exchange(
    'a length beside chunks',
    [400],
    raw(
      [
        `POST ${API}/events HTTP/1.1`,
        `Host: ${HOST}`,
        JSON_TYPE,
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
      ],
      '0\r\n\r\n',
    ),
  ),
  exchange(
    'an invalid chunk',
    [400],
    raw(
      [`POST ${API}/events HTTP/1.1`, `Host: ${HOST}`, EDITOR, JSON_TYPE, 'Transfer-Encoding: chunked'],
      'zz\r\n\r\n',
    ),
  ),
]
