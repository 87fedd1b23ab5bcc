import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Media } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { databaseImages } from 'kalends/images/database'
import { expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, openCalendar } from '../routes/calendar.ts'
import { asText, bytesOf, inserted, PICTURES } from '../setup/pictures.ts'

interface Opened {
  readonly storage: Storage
  readonly close: () => Promise<unknown>
}

/** A picture whose file takes several documents. */
const pixels = Uint8Array.from({ length: 250_000 }, (_, index) => (index * 7) % 251)
const LARGE = inserted(PICTURES['image/png'], 33, bytesOf(pixels.length, 'IDAT', pixels, 0))

/** From the upload to the last byte of the file, on one storage, over a socket. */
export function imagesOn(open: () => Promise<Opened>): void {
  test('an image is uploaded, served, shown, changed, refused to go, and gone with its file', async () => {
    const { storage, close } = await open()
    await storage.migrate()
    const { api, ask, make, setTime } = openCalendar({ images: { store: databaseImages(storage) } }, storage)
    const server = createServer(toNodeListener(api)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a port has an address with one.
    const { port } = server.address() as AddressInfo
    const fetchFrom = (url: string, headers: Record<string, string> = {}) =>
      fetch(url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${port}`), { headers })
    try {
      const form = new FormData()
      form.set('file', new File([LARGE], 'Brücke.png'))
      form.set('alt', 'The bridge')
      form.set('sizes[medium]', new File([PICTURES['image/webp']], 'm.webp'))
      const headers = { 'x-user': 'author' }
      const sent = await fetch(`http://127.0.0.1:${port}${api.basePath}/media`, {
        method: 'POST',
        body: form,
        headers,
      })
      expect(sent.status).toBe(201)
      const media: Media = await sent.json()
      const file = await fetchFrom(media.url)
      expect(file.headers.get('content-length')).toBe(String(LARGE.length))
      expect(asText(new Uint8Array(await file.arrayBuffer())) === asText(LARGE)).toBe(true)
      const part = await fetchFrom(media.url, { range: 'bytes=100000-100009' })
      expect([part.status, ...new Uint8Array(await part.arrayBuffer())]).toEqual([
        206,
        ...LARGE.subarray(100_000, 100_010),
      ])

      const event = await make('events', eventOf({ image: media.id }))
      const venue = await make('venues', { venue: 'Hall', image: media.id })
      await ask('PATCH', `/media/${media.id}`, { alt: 'The old bridge' })
      for (const path of [`/events/${event}`, `/venues/${venue}`])
        expect(at((await ask('GET', path)).body, 'image', 'alt')).toBe('The old bridge')
      expect((await ask('GET', '/media?search=bruecke')).body.total).toBe(1)
      const refused = await ask('DELETE', `/media/${media.id}`)
      expect([refused.status, at(refused.body, 'data', 'records')]).toEqual([409, [event, venue]])
      setTime('2027-06-01T12:00:00Z')
      expect(await api.purge({ olderThan: 30 })).toEqual({ removed: 0, more: false })
      await ask('DELETE', `/media/${media.id}?force=true`)
      expect((await ask('GET', `/events/${event}`)).body.image).toBe(false)
      const left = { where: [{ key: 'owner', in: ['image', 'file', 'part'] }] } as const
      expect(await storage.count('extra', left)).toBe(0)
      expect((await fetchFrom(media.url)).status).toBe(404)
    } finally {
      server.closeAllConnections()
      server.close()
      await close()
    }
  })
}
