import { databaseImages } from '../../../src/images/database.ts'
import { createEventsApi } from '../../../src/index.ts'
import { memoryStorage } from '../../../src/storage/memory.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { asked, Refused } from '../asked.ts'
import { damaged, joined } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* Bodies of writes: multipart, forms and JSON, with fields that the API knows and their odd values. */

const encoder = new TextEncoder()
const API = 'http://localhost/vendor/events/v1'

const NAMES = [
  ...[
    'title',
    'start_date',
    'end_date',
    'venue',
    'organizer',
    'categories',
    'tags',
    'image',
    'recurrence',
    'cost',
  ],
  ...[
    'description',
    'status',
    'slug',
    'id',
    'all_day',
    'website',
    'custom',
    'password',
    'alt',
    'file',
    'name',
    'events',
  ],
  ...[
    '__proto__',
    'constructor',
    'categories[]',
    'venue[venue]',
    'venue[0]',
    'a[b][c][d]',
    'a[',
    'a]',
    '[]',
    '',
    '\0',
  ],
]
const VALUES: readonly unknown[] = [
  ...[
    'Fair',
    '2027-05-10 10:00:00',
    '2027-05-10',
    '9999-12-31',
    '0000-00-00',
    '',
    ' ',
    '\0',
    '\ud800',
    '<b>x',
    'é',
  ],
  ...[
    0,
    1,
    -1,
    1e300,
    Number.MAX_SAFE_INTEGER,
    1.5,
    true,
    false,
    null,
    [],
    {},
    [1],
    ['a'],
    [[[[]]]],
    { venue: 'Hall' },
  ],
  ...[
    { rule: 'FREQ=DAILY;COUNT=3' },
    { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { url: 'x' },
    [{ organizer: 'A' }],
  ],
]
const TYPES = [
  ...[
    'application/json',
    'application/merge-patch+json',
    'application/x-www-form-urlencoded',
    'text/plain',
    '',
  ],
  ...[
    'application/json; charset=utf-16',
    'multipart/form-data',
    'image/png',
    'text/csv',
    'text/calendar',
    'a/b; boundary=',
  ],
]

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const objectOf = (dice: Dice): Record<string, unknown> =>
  Object.fromEntries([
    ['title', 'Fair'],
    ['start_date', '2027-05-10 10:00:00'],
    ['end_date', '2027-05-10 12:00:00'],
    ...dice.some(2, () => [dice.oneOf(NAMES), someValue(dice)]),
  ])

const someValue = (dice: Dice): unknown =>
  dice.chance(300) ? dice.oneOf(['x', '<b>', '&', '🎪', '"']).repeat(200_000) : dice.oneOf(VALUES)

function json(dice: Dice): Uint8Array {
  if (dice.chance(20)) return encoder.encode(dice.oneOf(['[', '{"a":', '[[{"a":']).repeat(20_000))
  if (dice.chance(10)) return encoder.encode(JSON.stringify(dice.oneOf(VALUES)))
  const object = objectOf(dice)
  const requests = dice.some(dice.chance(20) ? 120 : 4, () => ({
    ...{
      method: dice.oneOf(['GET', 'POST', 'PATCH', 'DELETE', 'x']),
      path: dice.oneOf(['/events', '/venues/1', '/batch']),
    },
    body: objectOf(dice),
  }))
  return encoder.encode(JSON.stringify(dice.chance(4) ? { ...object, requests } : object))
}

function form(dice: Dice): Uint8Array {
  const pair = () =>
    `${encodeURIComponent(wellFormed(dice.oneOf(NAMES)))}=${encodeURIComponent(wellFormed(textOf(someValue(dice))))}`
  const pairs = dice.some(dice.chance(20) ? 3000 : 2, dice.chance(20) ? () => 'a[]=1' : pair)
  return encoder.encode(
    ['title=Fair', 'start_date=2027-05-10', 'end_date=2027-05-10', ...pairs].join(
      dice.oneOf(['&', '&', '&&', ';']),
    ),
  )
}

const wellFormed = (text: string) => text.replaceAll('\ud800', '%')

function multipart(dice: Dice): { bytes: Uint8Array; type: string } {
  const boundary = dice.oneOf(['x', '----WebKitFormBoundaryabc', '"', 'x y', 'a'.repeat(200), "'()+_,-./:=?"])
  const line = dice.oneOf(['\r\n', '\r\n', '\r\n', '\n'])
  const part = (name: string, content: string) => {
    const disposition = dice.oneOf(['form-data', 'form-data', 'form-data', 'attachment', ''])
    const file = dice.chance(3)
      ? dice.oneOf(['; filename="a.png"', "; filename*=UTF-8''%zz", '; filename=', '; filename="\\"'])
      : ''
    const heads = [`Content-Disposition: ${disposition}; name="${name}"${file}`]
    heads.push(
      ...dice.some(2, () =>
        dice.oneOf(['Content-Type: image/png', 'Content-Type:', 'x: y', 'Content-Length: 9']),
      ),
    )
    return `--${boundary}${line}${heads.join(line)}${line}${line}${content}${line}`
  }
  const parts = dice.some(dice.chance(20) ? 2500 : 2, () =>
    part(dice.oneOf(NAMES), textOf(someValue(dice)).slice(0, 500)),
  )
  const text = `${part('title', 'Fair')}${part('start_date', '2027-05-10')}${part('end_date', '2027-05-10')}${parts.join('')}--${boundary}--${line}`
  const type = `multipart/form-data; boundary=${dice.chance(3) ? `"${boundary}"` : boundary}`
  return { bytes: encoder.encode(text), type }
}

interface Write {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly pieces: readonly Uint8Array[]
  readonly breaksOff: boolean
  readonly length: string | undefined
}

function write(dice: Dice): Write {
  const sort = dice.upTo(3)
  const made =
    sort === 0
      ? { bytes: json(dice), type: 'application/json' }
      : sort === 1
        ? { bytes: form(dice), type: 'application/x-www-form-urlencoded' }
        : multipart(dice)
  const bytes = dice.chance(4) ? damaged(dice, joined([made.bytes])) : made.bytes
  const cut = dice.upTo(bytes.length + 1)
  return {
    method: dice.oneOf(['POST', 'POST', 'PUT', 'PATCH', 'DELETE']),
    path: dice.oneOf([
      ...[
        '/events',
        '/events',
        '/events/1',
        '/venues',
        '/venues/2',
        '/categories',
        '/batch',
        '/import',
        '/media',
      ],
      ...[
        '/suggestions',
        '/events?dry_run=1',
        '/import?dry_run=1',
        '/venues/2/merge',
        '/sources',
        '/events/1?scope=all',
      ],
    ]),
    type: dice.chance(8) ? dice.oneOf(TYPES) : made.type,
    pieces: dice.chance(3) ? [bytes.subarray(0, cut), new Uint8Array(0), bytes.subarray(cut)] : [bytes],
    breaksOff: dice.chance(20),
    length: dice.chance(10) ? dice.oneOf(['0', '1', '99999999999', 'x', '-1']) : undefined,
  }
}

async function open() {
  const storage = memoryStorage()
  const api = createEventsApi(storage, {
    authenticate: () => ({ id: 1, role: 'administrator' }),
    images: { store: databaseImages(storage) },
    import: true,
    suggestions: { author: 7 },
    sources: { fetch: async () => new Response(null, { status: 404 }) },
    limits: { timeout: 120_000 },
  })
  const stock = {
    title: 'Fair',
    start_date: '2027-05-10 10:00:00',
    end_date: '2027-05-10 12:00:00',
    venue: { venue: 'Hall' },
  }
  const headers = { 'content-type': 'application/json' }
  await api.fetch(new Request(`${API}/events`, { method: 'POST', headers, body: JSON.stringify(stock) }))
  return api
}

await fuzz<Write>({
  make: write,
  read: async ({ method, path, type, pieces, breaksOff, length }) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) if (piece.length > 0) controller.enqueue(piece)
        if (breaksOff) controller.error(new Error('the client is gone'))
        else controller.close()
      },
    })
    const headers = new Headers(type === '' ? {} : { 'content-type': type })
    if (length !== undefined) headers.set('content-length', length)
    // `duplex`: Fetch requires it for streams.
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' }
    await asked(await open(), new Request(API + path, init))
  },
  refuses: (error) => error instanceof Refused,
})
