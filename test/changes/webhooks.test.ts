import { createHmac } from 'node:crypto'
import type { DeliveredChange } from 'kalends'
import { type Webhook, type WebhookOptions, webhooks } from 'kalends/webhooks'
import { Webhook as Receiver, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openCalendar } from '../routes/calendar.ts'

const BYTES = Buffer.alloc(32, 7)
const SECRET = `whsec_${BYTES.toString('base64')}`
const NOW = '2027-03-01T12:00:00Z'
const URL_A = 'https://a.example/hook'

interface Sent {
  readonly url: string
  readonly init: RequestInit
}

/** A calendar with webhooks whose receivers answer by URL. */
function open(
  all: readonly Webhook[],
  answer: (url: string) => Response | Error,
  options: WebhookOptions = {},
) {
  const sent: Sent[] = []
  const deliver = webhooks(all, {
    now: () => new Date(NOW),
    fetch: async (url, init) => {
      sent.push({ url, init })
      const response = answer(url)
      if (response instanceof Error) throw response
      return response
    },
    ...options,
  })
  return { sent, ...openCalendar({ changes: true, deliver, baseUrl: 'https://town.example' }) }
}

const ok = () => new Response(null, { status: 204 })
const headersOf = ({ init }: Sent) => new Headers(init.headers)

describe('webhooks', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('sign the ID, the time and the body, as receivers verify them', async () => {
    const { sent, make, api } = open([{ url: URL_A, secret: SECRET }], ok)
    const id = await make('tags', { name: 'late' })
    expect(await api.deliver()).toEqual({ delivered: 1, waiting: 0 })
    const [one = expect.unreachable('nothing was sent')] = sent
    const headers = headersOf(one)
    const message = headers.get('webhook-id')
    const timestamp = headers.get('webhook-timestamp')
    expect(one).toMatchObject({ url: URL_A, init: { method: 'POST', redirect: 'manual' } })
    expect(timestamp).toBe(String(Date.parse(NOW) / 1000))
    const expected = createHmac('sha256', BYTES)
      .update(`${message}.${timestamp}.${one.init.body}`)
      .digest('base64')
    expect(headers.get('webhook-signature')).toBe(`v1,${expected}`)
    expect(JSON.parse(String(one.init.body))).toMatchObject({
      ...{ type: 'tag.created', timestamp: '2027-03-01T12:00:00.000Z' },
      data: { id, before: null, after: { name: 'late' }, by: { id: 2 } },
    })
  })

  test('are accepted by the library of Standard Webhooks, each attempt at its time', async () => {
    let time = NOW
    let isDown = true
    const { sent, make, api, setTime } = open(
      [{ url: URL_A, secret: SECRET }],
      () => (isDown ? new Error('down') : ok()),
      { now: () => new Date(time) },
    )
    await make('tags', { name: 'Späti “nachts”' })
    await api.deliver()
    isDown = false
    time = '2027-03-01T12:20:00Z'
    setTime(time)
    await api.deliver()
    const [first, second] = sent.map((one) => ({
      body: String(one.init.body),
      headers: Object.fromEntries(headersOf(one)),
    }))
    if (first === undefined || second === undefined) expect.unreachable('there are two attempts')

    const receiver = new Receiver(SECRET)
    const verify = ({ body, headers }: typeof first) => receiver.verify(body, headers)
    // The library compares the time of the attempt with the clock.
    vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] })
    expect(verify(first)).toMatchObject({ type: 'tag.created', data: { after: { name: 'Späti “nachts”' } } })
    expect(() => verify(second)).toThrow('Message timestamp too new')
    vi.setSystemTime(new Date(time))
    expect(verify(second)).toEqual(JSON.parse(first.body))
    expect(() => verify(first)).toThrow('Message timestamp too old')
    expect(() => verify({ ...second, body: `${second.body} ` })).toThrow(WebhookVerificationError)
    const stranger = new Receiver(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)
    expect(() => stranger.verify(second.body, second.headers)).toThrow('No matching signature found')
  })

  test('send only the types that are asked for', async () => {
    const { sent, make, ask, api } = open(
      [
        { url: URL_A, secret: SECRET, types: ['tag.deleted', 'category'] },
        { url: 'https://b.example/', secret: SECRET, types: ['created'] },
      ],
      ok,
    )
    const id = await make('tags', { name: 'late' })
    await ask('DELETE', `/tags/${id}`)
    await make('categories', { name: 'film' })
    await api.deliver()
    const seen = sent.map(({ url, init }) => `${url} ${JSON.parse(String(init.body)).type}`)
    expect(seen.sort()).toEqual([
      `${URL_A} category.created`,
      `${URL_A} tag.deleted`,
      'https://b.example/ category.created',
      'https://b.example/ tag.created',
    ])
  })

  test('retry with the same ID, ten times in all, while other receivers get theirs once', async () => {
    const { sent, make, api, setTime, errors } = open(
      [
        { url: URL_A, secret: SECRET },
        { url: 'https://b.example/', secret: SECRET },
      ],
      (url) => (url === URL_A ? new Response('no', { status: 302, headers: { location: '/x' } }) : ok()),
    )
    await make('tags', { name: 'late' })
    for (let day = 1; day <= 15; day++) {
      await api.deliver()
      setTime(`2027-03-${String(day + 1).padStart(2, '0')}T18:00:00Z`)
    }
    const ids = sent.filter(({ url }) => url === URL_A).map((one) => headersOf(one).get('webhook-id'))
    expect(ids).toHaveLength(10)
    expect(new Set(ids).size).toBe(1)
    expect(sent).toHaveLength(11)
    expect(String(errors[0])).toBe(`WebhookError: ${URL_A} answered 302`)
    expect(await api.deliver()).toEqual({ delivered: 0, waiting: 0 })
  })

  test('410 ends the deliveries to a receiver for good', async () => {
    const { sent, make, api, setTime } = open(
      [{ url: URL_A, secret: SECRET }],
      () => new Response(null, { status: 410 }),
    )
    await make('tags', { name: 'a' })
    await api.deliver()
    await make('tags', { name: 'b' })
    setTime('2027-03-20T12:00:00Z')
    expect(await api.deliver()).toEqual({ delivered: 0, waiting: 0 })
    expect(sent).toHaveLength(1)
  })

  test('a receiver that cannot be reached is tried again', async () => {
    let isDown = true
    const { sent, make, api, setTime } = open([{ url: URL_A, secret: SECRET }], () =>
      isDown ? new Error('down') : ok(),
    )
    await make('tags', { name: 'a' })
    expect(await api.deliver()).toEqual({ delivered: 0, waiting: 1 })
    isDown = false
    expect(await api.deliver()).toEqual({ delivered: 0, waiting: 1 })
    setTime('2027-03-01T12:00:06Z')
    expect(await api.deliver()).toEqual({ delivered: 1, waiting: 0 })
    expect(sent).toHaveLength(2)
  })

  test('refuse a secret and a URL of another form at once', () => {
    for (const secret of ['', 'x', 'whsec_', 'whsec_abc', BYTES.toString('base64')]) {
      expect(() => webhooks([{ url: URL_A, secret }])).toThrow(TypeError)
    }
    expect(() => webhooks([{ url: 'ftp://a.example', secret: SECRET }])).toThrow(TypeError)
  })

  test('called directly, send to all receivers', async () => {
    const urls: string[] = []
    const all = webhooks(
      [
        { url: URL_A, secret: SECRET },
        { url: 'https://b.example/', secret: SECRET },
      ],
      {
        fetch: async (url) => {
          urls.push(url)
          return ok()
        },
      },
    )
    const change: DeliveredChange = {
      ...{ kind: 'tag', id: 1, type: 'deleted', before: null, after: null, by: null },
      ...{ entry: '1-1', time: NOW },
    }
    await all(change, { attempt: 1, signal: new AbortController().signal })
    expect(urls).toEqual([URL_A, 'https://b.example/'])
  })
})
