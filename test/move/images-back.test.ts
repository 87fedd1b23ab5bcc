import { createEventsApi, type EventsApiOptions, type Image } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { importSite } from 'kalends/move'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { event, type Row, SITE, smallSite, venue } from './small-site.ts'

/* Images that stay on the old site have IDs of its media, which nobody else here knows. */

const URL_OF_IMAGE = `${SITE}/wp-content/uploads/bridge.jpg`
const image = (id: number) => ({
  ...{ id, url: URL_OF_IMAGE, extension: 'jpg', width: 800, height: 600, filesize: 9000, sizes: {} },
})
const other: Image = { ...image(99), url: `${SITE}/other.jpg` }

const CALENDARS: readonly (readonly [
  string,
  (storage: ReturnType<typeof memoryStorage>) => EventsApiOptions,
])[] = [
  ['without images of its own', () => ({})],
  ['with uploads', (storage) => ({ images: { store: databaseImages(storage) } })],
  ['whose host knows other images', () => ({ resolveImage: (value) => (value === 99 ? other : null) })],
]

describe.each(CALENDARS)('a calendar %s', (_, optionsOf) => {
  async function opened() {
    const storage = memoryStorage()
    const records = {
      events: [event(7, { image: image(23) }), event(8)],
      venues: [venue(9, { image: image(24) })],
    }
    await importSite(storage, { url: SITE, fetch: smallSite(records).fetch, sleep: async () => {} })
    const api = createEventsApi(storage, { basePath: '/api', ...optionsOf(storage) })
    const ask = api.as({ id: 1, role: 'administrator' })
    return async (path: string, body?: Row) => {
      const request = new Request(`http://localhost/api/vendor/events/v1/${path}`, {
        method: body === undefined ? 'GET' : 'PATCH',
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      const response = await ask(request)
      const answer: Row = Object(await response.json())
      return { http: response.status, ...answer }
    }
  }

  test.each([
    ['events/7', '23', 23],
    ['events/7', 23, 23],
    ['events/7', URL_OF_IMAGE, 23],
    ['events/7', image(23), 23],
    ['venues/9', '24', 24],
    ['venues/9', 24, 24],
  ])('%s takes its own image back: %j', async (path, sent, id) => {
    const ask = await opened()
    expect(await ask(path, { image: sent })).toMatchObject({ http: 200, image: { id, width: 800 } })
    expect(await ask(path)).toMatchObject({ image: image(id) })
  })

  test.each([
    ['events/7', 24],
    ['events/8', '23'],
    ['venues/9', 23],
  ])('%s does not take another ID: %j', async (path, sent) => {
    const ask = await opened()
    const before = await ask(path)
    expect(await ask(path, { image: sent })).toMatchObject({ http: 400 })
    expect(await ask(path)).toEqual(before)
  })
})
