import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { describe, expect, test } from 'vitest'
import { at, eventOf, idOf, openCalendar } from './calendar.ts'

const URL_ = 'https://town.example/event.png'
const SHOWN = { url: URL_, id: 0, extension: 'png', width: 0, height: 0, filesize: 0, sizes: {} }
const OWN = 'https://a.example/own.jpg'

describe('an event without an image', () => {
  test('shows the default one in answers, lists, json_ld and feeds; one with an image shows its own', async () => {
    const { ask, make, send } = openCalendar({ defaultImage: URL_ })
    const bare = await make('events', eventOf({ title: 'Bare' }))
    const own = await make('events', eventOf({ title: 'Own', image: OWN }))
    expect((await ask('GET', `/events/${bare}`)).body).toMatchObject({
      image: SHOWN,
      json_ld: { image: URL_ },
    })
    expect((await ask('GET', `/events/${own}`)).body).toMatchObject({
      image: { url: OWN },
      json_ld: { image: OWN },
    })
    const { body } = await ask('GET', '/events?_fields=image.url')
    expect([at(body, 'events', 0), at(body, 'events', 1)]).toEqual([
      { image: { url: URL_ } },
      { image: { url: OWN } },
    ])
    const feed = await send('/events.ics', {})
    expect(feed.text.match(/ATTACH:.*/g)?.map((line) => line.trim())).toEqual([
      `ATTACH:${URL_}`,
      `ATTACH:${OWN}`,
    ])
  })

  test('shows all that the host says of the default one', async () => {
    const defaultImage = { ...SHOWN, id: 7, width: 640, height: 480 }
    const { ask, make } = openCalendar({ defaultImage })
    const id = await make('events', eventOf())
    expect((await ask('GET', `/events/${id}`)).body.image).toEqual(defaultImage)
  })

  test('shows none behind its password, and venues and organizers have none', async () => {
    const { ask, make } = openCalendar({ defaultImage: URL_ })
    await make('events', eventOf({ password: 'secret' }))
    const { body } = await ask('GET', '/events', undefined, 'visitor')
    expect(at(body, 'events', 0)).toMatchObject({ image: false })
    const venue = await make('venues', { venue: 'Hall' })
    expect((await ask('GET', `/venues/${venue}`)).body).not.toHaveProperty('image')
  })
})

describe('the default image is not stored', () => {
  /** What a calendar over the same storage shows without the option. */
  async function open() {
    const storage = memoryStorage()
    const calendar = openCalendar({ defaultImage: URL_ }, storage)
    const api = createEventsApi(storage)
    const stored = async (id: number): Promise<unknown> =>
      (await (await api.fetch(new Request(`http://localhost${api.basePath}/events/${id}`))).json()).image
    return { ...calendar, stored }
  }

  test.each(['PUT', 'PATCH', 'POST'])('by an answer that is sent back whole: %s', async (method) => {
    const { ask, make, stored } = await open()
    const id = await make('events', eventOf())
    const { body } = await ask('GET', `/events/${id}`)
    const sent = await ask(method, `/events/${id}`, body)
    expect(sent).toMatchObject({ status: 200, body: { image: SHOWN } })
    expect(await stored(id)).toBe(false)
    expect((await ask('GET', `/events/${id}`)).body.image).toEqual(body.image)
  })

  test('by a copy, nor in place of an image that the event had', async () => {
    const { ask, make, stored } = await open()
    const copy = idOf((await ask('POST', '/events', eventOf({ image: SHOWN }))).body)
    expect(await stored(copy)).toBe(false)
    const id = await make('events', eventOf({ title: 'Own', image: OWN }))
    await ask('PATCH', `/events/${id}`, { image: SHOWN })
    expect(await stored(id)).toBe(false)
  })

  test('but its address is an image like any other; clearing that shows the default one', async () => {
    const { ask, make, stored } = await open()
    const id = await make('events', eventOf({ image: URL_ }))
    expect(await stored(id)).toEqual(SHOWN)
    const { body } = await ask('GET', `/events/${id}`)
    await ask('PUT', `/events/${id}`, body)
    expect(await stored(id)).toEqual(SHOWN)
    await ask('PATCH', `/events/${id}`, { image: '' })
    expect(await stored(id)).toBe(false)
    expect((await ask('GET', `/events/${id}`)).body.image).toEqual(SHOWN)
  })
})

test.each(['javascript:alert(1)', 'town.example/x.png', 'https://', ''])(
  'an invalid address is refused when the API is made: %j',
  (url) => {
    for (const defaultImage of [url, { ...SHOWN, url }])
      expect(() => createEventsApi(memoryStorage(), { defaultImage })).toThrow(
        `defaultImage: '${url}' is not an http or https URL`,
      )
  },
)
