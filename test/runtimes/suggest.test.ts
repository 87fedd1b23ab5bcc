import { existsSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import axe from 'axe-core'
import { createEventsApi, type EventsApi, type SuggestionNotice } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/*
 * `<kalends-suggest>` in a browser: on a page of another origin than the API, and on the page for the sender.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const isHere = existsSync(executablePath)
const name = 'the form for suggestions, in Chromium'
const EDITOR = { id: 1, role: 'editor' } as const

describe.skipIf(!isHere)(isHere ? name : `${name} (skipped: there is no ${executablePath})`, () => {
  let browser: Browser
  const servers: Server[] = []
  const notices: SuggestionNotice[] = []
  let api: EventsApi
  let address = ''
  let site = ''

  async function listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new TypeError('no port')
    return `http://127.0.0.1:${listening.port}`
  }

  const asEditor = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await api.as(EDITOR)(new Request(`${address}${path}`, init))
    const found: Record<string, unknown> = await response.json()
    return found
  }

  beforeAll(async () => {
    let senders = 0
    api = createEventsApi(memoryStorage(), {
      now: () => new Date('2027-03-03T18:00:00Z'),
      cors: { origin: '*' },
      // Each request has an address of its own, so that one test does not use up what the next one may send.
      eventPasswords: { address: () => `10.0.0.${++senders % 250}` },
      suggestions: {
        ...{ author: 900, privacy: 'https://town.example/privacy' },
        notify: (notice) => notices.push(notice),
      },
    })
    await api.migrate()
    address = `${await listen(toNodeListener(api))}${api.basePath}`
    await asEditor('POST', '/categories', { name: 'Music &amp; more' })
    await asEditor('POST', '/events', {
      ...{ title: 'Concert', start_date: '2027-04-01', end_date: '2027-04-01', categories: [1] },
    })
    const own = new URL(address).origin
    site = await listen((request, response) => {
      const query = new URL(`http://localhost${request.url}`).searchParams
      response.setHeader('content-type', 'text/html; charset=utf-8')
      // No more than the element needs.
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${own}; connect-src ${own}; img-src data:; require-trusted-types-for 'script'`,
      )
      response.end(`<!DOCTYPE html><html lang="${query.get('lang') ?? 'en'}"><head><title>Page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body><main><h1>Town</h1>
<script type="module" src="${address}/suggest.js"></script>
<kalends-suggest api="${address}" privacy="https://town.example/privacy"></kalends-suggest></main></body></html>`)
    })
    browser = await chromium.launch({
      ...{ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'] },
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

  let faults: string[] = []
  async function open(url: string, options: object = {}): Promise<Page> {
    faults = []
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('status of 4')) faults.push(message.text())
    })
    await page.goto(url)
    return page
  }

  async function fill(page: Page): Promise<void> {
    await page.getByLabel('Title').fill('Tom & <b>Jerry</b>')
    await page.getByLabel('Start date').fill('2027-05-01')
    await page.getByLabel('Start time').fill('19:30')
    await page.getByLabel('Venue').fill('Hall <1>')
    await page.getByLabel('Description').fill('One & two\n\nThree')
    await page.getByRole('checkbox', { name: 'Music & more' }).check()
    await page.getByLabel('E-mail').fill('mia@town.example')
  }

  async function expectAccessible(page: Page): Promise<void> {
    await page.evaluate(axe.source)
    const found = await page.evaluate(async () => {
      const { violations } = await Reflect.get(globalThis, 'axe').run()
      return violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => [
        id,
        nodes.map(({ html }) => html),
      ])
    })
    expect(found).toEqual([])
  }

  test('a suggestion comes as it was typed; its sender changes and withdraws it by the link', async () => {
    const page = await open(site)
    await fill(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you.').waitFor()
    const link = (await page.getByRole('link').getAttribute('href')) ?? ''
    const { id } = notices.at(-1) ?? { id: 0 }
    const event = await asEditor('GET', `/events/${id}`)
    expect(event).toMatchObject({
      ...{ status: 'pending', start_date: '2027-05-01 19:30:00', end_date: '2027-05-01 19:30:00' },
      title: 'Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;',
      description: '<p>One &amp; two</p><p>Three</p>',
      venue: { venue: 'Hall &lt;1&gt;' },
      categories: [{ id: 1 }],
    })
    expect(faults).toEqual([])

    const own = await open(link, { locale: 'de-AT' })
    await own.getByLabel('Titel').waitFor()
    expect(await own.getByLabel('Titel').inputValue()).toBe('Tom & <b>Jerry</b>')
    expect(await own.getByLabel('Beschreibung').inputValue()).toBe('One & two\n\nThree')
    await expectAccessible(own)
    await own.getByLabel('Titel').fill('Jerry')
    await own.getByRole('button', { name: 'Speichern' }).click()
    await own.getByText('Gespeichert.').waitFor()
    expect(await asEditor('GET', `/events/${id}`)).toMatchObject({
      ...{ title: 'Jerry', description: '<p>One &amp; two</p><p>Three</p>', categories: [{ id: 1 }] },
    })
    await own.getByRole('button', { name: 'Zurückziehen' }).click()
    await own.getByRole('button', { name: 'Endgültig zurückziehen?' }).click()
    await own.getByText('Ihr Vorschlag ist zurückgezogen.').waitFor()
    expect((await asEditor('GET', `/events/${id}`)).code).toBe('rest-event-not-found')
    expect(faults).toEqual([])
  })

  test('what is missing or wrong is said at its field, which gets the focus', async () => {
    const page = await open(site)
    await page.getByLabel('Title').fill('Fair')
    await page.getByRole('button', { name: 'Send' }).click()
    const start = page.getByLabel('Start date')
    expect(await start.getAttribute('aria-invalid')).toBe('true')
    expect(
      await start.evaluate((input) => input.getRootNode() instanceof ShadowRoot && input.matches(':focus')),
    ).toBe(true)
    await expectAccessible(page)
    await fill(page)
    await page.getByLabel('E-mail').fill('nobody')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Please correct what is marked.').waitFor()
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true')
  })

  test('an event that ends in the night needs no end date, and an address no https://', async () => {
    const page = await open(site)
    await fill(page)
    await page.getByLabel('Start time').fill('22:00')
    await page.getByLabel('End time').fill('02:00')
    await page.getByLabel('Website').fill('www.example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you.').waitFor()
    const link = (await page.getByRole('link').getAttribute('href')) ?? ''
    const { id } = notices.at(-1) ?? { id: 0 }
    expect(await asEditor('GET', `/events/${id}`)).toMatchObject({
      ...{ start_date: '2027-05-01 22:00:00', end_date: '2027-05-02 02:00:00' },
      website: 'https://www.example.org',
    })
    const own = await open(link)
    await own.getByLabel('Title').waitFor()
    expect(await own.getByLabel('End date').inputValue()).toBe('')
    await own.getByLabel('Start date').fill('2027-06-01')
    await own.getByRole('button', { name: 'Save' }).click()
    await own.getByText('Saved.').waitFor()
    expect(await asEditor('GET', `/events/${id}`)).toMatchObject({ end_date: '2027-06-02 02:00:00' })
    expect(faults).toEqual([])
  })

  test('what the calendar refuses is said in the language of the form', async () => {
    const page = await open(`${site}/?lang=de`)
    await page.getByLabel('Titel').fill('Fest')
    await page.getByLabel('Beginn, Datum').fill('2027-05-02')
    await page.getByLabel('Ende, Datum').fill('2027-05-01')
    await page.getByLabel('Website').fill('keine')
    await page.getByLabel('E-Mail').fill('niemand')
    await page.getByRole('button', { name: 'Absenden' }).click()
    await page.getByText('Bitte verbessern Sie, was markiert ist.').waitFor()
    expect(await page.locator('.fault:visible').allTextContents()).toEqual([
      'Das Ende liegt vor dem Beginn.',
      'Eine Web-Adresse beginnt mit https://, zum Beispiel https://example.org.',
      'Das ist keine E-Mail-Adresse wie name@example.org.',
    ])
    await expectAccessible(page)
  })

  test('published and declined, its sender reads what became of it', async () => {
    const page = await open(site)
    await fill(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Thank you.').waitFor()
    const link = (await page.getByRole('link').getAttribute('href')) ?? ''
    const { id } = notices.at(-1) ?? { id: 0 }
    await asEditor('PATCH', `/events/${id}`, { status: 'trash', event_status_reason: 'Not <b>here</b>' })
    const declined = await open(link)
    await declined.getByText('Your suggestion was declined.').waitFor()
    await declined.getByText('Not <b>here</b>').or(declined.getByText('Not here')).first().waitFor()
    await asEditor('PATCH', `/events/${id}`, { status: 'publish' })
    const published = await open(link)
    await published.getByRole('link', { name: '/event/' }).waitFor()
    const unknown = await open(`${address}/suggestions/${id}/edit#wrong`)
    await unknown.getByText('There is no such suggestion.').waitFor()
  })

  test.each([320, 1280])(
    'it fits into %i pixels, and has its name in the language of the page',
    async (width) => {
      const page = await open(`${site}/?lang=de`, { viewport: { width, height: 800 } })
      await page.getByRole('heading', { name: 'Veranstaltung vorschlagen' }).waitFor()
      await page.getByLabel('Titel').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await expectAccessible(page)
    },
  )
})
