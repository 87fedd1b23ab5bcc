import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImageStore, StoredImage } from 'kalends'
import { folderImages } from 'kalends/adapters/images/folder'
import { databaseImages } from 'kalends/images/database'
import { s3Images } from 'kalends/images/s3'
import { memoryStorage } from 'kalends/storage/memory'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { asText, PICTURES } from '../setup/pictures.ts'
import { KEYS, s3Server, signatureOf } from '../setup/s3-server.ts'

const root = mkdtempSync(join(tmpdir(), 'kalends-images-'))
afterAll(() => rmSync(root, { recursive: true }))

const S3 = { ...KEYS, endpoint: 'https://s3.example', bucket: 'town', region: 'eu-central-1' }

const picture = (
  id: number,
  name = '0a-bridge.png',
  bytes: Uint8Array = PICTURES['image/png'],
): StoredImage => ({
  ...{ id, name, bytes, type: 'image/png', size: bytes.length },
  date: new Date('2031-01-01T00:00:00Z'),
})

const read = async (store: ImageStore, id: number, name: string): Promise<string | undefined> => {
  const found = await store.get?.(id, name)
  return found && asText(new Uint8Array(await new Response(found.bytes).arrayBuffer()))
}

let folders = 0
const STORES = [
  ['the database', () => databaseImages(memoryStorage())],
  ['a folder', () => folderImages(join(root, String(folders++)))],
  ['S3', () => s3Images({ ...S3, fetch: s3Server().fetch })],
] as const

describe.each(STORES)('%s', (_, open) => {
  test('gives back what it was given, with size and type, until it is removed', async () => {
    const store = open()
    const png = asText(PICTURES['image/png'])
    await store.put(picture(1))
    await store.put(picture(1, '0a-bridge-medium.png'))
    await store.put(picture(2))
    expect(await read(store, 1, '0a-bridge.png')).toBe(png)
    const medium = await store.get(1, '0a-bridge-medium.png')
    expect(medium).toMatchObject({ size: png.length, type: 'image/png' })
    await medium?.bytes.cancel()
    await store.remove(1, '0a-bridge.png')
    expect(await read(store, 1, '0a-bridge.png')).toBeUndefined()
    expect(await read(store, 1, '0a-bridge-medium.png')).toBe(png)
    expect(await read(store, 2, '0a-bridge.png')).toBe(png)
  })

  test('has no file that was never stored, and removing one is no error', async () => {
    const store = open()
    expect(await read(store, 7, '0a-bridge.png')).toBeUndefined()
    await store.remove(7, '0a-bridge.png')
  })

  test('keeps a file of a megabyte byte for byte', async () => {
    const store = open()
    const bytes = Uint8Array.from({ length: 1_000_003 }, (_, index) => (index * index) % 256)
    await store.put(picture(3, '0b.png', bytes))
    expect((await read(store, 3, '0b.png')) === asText(bytes)).toBe(true)
  })
})

describe('a folder', () => {
  test('is made when the first file comes, and has no more than the files', async () => {
    const path = join(root, 'new', 'deep')
    const store = folderImages(path)
    await store.put(picture(1))
    expect(readdirSync(path, { recursive: true }).map(String).sort()).toEqual(['1', '1/0a-bridge.png'])
    await store.remove(1, '0a-bridge.png')
    expect(readdirSync(path)).toEqual([])
  })

  test.each(['../x.png', 'a/b.png', '..', '.hidden.png', 'a\\b.png', 'a\0.png', ''])(
    'is never left: %j',
    async (name) => {
      const store = folderImages(join(root, 'walled'))
      await expect(store.put(picture(1, name))).rejects.toThrow('is no name of a file')
      expect(await store.get(1, name)).toBeUndefined()
      await store.remove(1, name)
    },
  )

  test('has no half of a file that could not be written', async () => {
    const path = join(root, 'full')
    const store = folderImages(path)
    await store.put(picture(1))
    // A name where a folder is cannot be taken.
    await expect(folderImages(join(path, '1', '0a-bridge.png')).put(picture(2))).rejects.toThrow()
    expect(readdirSync(join(path, '1'))).toEqual(['0a-bridge.png'])
  })

  test('needs a path', () => {
    expect(() => folderImages('')).toThrow('the path of a folder')
  })
})

describe('the signature', () => {
  // Amazon S3 API Reference, "Signature Calculations for the Authorization Header": its examples.
  const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const date = '20130524T000000Z'
  test.each([
    [
      'GET',
      '/test.txt',
      { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY, 'x-amz-date': date },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test%24file.text',
      {
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        'x-amz-date': date,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET',
      '/?lifecycle',
      { 'x-amz-content-sha256': EMPTY, 'x-amz-date': date },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      { 'x-amz-content-sha256': EMPTY, 'x-amz-date': date },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('of the server is that of the example %s %s', (method, path, fields, signature) => {
    // A `Headers` may not have a `date`, so a plain object stands for one.
    const values = new Map<string, string>(Object.entries(fields))
    const headers = Object.assign(new Headers(), { get: (name: string) => values.get(name) ?? null })
    const request = { method, url: `https://examplebucket.s3.amazonaws.com${path}`, headers }
    const signed = ['host', ...values.keys()].sort()
    expect(signatureOf(request, signed, '20130524/us-east-1/s3/aws4_request', KEYS.secretAccessKey)).toBe(
      signature,
    )
  })
})

describe('S3', () => {
  test('gets the file with its type, to be cached for ever, below the prefix', async () => {
    const server = s3Server()
    await s3Images({ ...S3, prefix: 'our calendar/', fetch: server.fetch }).put(picture(1))
    const file = server.stored.get('/town/our%20calendar/1/0a-bridge.png')
    expect(file?.headers.get('content-type')).toBe('image/png')
    expect(file?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(server.refused).toEqual([])
  })

  test('of another secret refuses each request, and the error says why', async () => {
    const server = s3Server('another secret')
    const store = s3Images({ ...S3, fetch: server.fetch })
    await expect(store.put(picture(1))).rejects.toThrow(
      /PUT 1\/0a-bridge\.png: status 403 .*SignatureDoesNotMatch/,
    )
    await expect(store.get(1, '0a-bridge.png')).rejects.toThrow('status 403')
    await expect(store.remove(1, '0a-bridge.png')).rejects.toThrow('status 403')
    expect(server.stored.size).toBe(0)
  })

  test.each([
    ['body', (request: Request) => new Request(request, { body: 'other bytes' })],
    ['path', (request: Request) => new Request(request.url.replace('bridge', 'gate'), request)],
    [
      'type',
      (request: Request) =>
        new Request(request, {
          headers: { ...Object.fromEntries(request.headers), 'content-type': 'text/html' },
        }),
    ],
    [
      'cache',
      (request: Request) =>
        new Request(request, {
          headers: { ...Object.fromEntries(request.headers), 'cache-control': 'no-store' },
        }),
    ],
  ])('refuses a request of which somebody has changed the %s', async (what, change) => {
    const server = s3Server()
    const store = s3Images({ ...S3, fetch: async (request) => server.fetch(change(request)) })
    const putting = store.put(picture(1))
    // The library leaves the type out of what it signs, as the specification allows.
    if (what === 'type') await putting
    else await expect(putting).rejects.toThrow('status 403')
  })

  test('with a public address is read there', async () => {
    const store = s3Images({ ...S3, publicUrl: 'https://images.town.example/', fetch: s3Server().fetch })
    expect(await store.put(picture(1))).toEqual({ url: 'https://images.town.example/1/0a-bridge.png' })
  })

  test('follows no redirect, which could lead into the network of the host', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      const status = request.url === '/secret' ? 200 : request.method === 'GET' ? 302 : 307
      response.writeHead(status, { location: '/secret' }).end('words')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    // A server that listens on TCP has this form of address.
    const { port } = server.address() as AddressInfo
    const store = s3Images({ ...S3, endpoint: `http://127.0.0.1:${port}` })
    await expect(store.get(1, '0a-bridge.png')).rejects.toThrow('status 302 words')
    await expect(store.put(picture(1))).rejects.toThrow('status 307 words')
    await expect(store.remove(1, '0a-bridge.png')).rejects.toThrow('status 307 words')
    expect(asked.filter((one) => one.endsWith('/secret'))).toEqual([])
  })

  test('has done what its status says, though the body of the answer breaks off', async () => {
    const broken = (status: number) => async () =>
      new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broke off')) }), {
        status,
      })
    await s3Images({ ...S3, fetch: broken(200) }).put(picture(1))
    await s3Images({ ...S3, fetch: broken(404) }).remove(1, '0a-bridge.png')
    expect(await s3Images({ ...S3, fetch: broken(404) }).get(1, '0a-bridge.png')).toBeUndefined()
  })

  test('that refuses with words without end is heard no longer than the first of them', async () => {
    const endless = async () =>
      new Response(
        new ReadableStream({ pull: (controller) => controller.enqueue(new TextEncoder().encode('no ')) }),
        {
          status: 500,
        },
      )
    await expect(s3Images({ ...S3, fetch: endless }).get(1, '0a-bridge.png')).rejects.toThrow('status 500 no')
  })

  test('that does not answer is given up', async () => {
    const fetch = (request: Request) =>
      new Promise<Response>((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
      })
    await expect(s3Images({ ...S3, timeout: 1, fetch }).put(picture(1))).rejects.toThrow(
      'no answer within 1 ms',
    )
  })

  test('needs its options', () => {
    expect(() => s3Images({ ...S3, bucket: '' })).toThrow('bucket: is missing')
    expect(() => s3Images({ ...S3, endpoint: 'ftp://x' })).toThrow('endpoint: must be')
    expect(() => s3Images({ ...S3, endpoint: 'https://user:secret@x' })).toThrow('endpoint: must be')
    expect(() => s3Images({ ...S3, publicUrl: 'images' })).toThrow('publicUrl: must be')
  })
})
