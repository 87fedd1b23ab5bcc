import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import axe from 'axe-core'
import { ApiError, createEventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'

/*
 * The page of the documentation in a browser. What it says is tested in test/routes/documentation-page.test.ts; here
 * is what only a browser can show: that its policy lets it work, and that people can.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const isHere = existsSync(executablePath)
const name = 'the page of the documentation, in Chromium'

describe.skipIf(!isHere)(isHere ? name : `${name} (skipped: there is no ${executablePath})`, () => {
  let browser: Browser
  let server: Server
  let origin = ''
  let address = ''
  /** What the browser complained of, and where it went but to the server. */
  let faults: string[] = []

  beforeAll(async () => {
    const api = createEventsApi(memoryStorage(), {
      // Not where the browser finds it, as behind a proxy: what is tried goes to where the page came from.
      baseUrl: 'https://calendar.example',
      authenticate: (request) => {
        const token = request.headers.get('authorization')
        if (token === null) return null
        if (token === 'Bearer let-me-in') return { id: 1, role: 'editor' }
        throw new ApiError('rest_invalid_credentials')
      },
    })
    await api.migrate()
    server = createServer(toNodeListener(api))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new TypeError('no port')
    origin = `http://127.0.0.1:${listening.port}`
    address = `${origin}${api.basePath}/doc`
    browser = await chromium.launch({
      executablePath,
      args: words(`
        --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
        --disable-component-update --disable-sync
      `),
    })
  })
  afterAll(async () => {
    await browser?.close()
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  async function open(options: BrowserContextOptions = {}, hash = ''): Promise<Page> {
    faults = []
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(`${origin}/`) || request.url().startsWith('data:')
      if (!isOurs) faults.push(`asked ${request.url()}`)
    })
    await page.goto(`${address}${hash}`)
    return page
  }

  const detailsOf = (page: Page, id: string) => page.locator('main details', { has: page.locator(`#${id}`) })
  async function unfold(page: Page, id: string) {
    const details = detailsOf(page, id)
    await details.locator('summary').first().click()
    return details
  }
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

  test('is sent to browsers, without messages in the console', async () => {
    const page = await open()
    expect(await page.title()).toBe('Events: documentation')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Events')
    expect(await page.locator('#filter').isVisible()).toBe(true)
    expect(faults).toEqual([])
  })

  test('markup and style in its texts have no effect', async () => {
    const page = await open()
    const kept = await page.evaluate(() => {
      const intruder = document.body.appendChild(document.createElement('div'))
      intruder.setAttribute('style', 'position: fixed')
      let isRefused = false
      try {
        intruder.innerHTML = '<img src="x">'
      } catch {
        isRefused = true
      }
      return [isRefused, getComputedStyle(intruder).position]
    })
    expect(kept).toEqual([true, 'static'])
    expect(faults.join()).toContain('Content Security Policy')
  })

  test('can be read without a script', async () => {
    const page = await open({ javaScriptEnabled: false })
    expect(await page.locator('#tools').isVisible()).toBe(false)
    const details = await unfold(page, 'listEvents')
    expect(await details.getByText('Records on a page, at most 50.').isVisible()).toBe(true)
    expect(await details.locator('form').count()).toBe(0)
    await details.getByRole('link', { name: 'EventList', exact: true }).click()
    expect(await page.getByText('next_rest_url').first().isVisible()).toBe(true)
  })

  test('tries a read, with what is filled in', async () => {
    const page = await open()
    const details = await unfold(page, 'listEvents')
    await details.getByLabel('per_page', { exact: true }).fill('3')
    expect(await details.getByRole('group', { name: 'The same with curl' }).textContent()).toContain(
      `curl '${origin}/vendor/events/v1/events?per_page=3'`,
    )
    await details.getByRole('button', { name: 'Send GET' }).click()
    await details.locator('.good').waitFor()
    expect(await details.getByRole('status').textContent()).toMatch(/^200 OK, \d+ ms$/)
    const body: unknown = JSON.parse(
      (await details.getByRole('group', { name: 'Body of the answer' }).textContent()) ?? '',
    )
    expect(body).toMatchObject({ events: [], total: 0 })
    await details.getByText('Header', { exact: true }).click()
    expect(await details.getByRole('group', { name: 'Header of the answer' }).textContent()).toContain(
      'x-tec-total: 0',
    )
    expect(faults).toEqual([])
  })

  test('creates what its example says, for who may: 401 before, 201 with a token', async () => {
    const page = await open()
    const details = await unfold(page, 'createEvent')
    expect(
      await details.getByText(`This changes what is stored at ${origin}/vendor/events/v1.`).isVisible(),
    ).toBe(true)
    await details.getByRole('button', { name: 'Send POST' }).click()
    await details.locator('.bad').waitFor()
    expect(await details.getByRole('status').textContent()).toMatch(/^401 Unauthorized/)
    expect(await details.getByRole('group', { name: 'Body of the answer' }).textContent()).toContain(
      'rest_forbidden',
    )

    await page.getByLabel('Authorization').fill('Bearer let-me-in')
    await details.getByRole('button', { name: 'Send POST' }).click()
    await details.locator('.good').waitFor()
    expect(await details.getByRole('status').textContent()).toMatch(/^201 Created/)
    const created: { id: number } = JSON.parse(
      (await details.getByRole('group', { name: 'Body of the answer' }).textContent()) ?? '',
    )

    const update = await unfold(page, 'updateEvent')
    await update.getByLabel('Method').selectOption('PATCH')
    await update.getByLabel('id', { exact: true }).fill(String(created.id))
    await update.getByLabel('Body, JSON').fill('{ "title": "<b>Closed</b>" }')
    await update.getByRole('button', { name: 'Send PATCH' }).click()
    await update.locator('.good').waitFor()
    expect(await update.getByRole('group', { name: 'Body of the answer' }).textContent()).toContain(
      '"title": "<b>Closed</b>"',
    )
    // Nothing was kept: the token is gone with the page.
    await page.reload()
    expect(await page.getByLabel('Authorization').inputValue()).toBe('')
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      0,
      '',
    ])
  })

  test('the filter leaves what has every word', async () => {
    const page = await open()
    await page.getByLabel('Filter').fill('delete slug')
    const left = await page
      .locator('main details:visible')
      .evaluateAll((all) =>
        all.map((one) => `${one.getAttribute('data-methods')} ${one.getAttribute('data-path')}`),
      )
    expect(left).toEqual([
      'DELETE /events/by-slug/{slug}',
      'DELETE /venues/by-slug/{slug}',
      'DELETE /organizers/by-slug/{slug}',
    ])
    expect(await page.locator('#found').textContent()).toMatch(/^3 of \d+$/)
    await page.getByLabel('Filter').fill('')
    expect(await page.locator('main details:visible').count()).toBeGreaterThan(30)
  })

  test('a link to an operation opens it, and can be copied', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] }, '#createVenue')
    const details = detailsOf(page, 'createVenue')
    await details.getByRole('button', { name: 'Copy link' }).click()
    await details.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}#createVenue`)
  })

  test('everything goes by keyboard', async () => {
    const page = await open()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the operations')
    await page.keyboard.press('Enter')
    const path = () => page.evaluate(() => document.activeElement?.closest('details')?.dataset.path)
    await page.keyboard.press('Tab')
    expect(await path()).toBe('/')
    // The operations about the calendar itself, one after the other.
    for (let presses = 0; presses < 10 && (await path()) !== '/events'; presses++)
      await page.keyboard.press('Tab')
    expect(await path()).toBe('/events')
    await page.keyboard.press('Enter')
    const details = detailsOf(page, 'listEvents')
    await details.locator('form').waitFor()
    const name = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    // On the way there are links to the schemas of all answers.
    for (let presses = 0; presses < 150 && (await name()) !== 'page'; presses++)
      await page.keyboard.press('Tab')
    expect(await name()).toBe('page')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await details.locator('.good').waitFor()
  })

  test('fits a phone, everything open', async () => {
    const page = await open({ viewport: { width: 390, height: 844 } })
    expect(await overflow(page)).toBe(0)
    await page.locator('main details').evaluateAll((all) => {
      for (const one of all) if (one instanceof HTMLDetailsElement) one.open = true
    })
    await page.locator('form').nth(30).waitFor()
    expect(await overflow(page)).toBe(0)
  })

  test('is dark where people want it', async () => {
    const paper = async (colorScheme: 'light' | 'dark') => {
      const page = await open({ colorScheme })
      const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      return (colour.match(/\d+/g) ?? []).map(Number)
    }
    expect(Math.min(...(await paper('light')))).toBeGreaterThan(200)
    expect(Math.max(...(await paper('dark')))).toBeLessThan(60)
  })

  test.each(['light', 'dark'] as const)('axe finds nothing wrong with it: %s', async (colorScheme) => {
    // Its policy keeps the test's own script out as well.
    const page = await open({ colorScheme, bypassCSP: true })
    for (const id of ['listEvents', 'createEvent', 'updateEvent', 'schema-EventInput']) await unfold(page, id)
    const details = detailsOf(page, 'listEvents')
    await details.getByRole('button', { name: 'Send GET' }).click()
    await details.locator('.good').waitFor()
    await page.evaluate(axe.source)
    const violations = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
    )
    expect(violations).toEqual([])
  })
})
