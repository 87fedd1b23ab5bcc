import { beforeAll, describe, expect, test } from 'vitest'
import {
  API,
  api,
  create,
  EDITOR,
  EVENT,
  HOST,
  JSON_TYPE,
  PROGRAM,
  raw,
  request,
  within,
} from './exchanges/exchange.ts'
import { type Host, named, running } from './host.ts'
import { runtimes } from './hosts/index.ts'
import { ask, askAtOnce, askInTurn, Connection, type Silence } from './wire.ts'
import type { WireAnswer } from './wire-answer.ts'

/*
 * What a host does over time: many requests on one connection, many at once, clients that leave.
 */

/** Of questions to the host, until something has happened there. */
const PATIENCE = 10_000

/** Says all that an event needs, and is not the whole of what was announced. */
const HALF_A_FORM = 'title=Half&start_date=2027-06-01+19:00&end_date=2027-06-01+20:00&description='

const statusOf = (answer: WireAnswer | Silence) => ('closed' in answer ? 'closed' : answer.status)
const textOf = (answer: WireAnswer | Silence) =>
  'closed' in answer ? answer.received : answer.body.toString()
const lengthOf = (answer: WireAnswer | undefined) =>
  answer?.fields.find(([name]) => name === 'content-length')?.[1]
const dataOf = (answer: WireAnswer | Silence): unknown => JSON.parse(textOf(answer))

/** Asks until the answer is that one; what is asked for happens on the host in its own time. */
async function untilAnswered(host: Host, path: string, expected: unknown): Promise<void> {
  const end = Date.now() + PATIENCE
  let last: unknown
  do last = dataOf(await ask(host.port, request(`GET ${PROGRAM}/${path}`)))
  while (JSON.stringify(last) !== JSON.stringify(expected) && Date.now() < end)
  expect(last).toEqual(expected)
}

const titlesIn = async (host: Host, calendar: string) => {
  const found = dataOf(await ask(host.port, api('GET /events?per_page=50', [within(calendar)])))
  return titles(found).sort()
}

function titles(list: unknown): string[] {
  if (typeof list !== 'object' || list === null || !('events' in list) || !Array.isArray(list.events))
    return []
  return list.events.map((event: { title: unknown }) => String(event.title))
}

describe.each(named(runtimes))('%s', (_name, runtime) => {
  const host = running(runtime, 'memory')
  beforeAll(async () => {
    expect(statusOf(await ask(host().port, create('main')))).toBe(201)
  })

  test('keeps a connection through refusals', async () => {
    const { answers, connections } = await askInTurn(host().port, [
      api('GET /nothing'),
      api('GET /events/999'),
      api('PATCH /events'),
      api('POST /events', [JSON_TYPE], EVENT),
      api('POST /events', [EDITOR, JSON_TYPE], '{'),
      api('PATCH /events/1', [EDITOR, JSON_TYPE, 'If-Match: "x"'], '{}'),
      api('HEAD /events/1'),
      api('GET /events/1', ['If-None-Match: *']),
      api('GET /events/1'),
    ])
    expect(answers.map(statusOf)).toEqual([404, 404, 405, 401, 400, 412, 200, 304, 200])
    expect(connections).toBe(1)
  })

  test('answers requests that came at once in their order', async () => {
    const { answers } = await askAtOnce(host().port, [
      api('GET /events/1'),
      api('HEAD /events'),
      api('GET /nothing'),
      api('OPTIONS /events'),
      api('DELETE /events/1'),
      // The last: behind it nothing should be sent before its answer (RFC 9112 §9.3.2).
      create('pipeline'),
    ])
    expect(answers.map(statusOf)).toEqual([200, 200, 404, 204, 401, 201])
  })

  test.each(['/events/1', '/events/999', '/'])('HEAD %s has the length of GET, or none', async (path) => {
    const { answers } = await askInTurn(host().port, [api(`GET ${path}`), api(`HEAD ${path}`)])
    const [read, head] = answers.map((answer) => ('closed' in answer ? undefined : answer))
    const length = String(read?.body.length)
    expect(lengthOf(head) ?? length).toBe(length)
  })

  test('answers 64 requests at once, half of them writes', async () => {
    const port = host().port
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, i) => {
        const title = `Number ${i}`
        const body = JSON.stringify({ title, start_date: '2027-06-01 19:00', end_date: '2027-06-01 20:00' })
        return ask(port, i % 2 ? api('GET /events', [within('crowd')]) : create('crowd', body))
      }),
    )
    expect(answers.map(statusOf)).toEqual(Array.from({ length: 64 }, (_, i) => (i % 2 ? 200 : 201)))
    const expected = Array.from({ length: 32 }, (_, i) => `Number ${2 * i}`).sort()
    expect(await titlesIn(host(), 'crowd')).toEqual(expected)
  })

  test.each([
    ['by its length', `Content-Length: ${HALF_A_FORM.length + 20}`, HALF_A_FORM],
    ['in chunks', 'Transfer-Encoding: chunked', `${HALF_A_FORM.length.toString(16)}\r\n${HALF_A_FORM}\r\n`],
  ])('writes nothing of an upload that breaks off, %s', async (how, framing, sent) => {
    const calendar = how.replaceAll(' ', '-')
    const fields = [EDITOR, within(calendar), 'Content-Type: application/x-www-form-urlencoded', framing]
    const connection = new Connection(host().port)
    await connection.send(raw([`POST ${API}/events HTTP/1.1`, `Host: ${HOST}`, ...fields], sent))
    connection.destroy()
    expect(statusOf(await ask(host().port, create(calendar)))).toBe(201)
    expect(await titlesIn(host(), calendar)).toHaveLength(1)
  })

  test('serves others while one client takes its time', async () => {
    const slow = new Connection(host().port)
    const [head = Buffer.alloc(0)] = create('slow').pieces
    const half = head.length - 20
    await slow.write(head.subarray(0, half))
    expect(statusOf(await ask(host().port, api('GET /events/1')))).toBe(200)
    await slow.write(head.subarray(half))
    expect(statusOf(await slow.answerTo(create('slow')))).toBe(201)
    await slow.close()
  })

  test('continues after a client that sends something other than HTTP', async () => {
    for (const noise of ['\x16\x03\x01\x02\x00\x01', 'GET', '\r\n\r\n\r\n', '\0\0\0\0']) {
      const connection = new Connection(host().port)
      await connection.write(Buffer.from(noise, 'latin1'))
      connection.destroy()
    }
    expect(statusOf(await ask(host().port, api('GET /events/1')))).toBe(200)
  })
})

// workerd does not tell a stream that its reader has gone.
describe.each(named(runtimes.filter(({ name }) => name !== 'workerd')))('%s', (_name, runtime) => {
  const host = running(runtime, 'memory')

  test('notices that the client of an endless answer has left', async () => {
    const connection = new Connection(host().port)
    await connection.send(request(`GET ${PROGRAM}/endless/abandoned`))
    await connection.until((received) => received.length > 20_000)
    connection.destroy()
    await untilAnswered(host(), 'left/abandoned', true)
    expect(statusOf(await ask(host().port, api('GET /events')))).toBe(200)
  })
})

describe.each(named(runtimes.filter(({ hasAdapter }) => hasAdapter)))('the facts of %s', (name, runtime) => {
  const host = running(runtime, 'memory')

  test('are the address of the client, and where to leave work', async () => {
    await ask(host().port, api('GET /events', ['X-Facts: of-one']))
    const facts = dataOf(await ask(host().port, request(`GET ${PROGRAM}/facts/of-one`)))
    // Next tells nothing of the socket; behind a trusted proxy, its adapter goes by X-Forwarded-For.
    const ip = name === 'next' ? null : expect.stringMatching(/^(::ffff:)?127\.0\.0\.1$/)
    expect(facts).toEqual({ ip, waitUntil: 'function' })
  })

  test('work is done after the answer', async () => {
    const answer = await ask(host().port, api('GET /events', ['X-Work: later']))
    expect(statusOf(answer)).toBe(200)
    expect(dataOf(await ask(host().port, request(`GET ${PROGRAM}/work/later`)))).toBe('waiting')
    await ask(host().port, request(`POST ${PROGRAM}/work/later`))
    await untilAnswered(host(), 'work/later', 'done')
  })

  test('background work that fails is reported, and ends nothing', async () => {
    await ask(host().port, api('GET /events', ['X-Work: to-fail']))
    await ask(host().port, request(`POST ${PROGRAM}/work/to-fail`))
    await untilAnswered(host(), 'work/to-fail', 'done')
    await untilAnswered(host(), 'errors', ['work to-fail'])
    expect(statusOf(await ask(host().port, api('GET /events')))).toBe(200)
  })
})
