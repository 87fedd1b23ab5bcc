import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  create,
  isHere,
  isWithoutSidewaysScrolling,
  named,
  narrow,
  read,
  send,
  told,
  useBrowser,
  violations,
} from './editor-browser.ts'

/*
 * Subscriptions in the page for editors: calendars from elsewhere, and events that come from one. One test has the calendar
 * itself; for the others, the routes of sources are played, as they are documented, so that each answer and each failure can
 * be had when a test wants it.
 */

interface PlayedSource {
  id: number
  url: string
  title: string
  every: number
  paused: boolean
  status: string
  format: string
  categories: (number | string)[]
  tags: (number | string)[]
  map: Record<string, number | string>
  only: { words: string[]; categories: string[] }
  venue: number | string | null
  timezone: string | null
  window: { past_days: number; future_days: number }
  keep_gone: boolean
  copy_images: boolean
  last_run: string | null
  last_ok: string | null
  next_run: string | null
  error: string | null
  events: number
}

const LIBRARY: PlayedSource = {
  id: 7,
  url: 'https://library.example/events.ics',
  title: 'City library',
  every: 60,
  paused: false,
  status: 'publish',
  format: 'ics',
  categories: [],
  tags: [],
  map: {},
  only: { words: [], categories: [] },
  venue: null,
  timezone: null,
  window: { past_days: 30, future_days: 730 },
  keep_gone: false,
  copy_images: false,
  last_run: '2031-03-04T10:00:00Z',
  last_ok: '2031-03-04T10:00:00Z',
  next_run: '2031-03-04T11:00:00Z',
  error: null,
  events: 12,
}
const CINEMA: PlayedSource = {
  ...LIBRARY,
  id: 8,
  url: 'https://cinema.example/feed',
  title: '',
  last_run: '2031-03-04T10:05:00Z',
  last_ok: null,
  error: 'the server answers 500',
  events: 0,
}
const NOTHING = { new: 0, changed: 0, gone: 0, kept: 0, outside: 0, attached: [], refused: [] }

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Plays the routes on `page`, and remembers what was sent. `answers`: by method and path, before the usual ones. */
async function playSources(
  page: Page,
  sources: PlayedSource[],
  answers: Record<string, readonly [number, unknown]> = {},
) {
  const sent: Sent[] = []
  await page.route('**/vendor/events/v1/me', async (route) => {
    const response = await route.fetch()
    const me = await response.json()
    await route.fulfill({ response, json: { ...me, features: { ...me.features, sources: true } } })
  })
  await page.route(/\/vendor\/events\/v1\/sources/, async (route) => {
    const request = route.request()
    const { pathname, search } = new URL(request.url())
    const path = `${pathname.replace(/^.*\/sources/, '/sources')}${search}`
    const method = request.method()
    const body: unknown = request.postDataJSON()
    if (method !== 'GET') sent.push({ method, path, body })
    const [status, json] = answers[`${method} ${path}`] ?? played(method, path, body)
    await route.fulfill({ status, json })
  })
  return sent

  function played(method: string, path: string, body: unknown): readonly [number, unknown] {
    const source = sources.find(({ id }) => path.startsWith(`/sources/${id}`))
    if (method === 'GET' && source !== undefined) return [200, source]
    if (method === 'GET') return [200, { sources, total: sources.length, total_pages: 1 }]
    if (method === 'PATCH' && source !== undefined) return [200, Object.assign(source, body)]
    if (method === 'POST' && path === '/sources') {
      const added = { ...CINEMA, id: 9, title: 'New one', error: null, ...Object(body) }
      sources.push(added)
      return [201, added]
    }
    if (method === 'POST')
      return [200, { ...NOTHING, new: 3, changed: 1, refused: [{ uid: 'a@b', why: 'it has no start' }] }]
    if (method === 'DELETE') {
      sources.splice(0, sources.length, ...sources.filter((one) => one !== source))
      return [200, source]
    }
    return [404, { code: 'rest_no_route', message: 'no route', data: { status: 404 } }]
  }
}

describe.skipIf(!isHere)(named('subscriptions, in Chromium'), () => {
  const { calendar } = useBrowser()

  /** The screen at `path`, with these subscriptions. */
  async function opened(
    path: string,
    sources: PlayedSource[] = [{ ...LIBRARY }, { ...CINEMA }],
    answers: Record<string, readonly [number, unknown]> = {},
    options = {},
  ) {
    const { open } = await calendar()
    const page = await open('editor', '/feeds', options)
    const sent = await playSources(page, sources, answers)
    await page.goto(page.url().replace(/\/feeds.*/, path))
    await page.getByText('Loading …').first().waitFor({ state: 'detached' })
    return { page, sent, sources }
  }

  test('the list says when each was read, what went wrong, when it is next, and how many events it has', async () => {
    const { page } = await opened('/subscriptions')
    await page.getByRole('navigation').getByRole('link', { name: 'Subscriptions' }).waitFor()
    const table = page.getByRole('table', { name: 'Subscriptions' })
    const library = table.getByRole('row', { name: 'City library' })
    const words = await library.innerText()
    expect(words).toContain('12 events')
    // On the clock of the browser, in Honolulu.
    expect(words).toMatch(/Mar 4, 2031, 12:00\sAM/)
    expect(words).toMatch(/Mar 4, 2031, 1:00\sAM/)
    // One without a title is named by its host.
    await table.getByRole('row', { name: 'cinema.example' }).getByText('the server answers 500').waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('adding: an address, a preview that changes nothing, then the subscription', async () => {
    const { page, sent } = await opened('/subscriptions', [], {
      'POST /sources?dry_run=1': [
        200,
        {
          ...{ ...NOTHING, new: 40, attached: [{ uid: 'x', id: 3 }] },
          events: [
            {
              ...{ change: 'new', uid: 'a', title: 'Tom &amp; Jerry', all_day: false },
              ...{ start_date: '2031-05-10 10:00:00', end_date: '2031-05-10 11:00:00' },
            },
          ],
        },
      ],
    })
    await page.getByText('There is no subscription yet.').waitFor()
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await page
      .getByRole('textbox', { name: 'Address of the calendar' })
      .fill('webcal://church.example/feed.ics')
    await page.getByRole('spinbutton', { name: 'Every … minutes' }).fill('120')
    await page.getByRole('combobox', { name: 'New events are' }).selectOption({ label: 'Published' })
    await page.getByRole('button', { name: 'Preview' }).click()
    await told(page, 'Nothing is changed yet')
    const report = page.getByRole('region', { name: 'What would come' })
    await report.getByText('40').waitFor()
    await report.getByText('Tom & Jerry, ').waitFor()
    await report.getByText('and 39 more').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await told(page, 'Added: New one')
    const body = {
      ...{ url: 'https://church.example/feed.ics', every: 120, status: 'publish', format: 'ics' },
      ...{
        categories: [],
        tags: [],
        map: {},
        only: { words: [], categories: [] },
        venue: null,
        timezone: '',
      },
      ...{ window: { past_days: 30, future_days: 730 }, keep_gone: false, copy_images: false },
    }
    expect(sent).toEqual([
      { method: 'POST', path: '/sources?dry_run=1', body },
      { method: 'POST', path: '/sources', body },
    ])
    await page.getByRole('table', { name: 'Subscriptions' }).getByRole('row', { name: 'New one' }).waitFor()
  })

  test('what is wrong stands beside its field, and what was typed stays', async () => {
    const params = { url: 'is not a public host', every: 'must be 15 to 10080' }
    const message = 'Invalid parameter(s): url, every'
    const refusal = { code: 'rest_invalid_param', message, data: { status: 400, params } }
    const { page, sent } = await opened('/subscriptions/new', [], { 'POST /sources': [400, refusal] })
    await page.getByRole('button', { name: 'Add subscription' }).click()
    const address = page.getByRole('textbox', { name: 'Address of the calendar' })
    await page.getByText('The address is missing.').waitFor()
    expect(await address.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(sent).toEqual([])
    await address.fill('http://127.0.0.1/feed')
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await told(page, 'The calendar does not take this: url: is not a public host; every: must be')
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    await page.getByText('is not a public host', { exact: true }).waitFor()
    expect(await address.inputValue()).toBe('http://127.0.0.1/feed')
    expect(await violations(page)).toEqual([])
  })

  test('reading now, pausing with a way back, and changing how often', async () => {
    const { page, sent } = await opened('/subscriptions')
    const row = page.getByRole('row', { name: 'City library' })
    await row.getByRole('button', { name: 'Read now' }).click()
    await told(page, '3 new, 1 changed')
    await row.getByRole('button', { name: 'Pause' }).click()
    await told(page, 'Paused: City library')
    await row.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByRole('button', { name: 'Pause' }).waitFor()
    await row.getByRole('link', { name: 'City library' }).click()
    const every = page.getByRole('spinbutton', { name: 'Every … minutes' })
    expect(await every.inputValue()).toBe('60')
    await every.fill('30')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('it has no start a@b').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: City library')
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /sources/7/pull',
      'PATCH /sources/7',
      'PATCH /sources/7',
      'POST /sources/7/pull?dry_run=true',
      'PATCH /sources/7',
    ])
    expect(sent.at(-1)?.body).toMatchObject({ every: 30, url: LIBRARY.url })
  })

  test('a reading that fails, or takes longer, says so', async () => {
    const { page } = await opened('/subscriptions', undefined, {
      'POST /sources/7/pull': [202, { ...NOTHING, new: 3, more: true }],
      'POST /sources/8/pull': [200, { ...NOTHING, error: 'no answer from cinema.example: fetch failed' }],
    })
    await page.getByRole('row', { name: 'City library' }).getByRole('button', { name: 'Read now' }).click()
    await told(
      page,
      '3 new, 0 changed, 0 gone, 0 kept as changed here, 0 here already, 0 refused. This takes longer. It goes on',
    )
    await page.getByRole('row', { name: 'cinema.example' }).getByRole('button', { name: 'Read now' }).click()
    await told(page, 'no answer from cinema.example: fetch failed')
    await page.getByRole('link', { name: 'cinema.example' }).click()
    await page.getByText('The last reading failed: the server answers 500').waitFor()
  })

  test('where many events are gone at once, somebody says whether that is true', async () => {
    const error = '8 of 12 events are gone from the calendar; they stay until it is read with confirm=1'
    const held = { ...LIBRARY, error }
    const { page, sent } = await opened('/subscriptions', [held], {
      'POST /sources/7/pull': [200, { ...NOTHING, held: 8, error }],
      'POST /sources/7/pull?confirm=true': [200, { ...NOTHING, gone: 8 }],
    })
    const row = page.getByRole('row', { name: 'City library' })
    const dialog = page.getByRole('dialog', { name: 'More than half of the events are gone' })
    // The next day, too: it says what to do.
    await row.getByText('They stay until you confirm it: choose “Read now”.').waitFor()
    await row.getByRole('button', { name: 'Read now' }).click()
    await dialog.getByText('8 events are no longer there.').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep them' }).click()
    expect(sent).toHaveLength(1)
    await row.getByRole('link', { name: 'City library' }).click()
    await page.getByText('They stay until you confirm it').waitFor()
    expect(await page.getByText('failed').count()).toBe(0)
    await page.getByRole('button', { name: 'Read now' }).click()
    await dialog.getByRole('button', { name: 'Cancel these events' }).click()
    await told(page, '8 gone')
    expect(sent.map(({ path }) => path)).toEqual([
      '/sources/7/pull',
      '/sources/7/pull',
      '/sources/7/pull?confirm=true',
    ])
  })

  test('removing asks what becomes of the events', async () => {
    const { page, sent } = await opened('/subscriptions')
    await page.getByRole('row', { name: 'City library' }).getByRole('button', { name: 'Remove' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove subscription' })
    await dialog.getByText('What becomes of its 12 events?').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(sent).toEqual([])
    await page.getByRole('row', { name: 'City library' }).getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('radio', { name: 'They move to the trash' }).check()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await told(page, 'Removed: City library')
    await page.getByRole('row', { name: 'City library' }).waitFor({ state: 'detached' })
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /sources/7?events=trash'])
  })

  test('an event says where it comes from and what is kept here, and follows its source again', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('editor')
    const source = {
      id: 7,
      uid: 'x',
      url: 'https://library.example/jazz',
      kept: ['title', 'start_date', 'end_date'],
    }
    let follows = 0
    await page.route(new RegExp(`/events/${id}(\\?|$)`), async (route) => {
      if (route.request().resourceType() === 'document') return route.continue()
      const response = await route.fetch()
      const kept = follows === 0 ? source.kept : []
      await route.fulfill({ response, json: { ...(await response.json()), source: { ...source, kept } } })
    })
    await page.route(`**/events/${id}/follow`, async (route) => {
      follows++
      await route.fulfill({ json: await read(api, id) })
    })
    await page.getByRole('link', { name: 'Jazz' }).click()
    const origin = page.getByRole('region', { name: 'Where it comes from' })
    await origin.getByText('Changed here, and kept: Title, Start date, End date').waitFor()
    expect(await origin.getByRole('link', { name: 'Its page there' }).getAttribute('href')).toBe(source.url)
    expect(await violations(page)).toEqual([])
    await origin.getByRole('button', { name: 'Follow the source again' }).click()
    await told(page, 'follows its source again')
    await origin.getByText('What you change here stays').waitFor()
    expect(follows).toBe(1)
  })

  test('with the calendar itself: a page is pasted, its events come, one is changed here and follows again', async () => {
    const feed = [
      ...['BEGIN:VCALENDAR', 'X-WR-CALNAME:Choir', 'BEGIN:VEVENT', 'UID:a@choir.example', 'SUMMARY:Matins'],
      ...['DTSTART:20310304T190000', 'DTEND:20310304T210000', 'URL:https://choir.example/matins'],
      ...['END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n')
    const { api, open } = await calendar({
      now: () => new Date('2031-03-01T12:00:00Z'),
      sources: {
        fetch: async (url) =>
          url.endsWith('.ics') ? new Response(feed) : new Response('<a href="/feed.ics">Subscribe</a>'),
      },
    })
    const page = await open('editor', '/subscriptions')
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await page.getByRole('textbox', { name: 'Address of the calendar' }).fill('choir.example/dates')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page
      .getByRole('region', { name: 'What would come' })
      .getByRole('definition')
      .first()
      .getByText('1')
      .waitFor()
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await page.getByRole('row', { name: 'choir.example' }).getByText('0 events').waitFor()
    await page.getByRole('button', { name: 'Read now' }).click()
    await told(page, '1 new')
    await page.getByRole('row', { name: 'Choir' }).getByText('1 event').waitFor()

    const { events } = (await send(api, 'GET', '/events?status=pending&start_date=2031-03-01')).body
    await page.goto(page.url().replace('/subscriptions', `/events/${events[0].id}`))
    const origin = page.getByRole('region', { name: 'Where it comes from' })
    await origin.getByText('What you change here stays').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Evensong')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Evensong')
    await origin.getByText('Changed here, and kept: Title').waitFor()
    await origin.getByRole('button', { name: 'Follow the source again' }).click()
    await told(page, 'follows its source again')
    await origin.getByText('What you change here stays').waitFor()
    expect(await api.pull()).toMatchObject({ read: 1, changed: 1 })
    expect((await read(api, events[0].id)).title).toBe('Matins')
  })

  test('with the calendar itself: what is rarely used is set under More, stays, and is seen again', async () => {
    const { api, open } = await calendar({
      now: () => new Date('2031-03-01T12:00:00Z'),
      sources: { fetch: async () => new Response('', { status: 404 }) },
    })
    const { id: fairs } = (await send(api, 'POST', '/categories', { name: 'Fairs' })).body
    const page = await open('editor', '/subscriptions/new')
    const field = (name: string) => page.getByRole('textbox', { name })
    await field('Address of the calendar').fill('https://choir.example/a.ics')
    const categories = page.getByRole('combobox', { name: 'Categories' })
    await categories.fill('Music')
    await page.getByRole('option', { name: 'Create "Music"' }).click()
    const more = page.getByText('More', { exact: true })
    expect(await field('Their categories as ours').isVisible()).toBe(false)
    await more.click()
    await field('Only with one of these words').fill('choir\n\n  organ ')
    await field('Only with one of their categories').fill('Arts, crafts')
    await field('Their categories as ours').fill('Konzert')
    await page.getByRole('spinbutton', { name: 'Days ahead' }).fill('90')
    await page.getByRole('combobox', { name: 'Venue, if none is named' }).fill('Chapel')
    await page.getByRole('option', { name: 'Create "Chapel"' }).click()
    await page.getByRole('combobox', { name: 'Time zone, if none is named' }).fill('Vienna')
    await page.getByRole('option', { name: 'Europe/Vienna' }).click()
    expect(await violations(page)).toEqual([])
    // A line of the map without ours: nothing is sent, and the field has the focus, also if "More" was closed.
    await more.click()
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await page.getByText('Each line is: theirs = ours.').waitFor()
    const map = field('Their categories as ours')
    expect(await map.evaluate((element) => element === document.activeElement)).toBe(true)
    await map.fill(`Konzert = music\na = b = ${fairs}`)
    await page.getByRole('button', { name: 'Add subscription' }).click()
    await told(page, 'Added: choir.example')
    const { sources } = (await send(api, 'GET', '/sources')).body
    expect(sources[0]).toMatchObject({
      categories: ['Music'],
      only: { words: ['choir', 'organ'], categories: ['Arts, crafts'] },
      map: { Konzert: 'music', 'a = b': fairs },
      venue: 'Chapel',
      timezone: 'Europe/Vienna',
      window: { past_days: 30, future_days: 90 },
    })

    await page.getByRole('link', { name: 'choir.example' }).click()
    // It is open, because something is set there.
    await map.waitFor()
    expect(await map.inputValue()).toBe(`Konzert = music\na = b = ${fairs}`)
    await page.getByRole('spinbutton', { name: 'Days back' }).fill('-1')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/must be .*0/)
      .first()
      .waitFor()
    await page.getByRole('spinbutton', { name: 'Days back' }).fill('0')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: choir.example')
    const after = (await send(api, 'GET', '/sources')).body.sources[0]
    expect(after).toEqual({ ...sources[0], window: { past_days: 0, future_days: 90 } })
  })

  test('the preview links what is here already by its title, and says why others are refused', async () => {
    const { api, open } = await calendar({
      now: () => new Date('2031-03-01T12:00:00Z'),
      sources: {
        fetch: async () =>
          new Response(
            [
              ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:Jazz', 'DTSTART:20310304T190000'],
              ...['DTEND:20310304T210000', 'END:VEVENT', 'BEGIN:VEVENT', 'UID:b', 'SUMMARY:Secret'],
              ...['CLASS:PRIVATE', 'DTSTART:20310304T190000', 'END:VEVENT', 'END:VCALENDAR', ''],
            ].join('\r\n'),
          ),
      },
      locale: 'de-AT',
    })
    const { id } = await create(api)
    const page = await open('editor', '/subscriptions/new')
    await page.getByRole('textbox', { name: 'Adresse des Kalenders' }).fill('https://choir.example/a.ics')
    await page.getByRole('button', { name: 'Vorschau' }).click()
    const report = page.getByRole('region', { name: 'Was kommen würde' })
    const link = report.getByRole('link', { name: 'Jazz' })
    await link.waitFor()
    expect(await link.getAttribute('href')).toContain(`/events/${id}`)
    await report.getByText('sie ist als privat gekennzeichnet b').waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('the screen is not for those who may not, nor where the calendar has no sources', async () => {
    const { open } = await calendar()
    const author = await open('author', '/feeds')
    await playSources(author, [{ ...LIBRARY }])
    await author.goto(author.url().replace('/feeds', '/subscriptions'))
    await author.getByRole('heading', { name: 'There is no such page' }).waitFor()
    const editor = await open('editor')
    await editor.getByRole('navigation').getByRole('link', { name: 'Feeds' }).waitFor()
    expect(await editor.getByRole('link', { name: 'Subscriptions' }).count()).toBe(0)
  })

  test.each([
    ['/subscriptions', {}],
    ['/subscriptions/new', {}],
    ['/subscriptions/8', { colorScheme: 'dark' }],
    ['/subscriptions', { colorScheme: 'dark' }],
  ] as const)('on 390 px, %s %j fits, and axe finds nothing', async (path, scheme) => {
    const { page } = await opened(path, undefined, {}, { ...narrow, ...scheme })
    expect(await isWithoutSidewaysScrolling(page)).toBe(true)
    expect(await violations(page)).toEqual([])
  })

  test('German', async () => {
    const { open } = await calendar({ locale: 'de-AT' })
    const page = await open('editor', '/feeds')
    await playSources(page, [{ ...LIBRARY }])
    await page.goto(page.url().replace('/feeds', '/subscriptions'))
    await page.getByRole('heading', { name: 'Abonnements' }).waitFor()
    const row = page.getByRole('row', { name: 'City library' })
    await row.getByRole('button', { name: 'Jetzt lesen' }).click()
    await told(page, '3 neu, 1 geändert')
    await page.getByRole('link', { name: 'City library' }).click()
    await page.getByRole('button', { name: 'Vorschau' }).click()
    await page.getByText('sie hat keinen Anfang').waitFor()
    expect(await violations(page)).toEqual([])
  })
})
