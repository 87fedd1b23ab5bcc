import { once } from 'node:events'
import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { PublicFetchError, publicFetch } from '../../../adapters/node.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { damaged, joined } from '../damage.ts'
import { fuzz } from '../reader.ts'

/* What a server answers to `publicFetch()`, byte for byte, and what the caller does with it. */

const encoder = new TextEncoder()

interface Answers {
  /** Of one connection after the other; the last one again and again. */
  readonly answers: readonly Uint8Array[]
  /** Where the server stops for a turn of the event loop, in bytes. */
  readonly cut: number
  readonly ends: 'end' | 'destroy' | 'stay'
  readonly does: 'read' | 'cancel' | 'nothing' | 'first piece'
  readonly redirect: 'follow' | 'manual' | 'error'
  readonly method: string
}

const STATUS = [
  ...Array<string>(20).fill('200 OK'),
  ...[
    '200 OK',
    '200',
    '204 No Content',
    '205 x',
    '304 Not Modified',
    '301 x',
    '302 x',
    '303 x',
    '307 x',
    '308 x',
  ],
  ...[
    '100 Continue',
    '101 x',
    '199 x',
    '103 Early Hints',
    '404 x',
    '500 x',
    '599 x',
    '600 x',
    '999 x',
    '0 x',
    '20 x',
  ],
]
const LOCATIONS = [
  ...[
    '/',
    '//a.example:{port}/x',
    'http://a.example:{port}/',
    'http://a.example:{port}/#x',
    'https://a.example:{port}/',
  ],
  ...[
    'http://127.0.0.1/',
    'http://[::1]/',
    'file:///etc/passwd',
    '\\\\a',
    'http://[',
    'http://u:p@a.example:{port}/',
    '',
  ],
]
const FIELDS = [
  ...[
    'content-length: 5',
    'content-length: 99999999999',
    'content-length: -1',
    'content-length: x',
    'content-length: 0',
  ],
  ...[
    'transfer-encoding: chunked',
    'transfer-encoding: gzip, chunked',
    'transfer-encoding: x',
    'connection: keep-alive',
  ],
  ...[
    'connection: upgrade',
    'upgrade: websocket',
    'trailer: x',
    'set-cookie: a=b',
    'content-type: text/calendar',
  ],
  ...[
    'x: \u00e9',
    'x:',
    ': x',
    'x',
    ' x: y',
    'x\0: y',
    'etag: "1"',
    'retry-after: 1',
    'content-encoding: identity',
  ],
]

function answer(dice: Dice): Uint8Array {
  const text = encoder.encode('BEGIN:VCALENDAR\r\n'.repeat(dice.chance(10) ? 40_000 : 1 + dice.upTo(50)))
  const coding = dice.oneOf(['', '', 'gzip', 'x-gzip', 'br', 'deflate', 'zstd', 'gzip, gzip'])
  const pack = { gzip: gzipSync, 'x-gzip': gzipSync, br: brotliCompressSync, deflate: deflateSync }[coding]
  const whole = pack === undefined ? text : new Uint8Array(pack(text))
  const body = dice.chance(2) ? damaged(dice, new Uint8Array(whole)) : whole
  const isChunked = dice.chance(3)
  const fields = [
    ...(coding === '' ? [] : [`content-encoding: ${coding}`]),
    ...(isChunked
      ? ['transfer-encoding: chunked']
      : dice.chance(2)
        ? [`content-length: ${body.length}`]
        : []),
    ...dice.some(2, () => `location: ${dice.oneOf(LOCATIONS)}`),
    ...dice.some(dice.chance(30) ? 3000 : 3, () => dice.oneOf(FIELDS)),
  ]
  const head = [`HTTP/1.${dice.upTo(2)} ${dice.oneOf(STATUS)}`, ...fields, '', ''].join('\r\n')
  const chunk = encoder.encode(
    `${dice.oneOf([body.length, body.length, body.length + 1, -1, 2 ** 40]).toString(16)}\r\n`,
  )
  const sent = isChunked ? joined([chunk, body, encoder.encode('\r\n0\r\n\r\n')]) : body
  const all = joined([encoder.encode(head), sent])
  return dice.chance(4) ? damaged(dice, all) : all
}

const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', async () => {
    const { answers, cut, ends } = current
    const bytes = answers[Math.min(connections++, answers.length - 1)] ?? new Uint8Array(0)
    socket.write(bytes.subarray(0, cut))
    await setImmediate()
    if (ends === 'destroy') socket.destroy()
    else if (ends === 'end') socket.end(bytes.subarray(cut))
    else socket.write(bytes.subarray(cut))
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' ? (address?.port ?? 0) : 0

let current: Answers = { answers: [], cut: 0, ends: 'end', does: 'read', redirect: 'follow', method: 'GET' }
let connections = 0

/** Milliseconds: a connection that stays open ends with it. */
const ask = publicFetch({
  allow: ['a.example'],
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  size: 500_000,
  timeout: 100,
})

/** The reader's way of refusing; the signal ends what stays open. */
const isRefusal = (error: unknown) => error instanceof PublicFetchError

/** The port is in the answer, and the same input is made for each port. */
const named = (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString('latin1')
  return new Uint8Array(Buffer.from(text.replaceAll('{port}', String(port)), 'latin1'))
}

// What loads with the first request is none of the input's.
await ask('http://a.example:1/').catch(() => {})

await fuzz<Answers>({
  make: (dice) => ({
    answers: [answer(dice), ...dice.some(6, () => answer(dice))],
    cut: dice.upTo(300),
    ends: dice.oneOf(['end', 'end', 'end', 'end', 'destroy', 'destroy', 'stay']),
    does: dice.oneOf(['read', 'read', 'cancel', 'nothing', 'first piece']),
    redirect: dice.oneOf(['follow', 'follow', 'manual', 'error']),
    method: dice.oneOf(['GET', 'GET', 'POST', 'HEAD']),
  }),
  read: async (input) => {
    current = { ...input, answers: input.answers.map(named) }
    connections = 0
    const { method, redirect, does } = input
    const init = { method, redirect, ...(method === 'POST' && { body: 'x' }) }
    const response = await ask(`http://a.example:${port}/`, init)
    if (does === 'read') await response.arrayBuffer()
    if (does === 'cancel') await response.body?.cancel()
    if (does === 'first piece') {
      const reader = response.body?.getReader()
      await reader?.read()
      await reader?.cancel()
    }
  },
  refuses: isRefusal,
})
