import { createHmac } from 'node:crypto'
import { createEventsApi, type DeliveredChange } from 'kalends'
import { copyCalendar, exportCalendar, importCalendar, renewCalendarId } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { type Webhook, type WebhookOptions, webhooks } from 'kalends/webhooks'
import { Webhook as Receiver, WebhookVerificationError } from 'standardwebhooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
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
  storage: Storage = memoryStorage(),
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
  return { sent, ...openCalendar({ changes: true, deliver, baseUrl: 'https://town.example' }, storage) }
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
    for (const url of ['ftp://a.example', 'a.example', '', 'http://user:pw@']) {
      expect(() => webhooks([{ url, secret: SECRET }])).toThrow('webhooks[0].url: is not an http(s) URL')
    }
  })

  test('refuse a URL with a user name or a password at once, and show neither', () => {
    for (const url of ['http://user:hunter2@a.example/', 'https://hunter2@a.example/', 'ftp://:hunter2@b/']) {
      const all = [
        { url: URL_A, secret: SECRET },
        { url, secret: SECRET },
      ]
      expect(() => webhooks(all)).toThrow(/^webhooks\[1\]\.url: (?!.*hunter2)/)
    }
  })

  describe('with the same URL', () => {
    const [late, tags] = [
      { url: URL_A, secret: SECRET },
      { url: URL_A, secret: SECRET, name: 'tags', types: ['tag'] },
    ]

    test('get what is theirs if they have names, and keep the progress of the one without', async () => {
      const storage = memoryStorage()
      const old = open([late], ok, {}, storage)
      await old.make('tags', { name: 'old' })
      await old.api.deliver()
      const both = open([late, tags, { ...tags, name: 'tags again' }], ok, {}, storage)
      await both.make('tags', { name: 'new' })
      expect(await both.api.deliver()).toEqual({ delivered: 5, waiting: 0 })
      const names = both.sent.map(({ init }) => JSON.parse(String(init.body)).data.after.name)
      expect(names.sort()).toEqual(['new', 'new', 'new', 'old', 'old'])
    })

    test('are refused at once if nothing tells them apart', () => {
      expect(() => webhooks([late, late])).toThrow(
        'webhooks[1].url: webhooks[0] has the same; give one of them another name',
      )
      expect(() => webhooks([late, tags, tags])).toThrow(
        'webhooks[2].name: webhooks[1] has the same; give one of them another name',
      )
      const option = { changes: true, deliver: [webhooks([late, tags]), webhooks([late])] }
      expect(() => createEventsApi(memoryStorage(), option)).toThrow(
        `deliver: two functions have the progress 'webhook ${URL_A}'; name one of them otherwise`,
      )
    })

    test('a function that takes the name of another one is refused, too', () => {
      const named = Object.assign(() => {}, { progress: 'function 1' })
      expect(() => createEventsApi(memoryStorage(), { changes: true, deliver: [named, () => {}] })).toThrow(
        TypeError,
      )
    })
  })

  describe('webhook-id', () => {
    const hooks = [{ url: URL_A, secret: SECRET }]
    /** In the order of the entries, whatever came first. */
    const idsOf = (sent: readonly Sent[]) => sent.map((one) => headersOf(one).get('webhook-id')).sort()

    /** The IDs of all entries that a storage has, told to a new receiver. */
    async function tellAll(storage: Storage): Promise<(string | null)[]> {
      const { sent, api } = open([{ url: URL_A, secret: SECRET, name: 'new' }], ok, {}, storage)
      await api.deliver()
      return idsOf(sent)
    }

    test('names the calendar by 128 random bits, and the entry', async () => {
      const storage = memoryStorage()
      const { sent, make, api } = open(hooks, ok, {}, storage)
      await make('tags', { name: 'a' })
      await make('tags', { name: 'b' })
      await api.deliver()
      const [first, second] = idsOf(sent)
      expect(first).toMatch(/^msg_[0-9a-f]{32}_1-1$/)
      expect(second).toBe(first?.replace('_1-1', '_2-1'))
      // Another process tells it by the same ID.
      expect(await tellAll(storage)).toEqual([first, second])
    })

    test('differs between calendars, copies, restored exports and backups', async () => {
      const storage = memoryStorage()
      const { sent, make, api } = open(hooks, ok, {}, storage)
      await make('tags', { name: 'a' })
      await api.deliver()
      const [copy, restored] = [memoryStorage(), memoryStorage()]
      await copyCalendar(storage, copy)
      await importCalendar(restored, exportCalendar(storage))
      const all = [...idsOf(sent), ...(await tellAll(copy)), ...(await tellAll(restored))]
      // A backup that was put in place has the same documents; the host says so.
      await renewCalendarId(storage)
      all.push(...(await tellAll(storage)))
      expect(all).toHaveLength(4)
      expect(new Set(all).size).toBe(4)
      // Each is compared with its copy without the ID.
      expect((await copyCalendar(storage, copy)).kinds.tag).toEqual({ total: 1, written: 0 })
    })

    test('is the same for two processes that deliver for the first time at once', async () => {
      const storage = memoryStorage()
      const one = open(hooks, ok, {}, storage)
      const other = open([{ url: 'https://b.example/', secret: SECRET }], ok, {}, storage)
      await one.make('tags', { name: 'a' })
      await Promise.all([one.api.deliver(), other.api.deliver()])
      expect(new Set(idsOf([...one.sent, ...other.sent])).size).toBe(1)
      expect(one.sent.length + other.sent.length).toBe(2)
    })

    test('an ID in a file that is imported is not taken', async () => {
      const storage = memoryStorage()
      const { sent, make, api } = open(hooks, ok, {}, storage)
      await make('tags', { name: 'a' })
      await api.deliver()
      const [line] = (await storage.find('extra', { order: 'id', limit: 999 })).filter(({ data }) =>
        /^"[0-9a-f]{32}"$/.test(data),
      )
      const restored = memoryStorage()
      const head = JSON.stringify({ kalends: 1, ids: { post: 0, term: 1 } })
      const file = [head, JSON.stringify({ kind: 'extra', ...line }), JSON.stringify({ total: 1 })]
      await importCalendar(restored, [file.join('\n')])
      const fresh = open(hooks, ok, {}, restored)
      await fresh.make('tags', { name: 'a' })
      await fresh.api.deliver()
      expect(fresh.sent).toHaveLength(1)
      expect(idsOf(fresh.sent)).not.toEqual(idsOf(sent))
    })
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
    await all(change, { attempt: 1, signal: new AbortController().signal, calendar: 'c' })
    expect(urls).toEqual([URL_A, 'https://b.example/'])
  })
})
