import type { EventsApiOptions, ImageStore, Media } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { asText, bytesOf, exif, inserted, jpegSegment, PICTURES, replaced } from '../setup/pictures.ts'
import {
  API,
  type Asker,
  at,
  type Calendar,
  eventOf,
  expectRefusal,
  expectWrong,
  idOf,
  idsIn,
  openCalendar,
} from './calendar.ts'

const png = PICTURES['image/png']
const jpeg = PICTURES['image/jpeg']

function withImages(options: Partial<EventsApiOptions['images']> = {}, more: EventsApiOptions = {}) {
  const storage = memoryStorage()
  const images = { store: databaseImages(storage), ...options }
  return { storage, calendar: openCalendar({ ...more, images }, storage) }
}

interface Upload {
  readonly fields?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
  readonly filename?: string
}

/** Sends a form, as browsers do. */
function upload(
  { send }: Calendar,
  bytes: Uint8Array<ArrayBuffer>,
  as: Asker = 'author',
  { fields = {}, files = {}, filename = 'Old Bridge.png' }: Upload = {},
) {
  const form = new FormData()
  form.set('file', new File([bytes], filename))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [name, file] of Object.entries(files)) form.set(name, new File([file], 'size'))
  return send('/media', { method: 'POST', body: form }, as)
}

const uploaded = async (calendar: Calendar, as: Asker = 'author', more: Upload = {}): Promise<Media> => {
  const answer = await upload(calendar, png, as, more)
  expect(answer.status, answer.text).toBe(201)
  return JSON.parse(answer.text)
}

async function fetched({ api }: Calendar, url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await api.fetch(new Request(url, { headers, method }))
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}

const countOf = (storage: Storage, ...owners: readonly string[]) =>
  storage.count('extra', { where: [{ key: 'owner', in: owners }] })

const documents = async (storage: Storage) => [
  await countOf(storage, 'image'),
  await countOf(storage, 'file', 'part'),
]

describe('an upload', () => {
  test('answers with all that is known of the image, and the file is there', async () => {
    const { calendar } = withImages()
    const answer = await upload(calendar, png, 'author', { fields: { alt: 'A bridge', title: 'Bridge' } })
    expect(answer.status).toBe(201)
    const media: Media = JSON.parse(answer.text)
    expect(media).toEqual({
      id: 1,
      url: expect.stringMatching(new RegExp(`^${API}/media/1/[0-9a-f]{32}-old-bridge\\.png$`)),
      alt: 'A bridge',
      title: 'Bridge',
      decorative: false,
      mime_type: 'image/png',
      width: 6,
      height: 4,
      filesize: png.length,
      sizes: {},
      author: 3,
      date: '2027-03-01 07:00:00',
    })
    expect(answer.headers.get('location')).toBe(`${API}/media/1`)
    expect(asText((await fetched(calendar, media.url)).bytes)).toBe(asText(png))
  })

  test('is a file itself, with its name in a header field', async () => {
    const { calendar } = withImages()
    const send = (disposition: string) =>
      calendar.send(
        '/media?alt=A%20gate',
        {
          method: 'POST',
          body: jpeg,
          headers: { 'content-type': 'image/jpeg', 'content-disposition': disposition },
        },
        'author',
      )
    const { body } = await send('attachment; filename="the gate.jpg"')
    expect([body.title, body.alt, body.mime_type]).toEqual(['the gate', 'A gate', 'image/jpeg'])
    expect((await send("attachment; filename*=UTF-8''Br%C3%BCcke.jpg")).body.title).toBe('Brücke')
  })

  test('loses what the picture says of its place, and keeps how it is turned', async () => {
    const { calendar } = withImages()
    const secret = '48.8584 N, 2.2945 E'
    const { body } = await upload(calendar, inserted(jpeg, 2, jpegSegment(0xe1, 'Exif\0\0', exif(6, secret))))
    expect([body.width, body.height]).toEqual([4, 6])
    expect(asText((await fetched(calendar, String(body.url))).bytes)).not.toContain(secret)
  })

  test('brings sizes of its own, which are checked like the image', async () => {
    const { calendar, storage } = withImages()
    const { body } = await upload(calendar, png, 'author', { files: { 'sizes[medium]': jpeg } })
    const url = at(body, 'sizes', 'medium', 'url')
    expect(at(body, 'sizes')).toEqual({ medium: { url, width: 6, height: 4 } })
    expect(asText((await fetched(calendar, String(url))).bytes)).toBe(asText(jpeg))
    const before = await documents(storage)
    expectRefusal(
      await upload(calendar, png, 'author', { files: { 'sizes[medium]': bytesOf('<svg/>') } }),
      415,
      'rest_unsupported_media_type',
    )
    expectWrong(
      await upload(calendar, png, 'author', { files: { 'sizes[../x]': jpeg, more: jpeg } }),
      'more',
      'sizes[../x]',
    )
    // As clients send an object of files by default: as text, which has no files.
    for (const name of ['sizes', 'sizes[medium]'])
      expectWrong(await upload(calendar, png, 'author', { fields: { [name]: '{"medium":{}}' } }), name)
    expect(await documents(storage)).toEqual(before)
  })

  test('gets sizes of the host if it brings none', async () => {
    const seen: unknown[] = []
    const { calendar } = withImages({
      resize: async ({ bytes, ...facts }) => {
        seen.push(facts)
        return { large: bytes, thumbnail: jpeg }
      },
    })
    expect(Object.keys((await uploaded(calendar)).sizes)).toEqual(['large', 'thumbnail'])
    const own = await uploaded(calendar, 'author', { files: { 'sizes[medium]': jpeg } })
    expect(Object.keys(own.sizes)).toEqual(['medium'])
    expect(seen).toEqual([{ type: 'image/png', width: 6, height: 4 }])
  })

  test.each([
    ['visitor', 401],
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 201],
    ['editor', 201],
    ['administrator', 201],
  ] as const)('by %s is %i', async (as, status) => {
    expect((await upload(withImages().calendar, png, as)).status).toBe(status)
  })

  test('by a contributor is for calendars that allow it, and GET /me says who may', async () => {
    const { calendar } = withImages({ contributors: true })
    expect((await upload(calendar, png, 'contributor')).status).toBe(201)
    const may = async (one: Calendar, as: Asker) =>
      at((await one.ask('GET', '/me', undefined, as)).body, 'can', 'upload')
    expect(await may(calendar, 'contributor')).toBe(true)
    expect(await may(withImages().calendar, 'contributor')).toBe(false)
    expect(await may(openCalendar(), 'administrator')).toBe(false)
  })

  test('has nowhere to go on a calendar without images', async () => {
    expectRefusal(await upload(openCalendar(), png, 'editor'), 404, 'rest_no_route')
  })
})

describe('a hostile upload', () => {
  const refused = async (bytes: Uint8Array<ArrayBuffer>, status: number, code: string, more: Upload = {}) => {
    const { calendar, storage } = withImages({}, { limits: { image: 100_000 } })
    const answer = await upload(calendar, bytes, 'author', more)
    expectRefusal(answer, status, code)
    expect(await documents(storage)).toEqual([0, 0])
    return answer
  }

  test('is not what its name says', async () => {
    const html = bytesOf('<!doctype html><script>alert(1)</script>')
    await refused(html, 415, 'rest_unsupported_media_type', { filename: 'cat.png' })
    const answer = await upload(withImages().calendar, jpeg, 'author', { filename: 'cat.png' })
    expect(answer.body.mime_type).toBe('image/jpeg')
    expect(String(answer.body.url)).toMatch(/\.jpg$/)
  })

  test('has a second format behind the first, which is cut', async () => {
    const { calendar } = withImages()
    const { body } = await upload(calendar, bytesOf(png, 'PK\x03\x04<script>alert(1)</script>'))
    expect(asText((await fetched(calendar, String(body.url))).bytes)).toBe(asText(png))
  })

  test('is a hundred megapixels in a hundred bytes, larger than the limit, cut off, or nothing', async () => {
    await refused(replaced(png, 16, bytesOf(10_000, 10_001)), 413, 'rest_body_too_large')
    await refused(bytesOf(png, 'x'.repeat(100_000)), 413, 'rest_body_too_large')
    expectWrong(await refused(png.slice(0, 60), 400, 'rest_invalid_param'), 'file')
    const { body } = await refused(bytesOf(''), 400, 'rest_missing_callback_param')
    expect(at(body, 'data', 'params')).toEqual(['file'])
  })

  test('has no end', async () => {
    const { calendar, storage } = withImages({}, { limits: { image: 100_000 } })
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000))
      },
    })
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' }
    expectRefusal(await calendar.send('/media', init, 'author'), 413, 'rest_body_too_large')
    expect(sent).toBeLessThan(200_000)
    expect(await documents(storage)).toEqual([0, 0])
  })

  test.each([
    ['../../etc/passwd.png', 'passwd'],
    ['C:\\Windows\\system32\\x.png', 'x'],
    ['..', '..'],
    ['a\u202Egnp.exe', 'agnp'],
    ['%2e%2e%2f.png', '%2e%2e%2f'],
  ])('has the name %j, and no path', async (filename, title) => {
    const media = await uploaded(withImages().calendar, 'author', { filename })
    expect(media.title).toBe(title)
    expect(media.url).toMatch(/\/media\/1\/[0-9a-f]{32}(-[a-z0-9-]+)?\.png$/)
  })

  test.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=x', '--x\r\n'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nno end',
    ],
    ['multipart/form-data; boundary=x', '--x\r\nno-disposition: 1\r\n\r\n\r\n--x--'],
    ['multipart/form-data; boundary=x', '--x\r\n\r\n'.repeat(200)],
  ])('is a form that does not parse: %s', async (type, body) => {
    const init = { method: 'POST', body, headers: { 'content-type': type } }
    const answer = await withImages().calendar.send('/media', init, 'author')
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param'])
  })

  test('is one of too many at once', async () => {
    const { calendar } = withImages({}, { limits: { image: 100_000, images: 150_000 } })
    let release = () => {}
    const wait = new Promise<void>((resolve) => {
      release = resolve
    })
    const body = () =>
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new Uint8Array(90_000))
          await wait
          controller.close()
        },
      })
    const init = (): RequestInit & { duplex: 'half' } => ({ method: 'POST', body: body(), duplex: 'half' })
    const all = Array.from({ length: 3 }, () => calendar.send('/media', init(), 'author'))
    expectRefusal(await Promise.race(all), 503, 'rest_overloaded')
    release()
    // At least one fits, and zeros are no image.
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort()
    expect([statuses[0], statuses[2]]).toEqual([415, 503])
  })
})

describe('a store that fails', () => {
  const failing = (from: number): ImageStore & { readonly kept: Set<string> } => {
    const kept = new Set<string>()
    let puts = 0
    return {
      kept,
      put: async ({ name }) => {
        if (++puts >= from) throw new Error('the disk is full')
        kept.add(name)
        return undefined
      },
      remove: async (_id, name) => kept.delete(name),
    }
  }

  test.each([1, 2, 3])('at file %i is 503, and nothing is kept', async (from) => {
    const store = failing(from)
    const { calendar, storage } = withImages({ store })
    const answer = await upload(calendar, png, 'author', {
      files: { 'sizes[medium]': jpeg, 'sizes[large]': png },
    })
    expectRefusal(answer, 503, 'rest_unavailable')
    expect([...store.kept]).toEqual([])
    expect(await documents(storage)).toEqual([0, 0])
    expect(calendar.errors).toHaveLength(1)
    expect(answer.text).not.toContain('disk')
  })

  test('has no record where the storage refuses it, and no files either', async () => {
    const storage = memoryStorage()
    const store = failing(9)
    const commit: Storage['commit'] = async () => {
      throw new Error('lost')
    }
    const calendar = openCalendar({ images: { store } }, { ...bound(storage), commit })
    expect((await upload(calendar, png)).status).toBe(500)
    expect([...store.kept]).toEqual([])
  })

  test('answers an invalid address: 503', async () => {
    const store = { put: async () => ({ url: 'javascript:alert(1)' }), remove: async () => {} }
    expectRefusal(await upload(withImages({ store }).calendar, png), 503, 'rest_unavailable')
  })
})

/** The methods as functions, so that one can be replaced. */
const bound = (storage: Storage): Storage => ({
  get: (kind, ids) => storage.get(kind, ids),
  find: (kind, query) => storage.find(kind, query),
  count: (kind, filter) => storage.count(kind, filter),
  tally: (...query) => storage.tally(...query),
  allocate: (sequence, count) => storage.allocate(sequence, count),
  reserve: (sequence, upTo) => storage.reserve(sequence, upTo),
  commit: (changes) => storage.commit(changes),
  migrate: () => storage.migrate(),
  close: () => storage.close(),
})

describe('a file', () => {
  test('is served to everyone for ever, and no browser runs it', async () => {
    const { calendar } = withImages()
    const { url } = await uploaded(calendar)
    const { status, headers } = await fetched(calendar, url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(png.length),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{32}-old-bridge\.png"$/),
      'x-content-type-options': 'nosniff',
    })
    const head = await fetched(calendar, url, {}, 'HEAD')
    expect([head.status, head.bytes.length, head.headers.get('content-length')]).toEqual([
      200,
      0,
      String(png.length),
    ])
    const known = await fetched(calendar, url, { 'if-none-match': headers.get('etag') ?? '' })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
  })

  test.each([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=10-', 206, 10, 165],
    ['bytes=-5', 206, 160, 165],
    ['bytes=-999', 206, 0, 165],
    ['bytes=160-999', 206, 160, 165],
    ['bytes=0-0,5-6', 200, 0, 165],
    ['bytes=9-3', 200, 0, 165],
    ['lines=1-2', 200, 0, 165],
    ['bytes=-', 200, 0, 165],
  ])('gives the range %s with %i: from %i up to %i', async (range, status, from, to) => {
    const { calendar } = withImages()
    const { url } = await uploaded(calendar)
    const answer = await fetched(calendar, url, { range })
    expect(answer.status).toBe(status)
    expect(asText(answer.bytes)).toBe(asText(png.subarray(from, to)))
    expect(answer.headers.get('content-range')).toBe(status === 206 ? `bytes ${from}-${to - 1}/165` : null)
    expect(answer.headers.get('content-length')).toBe(String(to - from))
  })

  test('has no range beyond its end, and none of another version', async () => {
    const { calendar } = withImages()
    const { url } = await uploaded(calendar)
    for (const range of ['bytes=165-', 'bytes=-0']) {
      const beyond = await fetched(calendar, url, { range })
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */165'])
    }
    expect((await fetched(calendar, url, { range: 'bytes=0-3', 'if-range': '"other"' })).status).toBe(200)
  })

  test.each(['bytes=-', 'bytes=', '', 'bytes=0-0,'])(
    'is found in a moment, whatever white space the range %j has behind it',
    async (range) => {
      const { calendar } = withImages()
      const { url } = await uploaded(calendar)
      for (const blank of ['\t', ' ']) {
        const field = `${range}${blank.repeat(15_000)}x`
        expect((await fetched(calendar, url, { range: field })).status).toBe(200)
      }
    },
  )

  describe('that its store does not give as it was', () => {
    /** A calendar with one image, whose store gives these pieces, and then nothing (`null`) or its end. */
    async function giving(pieces: readonly (Uint8Array | null)[], limits: EventsApiOptions['limits'] = {}) {
      const left: string[] = []
      const store: ImageStore = {
        put: async () => undefined,
        get: async () => ({
          bytes: new ReadableStream({
            async start(controller) {
              for (const piece of pieces) if (piece !== null) controller.enqueue(piece)
              if (!pieces.includes(null)) controller.close()
            },
            cancel: () => void left.push('left'),
          }),
          size: png.length,
          type: 'image/png',
        }),
        remove: async () => {},
      }
      const errors: unknown[] = []
      const { calendar } = withImages({ store }, { limits, onError: (error) => errors.push(error) })
      const { url } = await uploaded(calendar)
      const get = (range?: string) =>
        calendar.api.fetch(new Request(url, range === undefined ? {} : { headers: { range } }))
      return { get, left, errors }
    }

    test('is cut at its length', async () => {
      const { get, left } = await giving([
        png.subarray(0, 100),
        png.subarray(100),
        bytesOf('HTTP/1.1 200 OK'),
        null,
      ])
      const answer = await get()
      expect(asText(new Uint8Array(await answer.arrayBuffer()))).toBe(asText(png))
      const part = await get('bytes=90-109')
      expect(asText(new Uint8Array(await part.arrayBuffer()))).toBe(asText(png.subarray(90, 110)))
      const one = await giving([bytesOf(png, png)])
      expect(asText(new Uint8Array(await (await one.get()).arrayBuffer()))).toBe(asText(png))
      expect(left).toEqual(['left', 'left'])
    })

    test.each([undefined, 'bytes=50-', 'bytes=-10'])(
      'breaks off where it is shorter, and does not end (range %s)',
      async (range) => {
        const { get } = await giving([png.subarray(0, png.length - 5), png.subarray(0, 0)])
        const answer = await get(range)
        expect([200, 206]).toContain(answer.status)
        await expect(answer.arrayBuffer()).rejects.toThrow(/gave 160 bytes/)
      },
    )

    test.each([undefined, 'bytes=150-'])('is 503 where not one byte comes (range %s)', async (range) => {
      const { get } = await giving(range === undefined ? [] : [png.subarray(0, 150)])
      const answer = await get(range)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        503,
        expect.not.stringMatching(/public/),
      ])
      expect(answer.headers.get('retry-after')).toBe('5')
    })

    test('breaks off if nothing more comes within the time of a request', async () => {
      const { get, left } = await giving([png.subarray(0, 10), null], { timeout: 40 })
      const answer = await get()
      expect(answer.status).toBe(200)
      await expect(answer.arrayBuffer()).rejects.toThrow('gave nothing for 40 ms')
      expect(left).toEqual(['left'])
      const silent = await giving([null], { timeout: 40 })
      expect((await silent.get()).status).toBe(503)
    })
  })

  test('of many parts is read in slices, and only as far as it is wanted', async () => {
    const { calendar, storage } = withImages()
    // Pixels that fill several parts: a decoder would not like them.
    const pixels = Uint8Array.from({ length: 600_000 }, (_, index) => (index * 7) % 251)
    const large = inserted(png, 33, bytesOf(pixels.length, 'IDAT', pixels, 0))
    const { body } = await upload(calendar, large)
    expect(await countOf(storage, 'file', 'part')).toBe(1 + Math.ceil(large.length / 49_152))
    expect(asText((await fetched(calendar, String(body.url))).bytes) === asText(large)).toBe(true)
    const { bytes } = await fetched(calendar, String(body.url), { range: 'bytes=500000-500009' })
    expect([...bytes]).toEqual([...large.subarray(500_000, 500_010)])
  })

  test('is 404 by another name, of another image, and for who counts', async () => {
    const { calendar } = withImages()
    const [{ url }, other] = [await uploaded(calendar), await uploaded(calendar)]
    const name = url.split('/').at(-1) ?? ''
    for (const path of [
      `1/${name}x`,
      `2/${name}`,
      `1/${other.url.split('/').at(-1)}`,
      '1/x',
      `9/${name}`,
      `1/..%2f${name}`,
      `1/%00`,
    ])
      expect((await fetched(calendar, `${API}/media/${path}`)).status, path).toBe(404)
  })

  test('with an address of its own is not served here', async () => {
    const store = { put: async () => ({ url: 'https://cdn.example/a.png' }), remove: async () => {} }
    const { calendar } = withImages({ store })
    const media = await uploaded(calendar)
    expect(media.url).toBe('https://cdn.example/a.png')
    const { body } = await calendar.ask('POST', '/events', eventOf({ image: media.id }))
    expect(at(body, 'image', 'url')).toBe('https://cdn.example/a.png')
  })
})

describe('a record', () => {
  const COLLECTIONS = [
    ['events', eventOf()],
    ['venues', { venue: 'Hall' }],
    ['organizers', { organizer: 'Club' }],
  ] as const

  test.each(COLLECTIONS)(
    'of %s takes the ID, shows the image, and can be sent back whole',
    async (collection, fields) => {
      const { calendar } = withImages()
      const media = await uploaded(calendar, 'author', {
        fields: { alt: 'A bridge' },
        files: { 'sizes[medium]': jpeg },
      })
      const { body } = await calendar.ask('POST', `/${collection}`, { ...fields, image: media.id })
      expect(body.image).toEqual({
        id: 1,
        url: media.url,
        alt: 'A bridge',
        extension: 'png',
        width: 6,
        height: 4,
        filesize: png.length,
        sizes: {
          medium: { ...media.sizes.medium, 'mime-type': 'image/jpeg', filesize: jpeg.length },
        },
      })
      const path = `/${collection}/${idOf(body)}`
      const before = (await calendar.ask('GET', path)).body
      expect((await calendar.ask('PUT', path, before)).status).toBe(200)
      expect((await calendar.ask('GET', path)).body.image).toEqual(before.image)
    },
  )

  test('shows addresses of where it is asked, also in feeds and for search engines', async () => {
    const { calendar } = withImages()
    const media = await uploaded(calendar)
    const id = await calendar.make('events', eventOf({ image: media.id }))
    const there = await calendar.send(`https://other.example/vendor/events/v1/events/${id}`, {})
    const url = media.url.replace('calendar.example', 'other.example')
    expect(at(there.body, 'image', 'url')).toBe(url)
    expect(at(there.body, 'json_ld', 'image')).toBe(url)
    const ics = await calendar.send(`https://other.example/vendor/events/v1/events/${id}.ics`, {})
    expect(ics.text.replaceAll('\r\n ', '')).toContain(`ATTACH:${url}`)
  })

  test('takes the address of an image for its ID', async () => {
    const { calendar } = withImages()
    const media = await uploaded(calendar)
    const { body } = await calendar.ask('POST', '/events', eventOf({ image: media.url }))
    expect(at(body, 'image', 'id')).toBe(media.id)
  })

  test('with an ID of none asks the host, and is 400 without an answer', async () => {
    const { calendar } = withImages()
    expectWrong(await calendar.ask('POST', '/events', eventOf({ image: 99 })), 'image')
    const image = {
      url: 'https://old.example/a.png',
      id: 99,
      extension: 'png',
      width: 1,
      height: 1,
      filesize: 1,
    }
    const hosted = withImages({}, { resolveImage: (id) => (id === 99 ? image : null) }).calendar
    const media = await uploaded(hosted)
    expect(at((await hosted.ask('POST', '/events', eventOf({ image: 99 }))).body, 'image')).toEqual(image)
    expect(at((await hosted.ask('POST', '/events', eventOf({ image: media.id }))).body, 'image', 'url')).toBe(
      media.url,
    )
  })
})

test('an image of the host may have an ID and a text, and is none of those that were uploaded', async () => {
  const image = {
    url: 'https://old.example/a.png',
    id: 1,
    alt: 'A gate',
    extension: 'png',
    width: 1,
    height: 1,
  }
  const whole = { ...image, filesize: 1, sizes: {} }
  const { storage, calendar } = withImages(
    {},
    { resolveImage: (id) => (id === 'https://old.example/a.png' ? whole : null) },
  )
  const media = await uploaded(calendar)
  // The host counts from 1 as well.
  expect(media.id).toBe(1)
  for (const [kind, fields] of [
    ['events', eventOf({ image: image.url })],
    ['venues', { venue: 'Hall', image: image.url }],
  ] as const) {
    const id = await calendar.make(kind, fields)
    const { body } = await calendar.ask('GET', `/${kind}/${id}`)
    expect(body.image).toEqual(whole)
    // Sent back, it stays.
    expect((await calendar.ask('PATCH', `/${kind}/${id}`, { image: whole })).body.image).toEqual(whole)
  }
  expect((await calendar.ask('GET', '/events')).text).not.toContain('"host"')
  expect((await calendar.ask('DELETE', `/media/${media.id}`)).status).toBe(200)
  expect(at((await calendar.ask('GET', '/events')).body, 'events', 0, 'image')).toEqual(whole)
  expect(storage).toBeDefined()
})

test('texts of images are plain, on one line, without controls of direction', async () => {
  const { calendar } = withImages()
  const text = ' The <b>old</b>\n\tbridge \u202egnp.\u2066&amp; more\u2069&#x202e; '
  const { id, alt, title } = await uploaded(calendar, 'author', { fields: { alt: text, title: text } })
  expect([alt, title]).toEqual(['The old bridge gnp.& more', 'The old bridge gnp.& more'])
  const { body } = await calendar.ask('PATCH', `/media/${id}`, { alt: `New ${text}`, title: '<i></i>' })
  expect([body.alt, body.title]).toEqual(['New The old bridge gnp.& more', ''])
  expect((await uploaded(calendar, 'author', { filename: 'a <b>gate.png' })).title).toBe('a gate')
})

describe('what an image says', () => {
  test('changes everywhere', async () => {
    const { calendar } = withImages()
    const { id } = await uploaded(calendar, 'author', { fields: { alt: 'A bridge' } })
    const paths = [
      `/events/${await calendar.make('events', eventOf({ image: id }))}`,
      `/venues/${await calendar.make('venues', { venue: 'Hall', image: id })}`,
      `/organizers/${await calendar.make('organizers', { organizer: 'Club', image: id })}`,
    ]
    const alts = async () =>
      Promise.all(paths.map(async (path) => at((await calendar.ask('GET', path)).body, 'image', 'alt')))
    expect((await calendar.ask('PATCH', `/media/${id}`, { alt: 'The old bridge' }, 'author')).body.alt).toBe(
      'The old bridge',
    )
    expect(await alts()).toEqual(['The old bridge', 'The old bridge', 'The old bridge'])
    const { body } = await calendar.ask(
      'PATCH',
      `/media/${id}`,
      { decorative: true, title: 'Bridge' },
      'author',
    )
    expect([body.alt, body.decorative, body.title]).toEqual(['', true, 'Bridge'])
    expect(await alts()).toEqual(['', '', ''])
  })

  test('is changed by its author and by editors, of the version that they know', async () => {
    const { calendar } = withImages()
    const { id } = await uploaded(calendar)
    const change = (as: Asker) => calendar.ask('PATCH', `/media/${id}`, { title: 'x' }, as)
    expect((await change('visitor')).status).toBe(401)
    expect((await change('author2')).status).toBe(403)
    expect((await change('author')).status).toBe(200)
    expect((await change('editor')).status).toBe(200)
    expectRefusal(await calendar.ask('PATCH', '/media/99', {}), 404, 'rest-image-not-found')
    const stale = await calendar.send(`/media/${id}`, { method: 'PATCH', headers: { 'if-match': '"1.x"' } })
    expectRefusal(stale, 412, 'rest_precondition_failed')
    expectWrong(
      await calendar.ask('PATCH', `/media/${id}`, { alt: 'x'.repeat(1001), decorative: 'perhaps' }),
      'alt',
      'decorative',
    )
  })
})

describe('the list', () => {
  test('has own images for authors and all for editors, the latest first, by words and in pages', async () => {
    const { calendar } = withImages()
    await uploaded(calendar, 'author', { filename: 'Brücke.png' })
    await uploaded(calendar, 'author2', { fields: { alt: 'A bridge' } })
    await uploaded(calendar, 'editor', { fields: { title: 'A gate' }, filename: 'img.png' })
    const ids = async (query: string, as: Asker) =>
      idsIn((await calendar.ask('GET', `/media${query}`, undefined, as)).body, 'media')
    expect(await ids('', 'author')).toEqual([1])
    expect(await ids('', 'editor')).toEqual([3, 2, 1])
    expect(await ids('?author=4', 'editor')).toEqual([2])
    expect(await ids('?search=bruecke', 'editor')).toEqual([1])
    expect(await ids('?search=bridge', 'editor')).toEqual([2])
    expect(await ids('?page=2&per_page=2', 'editor')).toEqual([1])
    expect(await ids('', 'contributor')).toEqual([])
    const first = await calendar.ask('GET', '/media?per_page=2')
    expect(first.body).toMatchObject({
      total: 3,
      total_pages: 2,
      next_rest_url: `${API}/media/?page=2&per_page=2`,
    })
    expect((await calendar.ask('GET', '/media', undefined, 'visitor')).status).toBe(401)
    expect((await calendar.ask('GET', '/media', undefined, 'subscriber')).status).toBe(403)
    expectWrong(await calendar.ask('GET', '/media?author=4&page=0', undefined, 'author'), 'author', 'page')
    expect((await calendar.ask('GET', '/media/2')).body.alt).toBe('A bridge')
    expect((await calendar.ask('GET', '/media/2', undefined, 'author')).status).toBe(403)
  })
})

describe('a deletion', () => {
  test('of an image that nobody shows takes its files along', async () => {
    const { calendar, storage } = withImages()
    const { id, url } = await uploaded(calendar, 'author', { files: { 'sizes[medium]': jpeg } })
    expect((await calendar.ask('DELETE', `/media/${id}`, undefined, 'author2')).status).toBe(403)
    expect((await calendar.ask('DELETE', `/media/${id}`, undefined, 'author')).status).toBe(200)
    expect(await documents(storage)).toEqual([0, 0])
    expect((await fetched(calendar, url)).status).toBe(404)
    expectRefusal(await calendar.ask('DELETE', `/media/${id}`), 404, 'rest-image-not-found')
  })

  test('of one that records show is 409 with their IDs; by force they show none', async () => {
    const { calendar, storage } = withImages()
    const { id } = await uploaded(calendar)
    const event = await calendar.make('events', eventOf({ image: id }))
    const venue = await calendar.make('venues', { venue: 'Hall', image: id })
    const draft = await calendar.make('events', eventOf({ title: 'Draft', image: id, status: 'draft' }))
    const refused = await calendar.ask('DELETE', `/media/${id}`)
    expectRefusal(refused, 409, 'rest_image_in_use')
    expect(at(refused.body, 'data', 'records')).toEqual([event, draft, venue])
    // What the caller may not read is not named, and not changed either.
    const own = await calendar.ask('DELETE', `/media/${id}`, undefined, 'author')
    expect(at(own.body, 'data', 'records')).toEqual([event, venue])
    expect((await calendar.ask('DELETE', `/media/${id}?force=true`, undefined, 'author')).status).toBe(403)
    expect(at((await calendar.ask('GET', `/events/${event}`)).body, 'image', 'id')).toBe(id)
    expect((await calendar.ask('DELETE', `/media/${id}?force=true`)).status).toBe(200)
    expect((await calendar.ask('GET', `/events/${event}`)).body.image).toBe(false)
    expect((await calendar.ask('GET', `/venues/${venue}`)).body.image).toBeUndefined()
    expect(await documents(storage)).toEqual([0, 0])
  })

  test('after a refusal, the image can be named as before', async () => {
    const { calendar } = withImages()
    const { id } = await uploaded(calendar)
    await calendar.make('events', eventOf({ image: id }))
    await calendar.ask('DELETE', `/media/${id}`)
    expect((await calendar.ask('POST', '/events', eventOf({ image: id }))).status).toBe(201)
  })

  test('comes between a write that names the image and its commit: 400, and nothing is written', async () => {
    const storage = memoryStorage()
    let isDeleting = false
    const get: Storage['get'] = async (kind, ids) => {
      const found = await storage.get(kind, ids)
      if (kind === 'extra' && ids.includes(1) && isDeleting) {
        isDeleting = false
        expect((await other.ask('DELETE', '/media/1')).status).toBe(200)
      }
      return found
    }
    const images = { store: databaseImages(storage) }
    const other = openCalendar({ images }, storage)
    const calendar = openCalendar({ images }, { ...bound(storage), get })
    await uploaded(other)
    isDeleting = true
    expectWrong(await calendar.ask('POST', '/events', eventOf({ image: 1 })), 'image')
    expect(await storage.count('event', {})).toBe(0)
  })
})

describe('purge', () => {
  const DAYS = 30

  test('removes what no record names, after the days that it is given', async () => {
    const { calendar, storage } = withImages()
    const [unused, used, released] = [
      await uploaded(calendar),
      await uploaded(calendar),
      await uploaded(calendar),
    ]
    await calendar.make('events', eventOf({ image: used.id }))
    const event = await calendar.make('events', eventOf({ image: released.id }))
    const purge = () => calendar.api.purge({ olderThan: DAYS })
    expect(await purge()).toEqual({ removed: 0, more: false })
    calendar.setTime('2027-03-20T12:00:00Z')
    await calendar.ask('PATCH', `/events/${event}`, { image: null })
    calendar.setTime('2027-04-10T12:00:00Z')
    expect(await purge()).toEqual({ removed: 1, more: false })
    expect((await calendar.ask('GET', `/media/${unused.id}`)).status).toBe(404)
    calendar.setTime('2027-05-10T12:00:00Z')
    expect(await purge()).toEqual({ removed: 1, more: false })
    expect((await calendar.ask('GET', `/media/${released.id}`)).status).toBe(404)
    expect((await calendar.ask('GET', `/media/${used.id}`)).status).toBe(200)
    expect(await documents(storage)).toEqual([1, 2])
  })

  test('removes no more than it is told, and says that there is more', async () => {
    const { calendar } = withImages()
    for (let n = 0; n < 3; n++) await uploaded(calendar)
    calendar.setTime('2027-05-10T12:00:00Z')
    expect(await calendar.api.purge({ olderThan: DAYS, limit: 2 })).toEqual({ removed: 2, more: true })
    expect(await calendar.api.purge({ olderThan: DAYS, limit: 2 })).toEqual({ removed: 1, more: false })
  })

  test('removes files whose upload was cut off, and none of an upload that goes on', async () => {
    const { calendar, storage } = withImages()
    const store = databaseImages(storage)
    const date = new Date('2027-03-01T12:00:00Z')
    await store.put({ id: 77, name: 'lost.png', type: 'image/png', bytes: png, size: png.length, date })
    await uploaded(calendar)
    await calendar.api.purge({ olderThan: DAYS })
    expect(await documents(storage)).toEqual([1, 4])
    calendar.setTime('2027-03-01T12:02:00Z')
    await calendar.api.purge({ olderThan: DAYS })
    expect(await documents(storage)).toEqual([1, 2])
  })

  test('completes a deletion and a change that were cut off', async () => {
    const storage = memoryStorage()
    let left = Number.POSITIVE_INFINITY
    const commit: Storage['commit'] = async (changes) => {
      if (left-- <= 0) throw new Error('killed')
      return storage.commit(changes)
    }
    const images = { store: databaseImages(storage) }
    const calendar = openCalendar({ images }, { ...bound(storage), commit })
    const whole = openCalendar({ images }, storage)
    const media = await uploaded(calendar)
    const events = [
      await calendar.make('events', eventOf({ image: 1 })),
      await calendar.make('events', eventOf({ image: 1 })),
    ]
    const shown = () =>
      Promise.all(
        events.map(async (id) => at((await whole.ask('GET', `/events/${id}`)).body, 'image', 'alt')),
      )
    // The record of the image, and the first of two events.
    left = 2
    expect((await calendar.ask('PATCH', `/media/${media.id}`, { alt: 'new' })).status).toBe(500)
    expect(await shown()).toEqual(['new', ''])
    await whole.api.purge({ olderThan: DAYS })
    expect(await shown()).toEqual(['new', 'new'])
    // Going, gone, and the first of two events.
    left = 3
    expect((await calendar.ask('DELETE', `/media/${media.id}?force=1`)).status).toBe(500)
    expect(await shown()).toEqual([undefined, 'new'])
    expect(await whole.api.purge({ olderThan: DAYS })).toEqual({ removed: 1, more: false })
    expect(await shown()).toEqual([undefined, undefined])
    expect(await documents(storage)).toEqual([0, 0])
  })
})

describe('the option', () => {
  const open = (images: unknown) => () => openCalendar({ images: Object(images) })

  test('is checked when the API is made', () => {
    const store = { put: async () => undefined, remove: async () => undefined }
    expect(open({ store })).not.toThrow()
    expect(open({})).toThrow('images.store: has no function put')
    expect(open({ store: { put: store.put } })).toThrow('images.store: has no function remove')
    expect(open({ store, sizes: 1 })).toThrow('images.sizes: there is no such option')
  })
})
