import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { words } from '../setup/words.ts'

/*
 * examples/next as people meet it: the built site, in a browser. With SCREENSHOTS=1 it also takes the pictures of its README.
 */

const SITE = fileURLToPath(new URL('../../examples/next/', import.meta.url))
const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const NOW = '2027-03-03T18:00:00Z'
const EVENT = '/events/the-general-with-a-live-piano'
const API = '/api/vendor/events/v1'
const EDITOR = `${API}/editor`
const BROWSER_ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

const hasBrowser = existsSync(CHROMIUM)
const name = 'the Next.js site'

// —— The site and the browser ————————————————————————————————————————————————————————————————————————————————

let folder: string
let site: Running
let browser: Browser
/** What must not happen, noted by every page, and looked at after each test. */
const troubles: string[] = []

interface Running {
  origin: string
  process: ChildProcess
}

async function start(database: string, url?: string): Promise<Running> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env = {
    ...process.env,
    DATABASE: join(folder, database),
    NOW,
    SITE_URL: url ?? origin,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const next = join(SITE, 'node_modules/next/dist/bin/next')
  const child = spawn(process.execPath, [next, 'start', '-H', 'localhost', '-p', String(port)], {
    cwd: SITE,
    env,
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  child.stderr.on('data', (text) => {
    said += text
  })
  for (
    const until = Date.now() + 30_000;
    Date.now() < until;
    await new Promise((go) => setTimeout(go, 100))
  ) {
    if (child.exitCode !== null) throw new Error(`next start ended: ${said}`)
    const answer = await fetch(`${origin}/icon.svg`).catch(() => undefined)
    if (answer?.ok) return { origin, process: child }
  }
  child.kill()
  throw new Error(`next start did not answer: ${said}`)
}

async function stop({ process: child }: Running): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, 'localhost', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}

/** A page with a jar of cookies of its own. */
async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.origin, ...options })
  const page = await context.newPage()
  context.setDefaultTimeout(20_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => troubles.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.origin}/`)) troubles.push(`left the site: ${request.url()}`)
  })
  return page
}

async function openAsEditor(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await open(options)
  await page.goto('/login')
  await page.getByLabel('Password').fill('demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Log out' }).waitFor()
  return page
}

/** An event that is there already, made by a page of the site. Resolves to its ID. */
async function create(page: Page, fields: Readonly<Record<string, unknown>>): Promise<number> {
  const answer = await page.request.post(`${API}/events`, { headers: { origin: site.origin }, data: fields })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}

beforeAll(async () => {
  if (!hasBrowser) return
  await promisify(execFile)('npm', ['run', 'build'], { cwd: SITE, maxBuffer: 1e8 })
  folder = await mkdtemp(join(tmpdir(), 'next-site-'))
  site = await start('calendar.sqlite')
  browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_ARGS.split(' ') })
}, 600_000)

afterEach(async () => {
  for (const context of browser?.contexts() ?? []) await context.close()
  expect(troubles.splice(0)).toEqual([])
})

afterAll(async () => {
  await browser?.close()
  if (site) await stop(site)
  if (folder) await rm(folder, { recursive: true, force: true })
})

// —— What people do ——————————————————————————————————————————————————————————————————————————————————————————

describe.skipIf(!hasBrowser)(
  hasBrowser ? name : `${name} (skipped: there is no ${CHROMIUM})`,
  { timeout: 90_000 },
  () => {
    // Of the sample alone: before anything is written.
    const screenshots = async () => {
      const shoot = async (name: string, path: string, options: BrowserContextOptions) => {
        const page = await open(options)
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(IMAGES, `${name}.png`) })
      }
      await shoot('month', '/?month=2027-03', { viewport: { width: 1240, height: 1000 } })
      await shoot('event', '/events/hollow-log-trio', { viewport: { width: 1240, height: 860 } })
    }
    if (process.env.SCREENSHOTS === '1') test('screenshots', screenshots)

    test('an editor creates an event, finds it, changes it and moves it to the trash', async () => {
      const title = 'Lanterns & Lamps </script><script>document.title="hacked"</script>'
      const page = await openAsEditor()
      const venue = {
        venue: 'The Boathouse; Pier 2',
        address: '1 Creek Path, rear',
        city: 'Boulder',
      }
      const made = await page.request.post(`${API}/venues`, { headers: { origin: site.origin }, data: venue })
      expect(made.status()).toBe(201)
      await page.getByRole('link', { name: 'Edit', exact: true }).click()
      await page.getByRole('button', { name: 'New event' }).click()
      await page.getByRole('textbox', { name: 'Title' }).fill(title)
      await page.getByRole('textbox', { name: 'Start date' }).fill('2027-03-12')
      await page.getByRole('textbox', { name: 'Start time' }).fill('18:30')
      await page.getByRole('textbox', { name: 'End time' }).fill('21:00')
      for (const [field, option] of [
        ['Venue', 'The Boathouse; Pier 2'],
        ['Categories', 'Night sky'],
      ] as const) {
        await page.getByRole('combobox', { name: field }).fill(option)
        await page.getByRole('option', { name: option, exact: true }).click()
      }
      await page.getByRole('textbox', { name: 'Description' }).click()
      await page.keyboard.type('Bring ')
      await page.keyboard.press('Control+I')
      await page.keyboard.type('light')
      await page.keyboard.press('Control+I')
      await page.keyboard.type('.')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Glow. '.repeat(40))
      await page.getByRole('textbox', { name: 'Cost' }).fill('$5 - $8')
      await page.getByRole('textbox', { name: 'Website' }).fill('https://lanterns.example/')
      await page.getByRole('button', { name: 'Publish' }).click()
      await told(page, `Published: ${title}`)
      const form = page.url()

      // in the month, on its day
      await page.goto('/?month=2027-03')
      const day = page.locator('.month-grid [data-date="2027-03-12"]')
      await expectText(day.getByRole('link'), /6:30.*Lanterns & Lamps/)
      await day.getByRole('link').click()
      await page.waitForURL(/\/events\/lanterns/)
      await page.waitForFunction((start) => document.title.startsWith(start), `${title} · `)

      // its page
      const facts = page.getByRole('complementary')
      await expectText(facts, /Friday, March 12, 2027\s*6:30 pm – 9 pm.*MST.*\$5 – \$8/s)
      expect(await page.locator('.prose em').textContent()).toBe('light')
      expect(await page.locator('.prose script').count()).toBe(0)
      const map = new URL(
        (await page.getByRole('link', { name: 'Show on the map' }).getAttribute('href')) ?? '',
      )
      expect(map.origin + map.pathname).toBe('https://www.openstreetmap.org/search')
      expect(map.searchParams.get('query')).toBe('The Boathouse; Pier 2, 1 Creek Path, rear, Boulder')

      const jsonLd: unknown = JSON.parse(
        (await page.locator('head script[type="application/ld+json"]').textContent()) ?? '',
      )
      const served = await (await page.request.get(page.url())).text()
      expect(served.slice(0, served.indexOf('</head>'))).toContain('application/ld+json')
      expect(jsonLd).toMatchObject({
        '@type': 'Event',
        name: title,
        url: page.url(),
        startDate: '2027-03-12T18:30:00-07:00',
        location: { name: 'The Boathouse; Pier 2' },
      })

      const href = await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href')
      const file = await page.request.get(href ?? '')
      expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8')
      expect(calendarOf(await file.text())).toMatchObject({
        UID: expect.stringMatching(/^event-\d+@localhost$/),
        DTSTAMP: '20270303T180000Z',
        'DTSTART;TZID=America/Denver': '20270312T183000',
        'DTEND;TZID=America/Denver': '20270312T210000',
        SUMMARY: title.replaceAll(';', '\\;'),
        LOCATION: 'The Boathouse\\; Pier 2\\, 1 Creek Path\\, rear\\, Boulder',
        DESCRIPTION: `Bring light.\\n\\n${'Glow. '.repeat(40)}`.trim(),
      })

      // in the list, by words and by a category above its own
      await page.goto('/events')
      await page.getByLabel('Search').fill('lantern')
      await page.getByLabel('Category').selectOption('words')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(/search=lantern/)
      expect(await page.locator('.card').count()).toBe(1)
      await page.goto('/events?search=lantern&category=music')
      expect(await page.getByRole('status').textContent()).toBe('No events found.')
      await page.goto('/events?search=lantern')
      await page.getByRole('link', { name: /Lanterns/ }).click()

      // changed: other fields stay
      await page.waitForURL(/\/events\/lanterns/)
      const address = page.url()
      await page.getByRole('link', { name: 'Edit this event' }).click()
      await page.waitForURL(form)
      const titleField = page.getByRole('textbox', { name: 'Title' })
      await titleField.waitFor()
      expect(await titleField.inputValue()).toBe(title)
      await page.getByRole('button', { name: 'Remove "Night sky"' }).waitFor()
      await titleField.fill('Lanterns on the creek')
      await page.getByRole('checkbox', { name: 'All day' }).check()
      await page.getByRole('textbox', { name: 'End date' }).fill('2027-03-13')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await told(page, 'Saved: Lanterns on the creek')
      await page.goto(address)
      await page.getByRole('heading', { level: 1, name: 'Lanterns on the creek' }).waitFor()
      await expectText(facts, /Friday, March 12, 2027 – Saturday, March 13, 2027\s*all day.*The Boathouse/s)
      expect(calendarOf(await (await page.request.get(href ?? '')).text())).toMatchObject({
        'DTSTART;VALUE=DATE': '20270312',
        'DTEND;VALUE=DATE': '20270314',
      })

      // in the trash, and from there to the site by a link of the host
      await page.goto(form)
      await page.getByRole('button', { name: 'Move to trash' }).click()
      await told(page, 'Moved to the trash: Lanterns on the creek')
      await page.getByRole('link', { name: 'The site' }).click()
      await page.waitForURL(`${site.origin}/`)
      await page.goto('/?month=2027-03')
      await page.locator('.month-grid [data-date="2027-03-11"]').getByRole('link').first().waitFor()
      expect(
        await page
          .locator('.month-grid')
          .getByRole('link', { name: /Lanterns/ })
          .count(),
      ).toBe(0)
      expect((await (await open()).request.get(address)).status()).toBe(404)
    })

    test('the page for editors has its own policy, and axe finds nothing in it', async () => {
      const page = await openAsEditor()
      const answer = await page.goto(EDITOR)
      expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
      await page.getByRole('table', { name: 'Events' }).getByRole('row').nth(1).waitFor()
      expect(await violationsOf(page)).toEqual([])
    })

    test('on a phone a series fits: how it repeats, and its other dates', async () => {
      const page = await openAsEditor({ viewport: { width: 390, height: 844 } })
      await create(page, {
        title: 'Repair evening',
        start_date: '2027-03-26 18:00',
        end_date: '2027-03-26 21:00',
        recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20270730', exdate: ['2027-04-30'] },
      })
      await page.goto('/events/repair-evening')
      const others = page.getByRole('region', { name: 'Other dates' })
      await expectText(others, /Repeats monthly on the last Friday, until July 30, 2027/)
      expect(await others.getByRole('listitem').allTextContents()).toEqual(
        ['March 26', 'May 28', 'June 25', 'July 30'].map((day) => expect.stringContaining(`${day}, 2027`)),
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await violationsOf(page)).toEqual([])
      await others.getByRole('link', { name: 'May 28, 2027' }).click()
      await page.waitForURL(/evening-2027-05-28$/)
      await expectText(others, /Repeats monthly on the last Friday/)
      await page.goto('/events?search=repair+evening')
      await expectText(page.locator('.card'), /Repeats monthly on the last Friday/)
    })

    test('a draft is for editors', async () => {
      const editor = await openAsEditor()
      const id = await create(editor, {
        title: 'Not yet',
        start_date: '2027-03-25 18:00',
        end_date: '2027-03-25 19:00',
        status: 'draft',
      })
      const path = `/events/${id}`
      await editor.goto('/events?search=not+yet')
      expect(await editor.locator('.card .badge').textContent()).toBe('Draft')
      await editor.goto('/?month=2027-03')
      await editor.locator('.month-grid').getByRole('link', { name: 'Draft: Not yet' }).waitFor()

      const visitor = (await open()).request
      expect((await visitor.get(path)).status()).toBe(404)
      expect((await visitor.get(`${API}${path}.ics`)).status()).toBe(403)
      for (const page of ['/events?search=not+yet', '/?month=2027-03']) {
        expect(await (await visitor.get(page)).text()).not.toContain('Not yet')
      }
    })

    test('visitors are asked to log in before they edit, and sent back', async () => {
      const page = await open()
      await page.goto(`${EDITOR}/events/new`)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').filter({ hasText: 'not the password' }).waitFor()
      await page.getByLabel('Password').fill('demo')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'New event' }).waitFor()
      expect(page.url()).toBe(`${site.origin}${EDITOR}/events/new`)
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' })
      await page.goto('/')
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await page.context().cookies()).toEqual([])
    })

    test('no link to the login leads to another site afterwards', async () => {
      for (const [elsewhere, path] of [
        ['https://elsewhere.example/', '/'],
        ['//elsewhere.example', '/'],
        ['/\\elsewhere.example', '/'],
        ['/.//subscribe', '/subscribe'],
      ] as const) {
        const page = await open()
        await page.goto(`/login?${new URLSearchParams({ return_to: elsewhere })}`)
        await page.getByLabel('Password').fill('demo')
        await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
        await page.getByRole('button', { name: 'Log out' }).waitFor()
        expect(page.url()).toBe(`${site.origin}${path}`)
      }
    })

    test('only pages of the site write with its cookie', async () => {
      const { request } = await openAsEditor()
      const write = async (headers: Record<string, string>) => {
        const form = { title: 'Forged', start_date: '2027-03-26 18:00', end_date: '2027-03-26 19:00' }
        return (await request.post(`${API}/events`, { headers, form })).status()
      }
      expect(await write({ 'sec-fetch-site': 'cross-site' })).toBe(403)
      expect(await write({ 'sec-fetch-site': 'same-site' })).toBe(403)
      expect(await write({ origin: 'https://elsewhere.example' })).toBe(403)
      expect(await write({})).toBe(403)
      expect(await write({ origin: site.origin })).toBe(201)
      expect(await write({ 'sec-fetch-site': 'same-origin' })).toBe(201)
      expect(
        (await request.get(`${API}/events`, { headers: { 'sec-fetch-site': 'cross-site' } })).status(),
      ).toBe(200)
      const visitor = (await open()).request
      expect(
        (await visitor.post(`${API}/events`, { headers: { origin: site.origin }, data: {} })).status(),
      ).toBe(401)
    })

    test('the keyboard leads from the address bar into an event', async () => {
      const page = await open({ viewport: { width: 1280, height: 900 } })
      await page.goto('/')
      const focused = () => page.evaluate(() => document.querySelector('a:focus')?.textContent ?? '')
      await page.keyboard.press('Tab')
      expect(await focused()).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      await page.waitForURL(/#content$/)
      // Months, categories, then events in the order of their days.
      for (let tabs = 0; tabs < 40 && !(await focused()).includes('Members’ Preview'); tabs++) {
        await page.keyboard.press('Tab')
      }
      expect(await focused()).toContain('Members’ Preview')
      expect(
        await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
      ).toBe('solid')
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/events\/members/)
      await page.getByRole('heading', { level: 1, name: 'Members’ Preview: Ink and Granite' }).waitFor()
    })

    test('people subscribe to all events or to a category, in their own program', async () => {
      const page = await open()
      await page.goto('/events?category=music')
      await page.getByRole('link', { name: 'Subscribe to Music' }).click()
      await page.waitForURL(/\/subscribe#music$/)
      const addressOf = async (name: string) =>
        (await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? ''
      const feed = `${site.origin}${API}/events.ics?categories=music`
      expect(await addressOf('Address: Music')).toBe(feed)
      expect(await addressOf('Calendar app: Music')).toBe(feed.replace('http:', 'webcal:'))
      expect(new URL(await addressOf('Google Calendar: Music')).searchParams.get('cid')).toBe(
        feed.replace('http:', 'webcal:'),
      )
      for (const program of ['Outlook.com', 'Microsoft 365']) {
        const { searchParams } = new URL(await addressOf(`${program}: Music`))
        expect(Object.fromEntries(searchParams)).toEqual({ url: feed, name: 'Boulder, day by day: Music' })
      }
      const eventsIn = async (address: string) => {
        const text = await (await page.request.get(address)).text()
        expect(text).toContain('NAME:Boulder\\, day by day\r\n')
        return text.split('BEGIN:VEVENT').length - 1
      }
      const [music, all] = [await eventsIn(feed), await eventsIn(await addressOf('Address: All events'))]
      expect(music).toBeGreaterThan(0)
      expect(music).toBeLessThan(all)
    })

    test('the list goes in both directions', async () => {
      const page = await open()
      const daysIn = async (path: string) => {
        await page.goto(path)
        return page
          .locator('.card time')
          .evaluateAll((all) => all.map((one) => one.getAttribute('datetime') ?? ''))
      }
      const coming = await daysIn('/events')
      expect(coming).toEqual(coming.toSorted())
      await page.getByRole('link', { name: 'Past', exact: true }).click()
      await page.getByRole('status').filter({ hasText: 'that are over' }).waitFor()
      const over = await daysIn(page.url())
      expect(over.length).toBeGreaterThan(0)
      expect(over).toEqual(over.toSorted().toReversed())
      expect(over.every((day) => day < '2027-03-03')).toBe(true)
      await page.getByLabel('Category').selectOption('music')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.waitForURL(/when=past.*category=music|category=music.*when=past/)
    })

    test('without JavaScript there are months, searching, paging and events', async () => {
      const page = await open({ javaScriptEnabled: false })
      await page.goto('/?month=2027-03')
      await page.getByRole('link', { name: 'April' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('April 2027')
      expect(await page.locator('.month-grid').isVisible()).toBe(false)
      expect(
        await page
          .locator('.agenda')
          .getByRole('link', { name: /Foothills Strings Weekend/ })
          .isVisible(),
      ).toBe(true)
      await page.goto('/events')
      await page.getByRole('link', { name: 'Later' }).click()
      expect(await page.getByRole('status').textContent()).toMatch(/page 2 of/)
      await page.getByLabel('Search').fill('keaton')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('link', { name: 'The General, with a Live Piano' }).click()
      await expectText(page.getByRole('complementary'), /7:30 pm – 9:15 pm.*Chautauqua Auditorium/s)
      const map = await page.getByRole('link', { name: 'Show on the map' }).getAttribute('href')
      expect(map).toMatch(/^https:\/\/www\.openstreetmap\.org\/\?mlat=39\.\d+&mlon=-105\.\d+#map=17\//)
    })

    test('on a phone nothing is wider than the screen', async () => {
      const page = await openAsEditor({ viewport: { width: 390, height: 844 } })
      for (const path of PAGES) {
        await page.goto(path)
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 390])
      }
      await page.goto('/')
      expect(await page.locator('.agenda').isVisible()).toBe(true)
      expect(await page.locator('.month-grid').isVisible()).toBe(false)
    })

    test.each(['light', 'dark'] as const)('axe finds nothing to complain about, %s', async (colorScheme) => {
      const page = await openAsEditor({ colorScheme })
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 })
        for (const path of PAGES) {
          await page.goto(path)
          expect([path, width, await violationsOf(page)]).toEqual([path, width, []])
        }
      }
      const [red = 0, green = 0, blue = 0] = await page.evaluate(() =>
        (getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []).map(Number),
      )
      expect((red + green + blue) / 3 < 128).toBe(colorScheme === 'dark')
    })

    test('what is not there is 404, in plain words', async () => {
      const page = await open()
      for (const path of ['/events/no-such-event', '/events/999999', '/events?page=99', '/nowhere']) {
        const answer = await page.request.get(path)
        expect([path, answer.status()]).toEqual([path, 404])
      }
      expect((await page.request.get('/?month=2027-99')).status()).toBe(200)
      expect(await (await page.request.get('/events?category=no-such')).text()).toContain('No events found.')
    })

    test('two processes that start at once fill the calendar once', async () => {
      const both = await Promise.all([
        start('shared.sqlite', site.origin),
        start('shared.sqlite', site.origin),
      ])
      const totalOf = async ({ origin }: Running) =>
        (await fetch(`${origin}${API}/events?start_date=2020-01-01`)).headers.get('x-tec-total')
      const alone = await totalOf(site)
      const totals = await Promise.all(both.map(totalOf)).finally(() => Promise.all(both.map(stop)))
      expect(totals[0]).toBe(totals[1])
      // The other tests have added a few to their own.
      expect(Number(totals[0])).toBeGreaterThan(80)
      expect(Number(totals[0])).toBeLessThanOrEqual(Number(alone))
    })
  },
)

const PAGES = [
  ...words('/ /?month=2027-04 /events /events?search=nothing-has-this /events?when=past /subscribe'),
  EVENT,
  '/login',
]

// —— Small things ————————————————————————————————————————————————————————————————————————————————————————————

async function expectText(where: ReturnType<Page['locator']>, text: RegExp): Promise<void> {
  await where.filter({ hasText: text }).first().waitFor()
}

const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const found: unknown = await Reflect.get(window, 'axe').run()
    const list: unknown =
      typeof found === 'object' && found !== null && 'violations' in found ? found.violations : undefined
    if (!Array.isArray(list)) throw new Error('axe answered nothing')
    return list.map(
      ({ id, nodes }) =>
        `${id}: ${JSON.stringify(nodes.map((node: { html: string }) => node.html)).slice(0, 400)}`,
    )
  })
}

/** The properties of the one event of an iCalendar file, whose form is checked on the way (RFC 5545, 3.1). */
function calendarOf(text: string): Record<string, string> {
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = text.replaceAll('\r\n ', '').split('\r\n')
  const event = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1, lines.indexOf('END:VEVENT'))
  return Object.fromEntries(
    event.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  )
}
