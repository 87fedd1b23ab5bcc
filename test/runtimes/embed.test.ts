import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import axe from 'axe-core'
import { createEventsApi, type EventInput, type EventList, type EventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/*
 * `<kalends-list>` and `<kalends-month>` in a browser, on a page of another origin than the API, which serves the script.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const isHere = existsSync(executablePath)
const name = 'the elements for pages, in Chromium'
const NOW = '2027-03-03T18:00:00Z'
const EDITOR = { id: 1, role: 'editor' } as const

const EVENTS: readonly EventInput[] = [
  { title: 'Morning run', start_date: '2027-03-03 07:00', end_date: '2027-03-03 08:00' },
  {
    title: 'Tom &amp; <b>Jerry</b>',
    start_date: '2027-03-03 19:30',
    end_date: '2027-03-03 21:00',
    venue: { venue: 'North bridge', city: 'Albany' },
    cost: '$10',
    website: 'https://jerry.example/',
    description: '<p>A cat &amp; a mouse.</p>',
    categories: 'Film',
  },
  { title: 'Fair', start_date: '2027-03-12', end_date: '2027-03-16', all_day: true },
  { title: 'Night of the short hour', start_date: '2027-03-13 22:00', end_date: '2027-03-14 03:30' },
  { title: 'At the missing hour', start_date: '2027-03-14 02:30', end_date: '2027-03-14 04:00' },
  { title: 'Until midnight', start_date: '2027-03-20 20:00', end_date: '2027-03-21 00:00' },
  { title: 'Whole day', start_date: '2027-03-31', end_date: '2027-03-31', all_day: true },
  { title: 'Over the turn', start_date: '2027-03-30 09:00', end_date: '2027-04-02 17:00' },
  {
    title: 'Far away',
    start_date: '2027-03-24 01:00',
    end_date: '2027-03-24 02:00',
    timezone: 'Pacific/Auckland',
  },
  {
    title: 'In the long hour',
    start_date: '2027-11-07T01:30:00-04:00',
    end_date: '2027-11-07T01:15:00-05:00',
  },
  { title: 'Long night', start_date: '2027-11-06 20:00', end_date: '2027-11-07 06:00' },
  { title: 'Autumn fair', start_date: '2027-11-05', end_date: '2027-11-09', all_day: true },
  // More than a page of the API.
  ...Array.from({ length: 60 }, (_, at) => ({
    title: `Lesson ${at + 1}`,
    start_date: `2027-11-${String((at % 30) + 1).padStart(2, '0')} 17:00`,
    end_date: `2027-11-${String((at % 30) + 1).padStart(2, '0')} 18:00`,
    categories: 'Lessons',
  })),
]

describe.skipIf(!isHere)(isHere ? name : `${name} (skipped: there is no ${executablePath})`, () => {
  let browser: Browser
  const servers: Server[] = []
  let api: EventsApi
  let address = ''
  /** Of an API that no other origin may use. */
  let closed = ''
  /** Of an API without pages. */
  let inPlace = ''
  let site = ''
  /** What the browser complained of. */
  let faults: string[] = []

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new TypeError('no port')
    return `http://127.0.0.1:${listening.port}`
  }

  beforeAll(async () => {
    api = createEventsApi(memoryStorage(), {
      timezone: 'America/New_York',
      now: () => new Date(NOW),
      embed: true,
      cors: { origin: '*' },
      permalink: (kind, { slug }) => `/${kind}/${slug}/`,
    })
    await api.migrate()
    for (const event of EVENTS) {
      const init = {
        method: 'POST',
        body: JSON.stringify(event),
        headers: { 'content-type': 'application/json' },
      }
      const { status } = await api.as(EDITOR)(new Request(`http://localhost${api.basePath}/events`, init))
      expect(status).toBe(201)
    }
    address = `${await listen(toNodeListener(api))}${api.basePath}`
    const withoutPages = createEventsApi(memoryStorage(), { now: () => new Date(NOW), cors: { origin: '*' } })
    for (const event of EVENTS.slice(0, 3)) {
      const init = {
        method: 'POST',
        body: JSON.stringify(event),
        headers: { 'content-type': 'application/json' },
      }
      await withoutPages.as(EDITOR)(new Request(`http://localhost${withoutPages.basePath}/events`, init))
    }
    inPlace = `${await listen(toNodeListener(withoutPages))}${withoutPages.basePath}`
    const withoutCors = createEventsApi(memoryStorage())
    closed = `${await listen(toNodeListener(withoutCors))}${withoutCors.basePath}`
    site = await listen((request, response) => {
      const query = new URL(`http://localhost${request.url}`).searchParams
      response.setHeader('content-type', 'text/html; charset=utf-8')
      // No more than the elements need.
      const [own, other, third] = [address, closed, inPlace].map((url) => new URL(url).origin)
      const policy = `default-src 'none'; script-src ${own}; connect-src ${own} ${other} ${third}; style-src 'nonce-page'; img-src data:; require-trusted-types-for 'script'`
      response.setHeader('content-security-policy', policy)
      response.end(`<!DOCTYPE html><html lang="${query.get('lang') ?? 'en-US'}"><head><title>Page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style nonce="page">${query.get('css') ?? ''}</style></head>
<body><main><h1>What is on</h1>
<script type="module" src="${address}/embed.js"></script>${query.get('body')}</main></body></html>`)
    })
    browser = await chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
  })
  afterAll(async () => {
    await browser?.close()
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  interface Opening extends BrowserContextOptions {
    css?: string
    lang?: string
    /** Another API. */
    from?: string
    /** Called before the page is opened. */
    prepare?: (page: Page) => Promise<unknown>
  }

  async function open(
    element: 'list' | 'month',
    attributes = '',
    { css = '', lang = 'en-US', from = address, prepare, ...options }: Opening = {},
  ): Promise<Page> {
    faults = []
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      timezoneId: 'America/New_York',
      ...options,
    })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    await page.clock.setFixedTime(NOW)
    await prepare?.(page)
    const body = `<kalends-${element} api="${from}" ${attributes}></kalends-${element}>`
    await page.goto(`${site}/?${new URLSearchParams({ body, css, lang })}`)
    return page
  }

  /** Waits for the text that follows loading, and answers it. */
  async function settled(page: Page): Promise<string> {
    const status = page.getByRole('status')
    await status
      .getByText(/event/)
      .and(status.getByText(/^(?!Loading)/))
      .waitFor()
    return (await status.textContent()) ?? ''
  }

  const texts = async (all: Locator) => (await all.allTextContents()).map((text) => text.replace(/\s/g, ' '))
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'))
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  /** What the API says takes place on a day, without what ended as the day began. */
  async function titlesOn(day: string): Promise<string[]> {
    const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const titles: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const query = `starts_before=${day}&ends_after=${before}&per_page=50&page=${page}`
      const response = await api.fetch(new Request(`http://localhost${api.basePath}/events?${query}`))
      const list: EventList = await response.json()
      pages = list.total_pages
      titles.push(
        ...list.events.filter(({ end_date }) => end_date !== `${day} 00:00:00`).map(({ title }) => title),
      )
    }
    return titles.map((title) => title.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&')).sort()
  }

  // Clocks of visitors must not matter: these change on other days, or by half an hour.
  test.each([
    ['2027-03', 31, 'America/New_York'],
    ['2027-03', 31, 'Europe/Berlin'],
    ['2027-11', 30, 'America/New_York'],
    ['2027-11', 30, 'Australia/Lord_Howe'],
  ])(
    '%s is day by day what the API says, over the change of offset: %j days, seen from %s',
    async (month, days, timezoneId) => {
      const page = await open('month', `month="${month}"`, { timezoneId })
      await settled(page)
      for (let at = 1; at <= days; at++) {
        const day = `${month}-${String(at).padStart(2, '0')}`
        const titles = await titlesOn(day)
        const button = page.locator(`button[value="${day}"]`)
        await button.click({ position: { x: 5, y: 5 } })
        expect([day, ...(await page.locator('.title a').allTextContents()).sort()]).toEqual([day, ...titles])
        const count =
          titles.length === 0 ? 'No events' : `${titles.length} event${titles.length > 1 ? 's' : ''}`
        expect(await button.getAttribute('aria-label')).toMatch(new RegExp(`${at}, 2027, ${count}$`))
      }
      expect(faults).toEqual([])
    },
  )

  test('times are those of each event, with its zone where the clocks of the visitor differ', async () => {
    const page = await open('month', 'month="2027-03"')
    await settled(page)
    await page.locator('button[value="2027-03-24"]').click()
    expect(await texts(page.locator('.day .when'))).toEqual(['1:00 – 2:00 AM NZDT'])
    await page.locator('button[value="2027-03-03"]').click()
    expect(await texts(page.locator('.day .when'))).toEqual(['7:00 – 8:00 AM', '7:30 – 9:00 PM'])
    const elsewhere = await open('list', 'per-page="2"', { timezoneId: 'Europe/Berlin' })
    await settled(elsewhere)
    expect(await texts(elsewhere.locator('.when'))).toEqual([
      'Wed, Mar 3, 7:30 – 9:00 PM EST',
      'Fri, Mar 12 – Tue, Mar 16',
    ])
  })

  test('or all in the zone of the visitor, or in one that the page names; whole days stay', async () => {
    const page = await open('month', 'month="2027-03" timezone="visitor"', { timezoneId: 'Europe/Berlin' })
    await settled(page)
    await page.locator('button[value="2027-03-04"]').click({ position: { x: 5, y: 5 } })
    expect(await texts(page.locator('.day .entry'))).toEqual([expect.stringContaining('1:30 – 3:00 AM')])
    await page.locator('button[value="2027-03-23"]').click({ position: { x: 5, y: 5 } })
    expect(await texts(page.locator('.day .when'))).toEqual(['1:00 – 2:00 PM'])
    await page.locator('button[value="2027-03-31"]').click({ position: { x: 5, y: 5 } })
    expect(await texts(page.locator('.day .when'))).toContain('All day')
    await page.locator('kalends-month').evaluate((one) => one.setAttribute('timezone', 'Asia/Tokyo'))
    await page.locator('button[value="2027-03-04"]').click({ position: { x: 5, y: 5 } })
    await page.getByText('9:30 – 11:00 AM Asia/Tokyo').waitFor()
  })

  test('an hour that the clock shows twice', async () => {
    const page = await open('month', 'month="2027-11" search="hour"')
    await settled(page)
    expect(await texts(page.locator('.day .when'))).toEqual(['1:30 AM'])
  })

  test.each(['list', 'month'] as const)(
    '<kalends-%s> of a calendar without pages opens an event in place: by link, by address, closed by Back and Escape',
    async (name) => {
      const page = await open(name, '', { from: inPlace })
      await settled(page)
      const link = page.getByRole('link', { name: 'Tom & Jerry', exact: true }).last()
      const dialog = page.getByRole('dialog', { name: 'Tom & Jerry' })
      await link.focus()
      await page.keyboard.press('Enter')
      await dialog.waitFor()
      expect(page.url()).toMatch(/#event-\d+$/)
      expect(await dialog.textContent()).toMatch(/North bridge, Albany.*A cat & a mouse\./)
      expect(await dialog.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')).toMatch(
        /\.ics$/,
      )
      await page.evaluate(axe.source)
      expect(
        await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))'),
      ).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await page.waitForURL((url) => url.hash === '')
      await link.click()
      await dialog.waitFor()
      const address = page.url()
      await page.goBack()
      await dialog.waitFor({ state: 'detached' })
      await page.goto('about:blank')
      await page.goto(address)
      await dialog.waitFor()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
      await page.waitForURL((url) => url.hash === '')
      expect(await page.evaluate(() => document.querySelectorAll('dialog').length)).toBe(0)
    },
  )

  test('an event has its texts, its address and its website', async () => {
    const page = await open('list', 'categories="film"')
    expect(await settled(page)).toBe('1 event')
    const entry = page.getByRole('listitem')
    expect(await entry.getByRole('heading').textContent()).toBe('Tom & Jerry')
    expect(await entry.getByRole('link', { name: 'Tom & Jerry', exact: true }).getAttribute('href')).toMatch(
      /\/event\/tom-jerry\/$/,
    )
    expect(await entry.getByRole('link', { name: 'Website: Tom & Jerry' }).getAttribute('href')).toBe(
      'https://jerry.example/',
    )
    expect(await texts(entry.locator('p'))).toEqual([
      'Wed, Mar 3, 7:30 – 9:00 PM',
      'North bridge, Albany · $10',
      'A cat & a mouse.',
      'Website',
    ])
    expect(faults).toEqual([])
  })

  test('nothing that an API says is markup, and no link is a script', async () => {
    const title = '&lt;img src=x onerror=alert(1)&gt;<img src=x onerror=alert(1)>'
    const url = 'javascript:alert(1)'
    const page = await open('month', '', {
      prepare: (page) =>
        page.route('**/events?*', async (route) => {
          const response = await route.fetch()
          const list: EventList = await response.json()
          const events = list.events.map((event) => ({ ...event, title, url, website: url }))
          await route.fulfill({ response, json: { ...list, events } })
        }),
    })
    await settled(page)
    expect(await page.locator('.title').last().textContent()).toBe('<img src=x onerror=alert(1)>')
    expect(await page.locator('kalends-month img, kalends-month a').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('with the attribute sources, an event names the calendar that it comes from, and links to its page', async () => {
    const source = { name: '<b>Library</b>', url: 'https://jerry.example/' }
    const from = (given: object) => (page: Page) =>
      page.route('**/events?*', async (route) => {
        const response = await route.fetch()
        const list: EventList = await response.json()
        const events = list.events.map((event) => ({ ...event, source: given }))
        await route.fulfill({ response, json: { ...list, events } })
      })
    const shown = async (attributes: string, given: object) => {
      const page = await open('list', `categories="film" ${attributes}`, { prepare: from(given) })
      await settled(page)
      return page.getByRole('listitem')
    }
    const entry = await shown('sources', source)
    expect(await texts(entry.locator('.source'))).toEqual(['From: <b>Library</b>'])
    const link = entry.getByRole('link', { name: '<b>Library</b>: Tom & Jerry' })
    expect(await link.getAttribute('href')).toBe(source.url)
    expect(await link.getAttribute('rel')).toBe('nofollow noopener')
    // The same page is not linked twice.
    expect(await entry.getByRole('link', { name: /^Website/ }).count()).toBe(0)
    const german = await shown(`sources texts='{"from": "Quelle"}'`, {
      ...source,
      url: 'javascript:alert(1)',
    })
    expect(await texts(german.locator('.source'))).toEqual(['Quelle: <b>Library</b>'])
    expect(await german.locator('.source a').count()).toBe(0)
    expect(await (await shown('', source)).locator('.source').count()).toBe(0)
    expect(await (await shown('sources', { url: '', id: 1 })).locator('.source').count()).toBe(0)
  })

  test('the list begins with what is not over, and shows more on demand', async () => {
    const page = await open('list', 'per-page="5"')
    await settled(page)
    const titles = page.locator('.title')
    expect((await titles.allTextContents()).slice(0, 2)).toEqual(['Tom & Jerry', 'Fair'])
    expect(await titles.count()).toBe(5)
    await page.getByRole('button', { name: 'Show more events' }).press('Enter')
    await titles.nth(9).waitFor()
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toBe(
      await titles.nth(5).textContent(),
    )
    expect(faults).toEqual([])
  })

  test('filters and bounds are attributes, and a change of one loads anew', async () => {
    const page = await open('list', 'categories="lessons" starts-after="2027-11-28" per-page="50"')
    expect(await settled(page)).toBe('4 events')
    await page.locator('kalends-list').evaluate((list) => list.setAttribute('search', '"Lesson 29"'))
    await page.getByText('1 event', { exact: true }).waitFor()
    expect(await texts(page.locator('.title'))).toEqual(['Lesson 29'])
  })

  test('past events, the latest first', async () => {
    const page = await open('list', 'ends-before="2027-03-21" starts-after="2027-03-12" order="desc"')
    await settled(page)
    expect(await page.locator('.title').allTextContents()).toEqual([
      'Until midnight',
      'At the missing hour',
      'Night of the short hour',
    ])
  })

  test('an empty list, a list that cannot be loaded, and the next try', async () => {
    expect(await settled(await open('list', 'search="nothing of the kind"'))).toBe('No events')
    let isDown = true
    const page = await open('list', 'categories="film"', {
      prepare: (page) => page.route('**/events?*', (route) => (isDown ? route.abort() : route.continue())),
    })
    expect(await settled(page)).toBe('The events could not be loaded.')
    expect(faults.join()).toContain('<kalends-list>')
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('1 event', { exact: true }).waitFor()
    expect(await page.getByRole('button').count()).toBe(0)
  })

  test('an API without cors gives its events to no page of another origin, and the console says so', async () => {
    const page = await open('list')
    await settled(page)
    await page.locator('kalends-list').evaluate((list, api) => list.setAttribute('api', api), closed)
    await page.getByText('The events could not be loaded.').waitFor()
    expect(faults.join()).toContain('CORS')
  })

  test('without an address, the console says which attribute is missing', async () => {
    const page = await open('month')
    await settled(page)
    await page.locator('kalends-month').evaluate((month) => month.removeAttribute('api'))
    await page.getByText('The events could not be loaded.').waitFor()
    expect(faults.join()).toContain('the attribute api is missing')
  })

  test('says that it is loading, and a month that was left does not come back', async () => {
    const waiting: (() => void)[] = []
    const page = await open('month', 'month="2027-03"', {
      prepare: (page) =>
        page.route('**/events?*ends_after=2027-02-27*', async (route) => {
          await new Promise<void>((go) => waiting.push(go))
          await route.continue().catch(() => undefined)
        }),
    })
    expect(await page.getByRole('status').textContent()).toBe('Loading events …')
    expect(await page.getByRole('grid').getAttribute('aria-busy')).toBe('true')
    await page.getByRole('button', { name: 'Next month' }).click()
    expect(await settled(page)).toBe('1 event')
    for (const go of waiting) go()
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toBe('April 2027')
    expect(faults).toEqual([])
  })

  test('the month goes by keyboard', async () => {
    const page = await open('month')
    await settled(page)
    // Today's events are over or to come; they are selected, and the grid is one stop.
    for (const label of ['Previous month', null, 'Next month', 'Wednesday, March 3, 2027, 2 events']) {
      await page.keyboard.press('Tab')
      expect(await focused(page)).toBe(label)
    }
    const steps = [
      ['ArrowRight', 'Thursday, March 4, 2027, No events'],
      ['ArrowDown', 'Thursday, March 11, 2027, No events'],
      ['ArrowRight', 'Friday, March 12, 2027, 1 event'],
      ['Home', 'Sunday, March 7, 2027, No events'],
      ['End', 'Saturday, March 13, 2027, 2 events'],
      ['ArrowLeft', 'Friday, March 12, 2027, 1 event'],
      ['ArrowUp', 'Friday, March 5, 2027, No events'],
    ] as const
    for (const [key, label] of steps) {
      await page.keyboard.press(key)
      expect([key, await focused(page)]).toEqual([key, label])
    }
    await page.keyboard.press('PageDown')
    await page.getByRole('heading', { name: 'April 2027' }).waitFor()
    expect(await focused(page)).toMatch(/^Monday, April 5, 2027/)
    await page.keyboard.press('Shift+PageUp')
    await page.getByRole('heading', { name: 'April 2026' }).waitFor()
    await page.keyboard.press('Shift+PageDown')
    await page.getByRole('heading', { name: 'April 2027' }).waitFor()
    for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: 'April 2027' }).waitFor()
    expect(await focused(page)).toMatch(/^Thursday, April 1, 2027/)
    await settled(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toBe(
      'Over the turn',
    )
    expect(faults).toEqual([])
  })

  test('speaks the language of the page, with texts that the page gives, from right to left', async () => {
    const texts = '{"many":"# Termine","today":"Heute","more":"# weitere"}'
    const page = await open('month', `month="2027-11" texts='${texts}'`, { lang: 'de' })
    await page.getByText('63 Termine').waitFor()
    expect(await page.getByRole('columnheader').first().getAttribute('abbr')).toBe('Montag')
    expect(await page.getByRole('button', { name: 'Heute' }).count()).toBe(1)
    const mirrored = await open('month', 'dir="rtl"', { lang: 'he' })
    await settled(mirrored)
    await mirrored.locator('button[value="2027-03-03"]').focus()
    await mirrored.keyboard.press('ArrowLeft')
    expect(await mirrored.locator('button[tabindex="0"]').getAttribute('value')).toBe('2027-03-04')
  })

  const light = async (page: Page, element: string): Promise<number> => {
    const colour = await page
      .locator(element)
      .evaluate((one) => getComputedStyle(one).backgroundColor.match(/\d+/g)?.map(Number) ?? [])
    return Math.max(...colour.slice(0, 3))
  }

  test('is dark where people want it, and light where the page wants it, in its colours', async () => {
    expect(await light(await open('month', '', { colorScheme: 'light' }), 'kalends-month')).toBe(255)
    expect(await light(await open('month', '', { colorScheme: 'dark' }), 'kalends-month')).toBeLessThan(60)
    const css = 'kalends-list { color-scheme: light; --kalends-background: #ffe; --kalends-text: #123456 }'
    const page = await open('list', '', { colorScheme: 'dark', css })
    await settled(page)
    expect(await light(page, 'kalends-list')).toBe(255)
    expect(
      await page
        .locator('.title')
        .first()
        .evaluate((one) => getComputedStyle(one).color),
    ).toBe('rgb(18, 52, 86)')
  })

  test('is printed in full and without buttons', async () => {
    const page = await open('month', 'month="2027-11"', { colorScheme: 'dark' })
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.chip:visible').count()).toBeGreaterThan(60)
    expect(await page.getByRole('button', { name: 'Next month' }).isVisible()).toBe(false)
    expect(await light(page, 'kalends-month')).toBe(255)
  })

  test.each(['list', 'month'] as const)('%s fits a phone', async (element) => {
    const page = await open(element, 'month="2027-11"', { viewport: { width: 320, height: 700 } })
    await settled(page)
    expect(await overflow(page)).toBe(0)
  })

  test.each([
    ['list', 'light', 1280],
    ['list', 'dark', 390],
    ['month', 'light', 1280],
    ['month', 'dark', 1280],
    ['month', 'light', 390],
    ['month', 'dark', 390],
  ] as const)('axe finds nothing wrong with it: %s, %s, %i pixels', async (element, colorScheme, width) => {
    const css = 'html { color-scheme: light dark }'
    // The page's policy keeps the test's own script out as well.
    const page = await open(element, '', {
      css,
      colorScheme,
      bypassCSP: true,
      viewport: { width, height: 900 },
    })
    await settled(page)
    await page.evaluate(axe.source)
    const violations = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    expect(violations).toEqual([])
  })
})
