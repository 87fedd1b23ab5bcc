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
 * examples/next as people meet it: the built site, in a browser. With SCREENSHOTS=1 it also takes those of the README.
 */

const SITE = fileURLToPath(new URL('../../examples/next/', import.meta.url))
const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const NOW = '2027-03-03T18:00:00Z'
const EVENT = '/events/the-general-with-a-live-piano'
const API = '/api/vendor/events/v1'
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

interface Entry {
  title: string
  start: string
  end: string
  status?: 'Published' | 'Draft'
}

/** Saves a new event in the form, and waits for its page. */
async function create(page: Page, { title, start, end, status = 'Published' }: Entry): Promise<void> {
  await page.goto('/events/new')
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByLabel('Start').fill(start)
  await page.getByLabel('End').fill(end)
  await page.getByLabel('Status').selectOption(status)
  await save(page)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()

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
      await shoot('month-phone-dark', '/?month=2027-03', {
        viewport: { width: 390, height: 844 },
        colorScheme: 'dark',
      })
    }
    if (process.env.SCREENSHOTS === '1') test('screenshots', screenshots)

    test('an editor creates an event, finds it, changes it and deletes it', async () => {
      const title = 'Lanterns & Lamps </script><script>document.title="hacked"</script>'
      const page = await openAsEditor()
      await page.goto('/events/new')
      await page.getByLabel('Title', { exact: true }).fill(title)
      await page.getByLabel('Start').fill('2027-03-12T18:30')
      await page.getByLabel('End').fill('2027-03-12T21:00')
      await page.getByLabel('Venue', { exact: true }).selectOption('new')
      await page.getByLabel('Name of the venue').fill('The Boathouse; Pier 2')
      await page.getByLabel('Street and number').fill('1 Creek Path, rear')
      await page.getByLabel('City').fill('Boulder')
      await page
        .getByLabel('Description')
        .fill(`<p>Bring <em>light</em>.</p><script>alert(1)</script><p>${'Glow. '.repeat(40)}</p>`)
      await page.getByLabel('Night sky').check()
      await page.getByLabel('Cost').fill('$5 - $8')
      await page.getByLabel('Website').fill('https://lanterns.example/')
      await save(page)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()

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
      await openForm(page)
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(title)
      expect(await page.getByLabel('Night sky').isChecked()).toBe(true)
      await page.getByLabel('Title', { exact: true }).fill('Lanterns on the creek')
      await page.getByLabel('All day').check()
      await page.getByLabel('End').fill('2027-03-13')
      await save(page)
      await page.getByRole('heading', { level: 1, name: 'Lanterns on the creek' }).waitFor()
      await expectText(facts, /Friday, March 12, 2027 – Saturday, March 13, 2027\s*all day.*The Boathouse/s)
      expect(calendarOf(await (await page.request.get(href ?? '')).text())).toMatchObject({
        'DTSTART;VALUE=DATE': '20270312',
        'DTEND;VALUE=DATE': '20270314',
      })

      // deleted, after a question
      const address = page.url()
      await openForm(page)
      await page.getByRole('button', { name: 'Delete this event' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/Delete this event/)
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await page.waitForURL(`${site.origin}/`)
      await page.locator('.month-grid [data-date="2027-03-11"]').getByRole('link').first().waitFor()
      expect(
        await page
          .locator('.month-grid')
          .getByRole('link', { name: /Lanterns/ })
          .count(),
      ).toBe(0)
      expect((await (await open()).request.get(address)).status()).toBe(404)
    })

    test('what the API refuses is said beside its field, and the first one has the focus', async () => {
      const page = await openAsEditor()
      await page.goto('/events/new')
      await page.getByLabel('Title', { exact: true }).fill('Backwards')
      await page.getByLabel('Start').fill('2027-03-12T18:30')
      await page.getByLabel('End').fill('2027-03-12T17:30')
      await page.getByLabel('Website').fill('no address')
      troubles.length = 0
      await save(page)
      const end = page.getByLabel('End')
      await page.locator('#end_date[aria-invalid="true"]').waitFor()
      expect(await page.locator(`#${await end.getAttribute('aria-describedby')}`).textContent()).toMatch(
        /^End /,
      )
      expect(await page.locator('#website-fault').textContent()).toMatch(/^Website /)
      expect(await page.locator('[aria-invalid="true"]').count()).toBe(2)
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('end_date')
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Backwards')
      // Chromium itself writes the refusal to the console.
      expect(troubles.splice(0)).toEqual([expect.stringContaining('400 (Bad Request)')])
    })

    test('a change over somebody else’s change is refused', async () => {
      const page = await openAsEditor()
      await create(page, { title: 'Two at once', start: '2027-03-24T18:00', end: '2027-03-24T19:00' })
      const other = await page.context().newPage()
      for (const each of [page, other]) {
        await each.goto('/events/two-at-once/edit')
        await each.getByRole('button', { name: 'Save' }).waitFor()
      }
      await other.getByLabel('Cost').fill('7')
      await save(other)
      await other.waitForURL(/two-at-once$/)
      await save(page)
      expect(await page.getByRole('main').getByRole('alert').textContent()).toMatch(/Somebody else changed/)
      expect(troubles.splice(0)).toEqual([expect.stringContaining('412')])
    })

    test('by keyboard an event repeats, and one date, later ones or all of them change', async () => {
      const page = await openAsEditor({ viewport: { width: 1280, height: 900 } })
      await page.goto('/events/new')
      await tabTo(page, 'Title')
      await page.keyboard.type('Xylophone circle')
      await tabTo(page, 'Start')
      await typeTime(page, '03092027', '0700PM')
      await tabTo(page, 'End')
      await typeTime(page, '03092027', '0900PM')
      await tabTo(page, 'Repeat')
      await page.keyboard.type('Weekly')
      await tabTo(page, 'Tuesday')
      expect(await page.getByLabel('Tuesday').isChecked()).toBe(true)
      await tabTo(page, 'Thursday')
      await page.keyboard.press('Space')
      await tabTo(page, 'Stops')
      await page.keyboard.type('After')
      await tabTo(page, 'Number of times')
      await page.keyboard.type('6')
      await tabTo(page, 'Not on')
      await page.keyboard.type('03162027')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove March 16, 2027' }).waitFor()
      await tabTo(page, 'Save')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Xylophone circle' }).waitFor()
      const others = page.getByRole('region', { name: 'Other dates' })
      await expectText(others, /Repeats weekly on Tuesday and Thursday, 6 times/)
      const evening = '19:00:00 Xylophone circle'
      const dates = ['2027-03-09', '2027-03-11', '2027-03-18', '2027-03-23', '2027-03-25']
      expect(await datesOf(page, 'xylophone')).toEqual(dates.map((day) => `${day} ${evening}`))

      // only one: also the day and the time of day are its own
      await others.getByRole('link', { name: 'March 11, 2027' }).click()
      await page.waitForURL(/circle-2027-03-11$/)
      await openForm(page)
      await tabTo(page, 'Title')
      await page.keyboard.type('Xylophone by the lake')
      await tabTo(page, 'Start')
      await typeTime(page, '03122027', '0600PM')
      await tabTo(page, 'End')
      await typeTime(page, '03122027', '0800PM')
      await tabTo(page, 'Save')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      expect(await nameOfFocus(page)).toBe('Only this date')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await nameOfFocus(page)).toBe('Save')
      // also if one follows the other before the page hears that the dialog was closed
      for (let times = 0; times < 50; times++) {
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('Escape')
      }
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Xylophone by the lake' }).waitFor()
      const lake = '2027-03-12 18:00:00 Xylophone by the lake'
      expect(await datesOf(page, 'xylophone')).toEqual([
        `2027-03-09 ${evening}`,
        lake,
        ...dates.slice(2).map((day) => `${day} ${evening}`),
      ])

      // this one and later ones
      await others.getByRole('link', { name: 'March 18, 2027' }).click()
      await page.waitForURL(/circle-2027-03-18$/)
      await openForm(page)
      await tabTo(page, 'Title')
      await page.keyboard.type('Open xylophone')
      await tabTo(page, 'Save')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('ArrowDown')
      expect(await nameOfFocus(page)).toBe('This date and all later ones')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Open xylophone' }).waitFor()
      const open = (day: string) => `${day} 19:00:00 Open xylophone`
      const later = ['2027-03-18', '2027-03-23', '2027-03-25'].map(open)
      expect(await datesOf(page, 'xylophone')).toEqual([`2027-03-09 ${evening}`, lake, ...later])
      await page.goto('/events?search=open+xylophone')
      await expectText(page.locator('.card'), /Repeats weekly on Tuesday and Thursday, 3 times/)

      // one is deleted, then the later series: the earlier one stays
      await page.locator('.card').nth(1).getByRole('link').click()
      await removeByKeyboard(page, 'Only this date')
      expect(await datesOf(page, 'xylophone')).toEqual([`2027-03-09 ${evening}`, lake, later[0], later[2]])
      await page.goto('/events?search=open+xylophone')
      await page.locator('.card').first().getByRole('link').click()
      await removeByKeyboard(page, 'All dates')
      expect(await datesOf(page, 'xylophone')).toEqual([`2027-03-09 ${evening}`, lake])
    })

    test('on a phone all of a series fits, is accessible, and rules made elsewhere stay', async () => {
      const page = await openAsEditor({ viewport: { width: 390, height: 844 } })
      const expectFit = async () => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
        expect(await violationsOf(page)).toEqual([])
      }
      await page.goto('/events/new')
      await page.getByLabel('Title', { exact: true }).fill('Repair evening')
      await page.getByLabel('Start').fill('2027-03-26T18:00')
      await page.getByLabel('End').fill('2027-03-26T21:00')
      await page.getByLabel('Repeat', { exact: true }).selectOption('Monthly')
      expect(await page.getByLabel('Day of the month').inputValue()).toBe('26')
      await page.getByLabel('On', { exact: true }).selectOption('A day of the week')
      expect(await page.getByLabel('Day of the week').inputValue()).toBe('FR')
      await page.getByLabel('Which one').selectOption('last')
      await page.getByLabel('Stops').selectOption('On a date')
      await page.getByLabel('Not on').fill('2027-04-30')
      await page.getByRole('button', { name: 'Add' }).click()
      await save(page)
      await expectText(page.locator('#repeat_until-fault'), /Last day must be a date/)
      expect(await nameOfFocus(page)).toBe('Last day')
      await expectFit()
      await page.getByLabel('Last day').fill('2027-07-30')
      await save(page)
      const others = page.getByRole('region', { name: 'Other dates' })
      await expectText(others, /Repeats monthly on the last Friday, until July 30, 2027/)
      await expectFit()
      const on = (...days: string[]) => days.map((day) => `2027-${day} 18:00:00 Repair evening`)
      expect(await datesOf(page, 'repair evening')).toEqual(on('03-26', '05-28', '06-25', '07-30'))

      // The series from its next date on: now without an exception, and on Thursdays.
      await openForm(page)
      await page.getByRole('button', { name: 'Remove April 30, 2027' }).click()
      await page.getByLabel('Start').fill('2027-03-25T18:00')
      await page.getByLabel('End').fill('2027-03-25T21:00')
      expect(await page.getByLabel('Day of the week').inputValue()).toBe('TH')
      await save(page)
      await page.getByRole('dialog').getByLabel('From March 26, 2027 on').check()
      await expectFit()
      await page.getByRole('button', { name: 'Save these dates' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expectText(page.locator('.series'), /last Thursday/)
      expect(await datesOf(page, 'repair evening')).toEqual(on('03-25', '04-29', '05-27', '06-24', '07-29'))

      // One date alone cannot repeat in another way.
      await others.getByRole('link', { name: 'May 27, 2027' }).click()
      await page.waitForURL(/evening-2027-05-2\d$/)
      await openForm(page)
      await page.getByLabel('Every how many months').fill('2')
      await save(page)
      expect(await page.getByRole('dialog').getByRole('radio').count()).toBe(2)
      await page.getByRole('dialog').getByLabel('This date and all later ones').check()
      await page.getByRole('button', { name: 'Save these dates' }).click()
      await expectText(page.locator('.series'), /every 2 months on the last Thursday/)
      expect(await datesOf(page, 'repair evening')).toEqual(on('03-25', '04-29', '05-27', '07-29'))

      const made = await page.request.post(`${API}/events`, {
        headers: { origin: site.origin },
        data: {
          title: 'Made elsewhere',
          start_date: '2027-03-31 10:00',
          end_date: '2027-03-31 11:00',
          recurrence: { rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', rdate: ['2027-04-10'] },
        },
      })
      expect(made.status()).toBe(201)
      await page.goto('/events/made-elsewhere/edit')
      await expectText(page.getByRole('group', { name: 'Repeats' }), /FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3/)
      await expectText(page.getByRole('group', { name: 'Repeats' }), /Also on: April 10, 2027\./)
      await page.getByLabel('Title', { exact: true }).fill('Made elsewhere, changed here')
      await save(page)
      await page.getByRole('button', { name: 'Save these dates' }).click()
      await page.getByRole('heading', { level: 1, name: 'Made elsewhere, changed here' }).waitFor()
      const morning = '10:00:00 Made elsewhere, changed here'
      expect(await datesOf(page, 'made elsewhere')).toEqual(
        ['03-31', '04-10', '04-30', '05-31'].map((day) => `2027-${day} ${morning}`),
      )
    })

    test('a draft is for editors', async () => {
      const editor = await openAsEditor()
      await create(editor, {
        title: 'Not yet',
        start: '2027-03-25T18:00',
        end: '2027-03-25T19:00',
        status: 'Draft',
      })
      const path = new URL(editor.url()).pathname
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
      await page.goto('/events/new')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('alert').filter({ hasText: 'not the password' }).waitFor()
      await page.getByLabel('Password').fill('demo')
      await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
      await page.getByRole('heading', { name: 'New event' }).waitFor()
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' })
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('link', { name: 'Log in' }).waitFor()
      expect(await page.context().cookies()).toEqual([])
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

    test('axe finds nothing in the form’s faults, nor in the dialog', async () => {
      const page = await openAsEditor()
      await page.goto('/events/new')
      await save(page)
      await page.locator('[aria-invalid="true"]').first().waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(troubles.splice(0)).toHaveLength(1)
      await page.goto(`${EVENT}/edit`)
      await page.getByRole('button', { name: 'Delete this event' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await violationsOf(page)).toEqual([])
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
  '/events/new',
  `${EVENT}/edit`,
]

// —— Small things ————————————————————————————————————————————————————————————————————————————————————————————

async function expectText(where: ReturnType<Page['locator']>, text: RegExp): Promise<void> {
  await where.filter({ hasText: text }).first().waitFor()
}

/** Starts and titles of the events with these words, as the API lists them. */
async function datesOf(page: Page, search: string): Promise<string[]> {
  const answer = await page.request.get(`${API}/events`, { params: { search, per_page: 50 } })
  const { events }: { events: { start_date: string; title: string }[] } = await answer.json()
  return events.map(({ start_date, title }) => `${start_date} ${title}`)
}

/** The label of the input with the focus, or the text of the link or button. */
const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement
    const labels = focused === null ? undefined : Reflect.get(focused, 'labels')
    const label: unknown = labels?.[0]?.textContent
    return typeof label === 'string' ? label : (focused?.textContent ?? '')
  })

/** Opens the form of the page's event. Keys that are pressed before it stands there go to the old page. */
async function openForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Title', { exact: true }).waitFor()
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 90; tabs++) {
    await page.keyboard.press('Tab')
    if ((await nameOfFocus(page)) === name) return
  }
  expect.unreachable(`Tab does not reach ${name}`)
}

/** Types into an input of day and time: month, day, year; then hour, minute, half of the day. */
async function typeTime(page: Page, day: string, time: string): Promise<void> {
  await page.keyboard.type(day)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(time)
}

/** Deletes dates of the series of the page's event. */
async function removeByKeyboard(page: Page, choice: string): Promise<void> {
  await openForm(page)
  await tabTo(page, 'Delete this event …')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  for (let keys = 0; keys < 3 && (await nameOfFocus(page)) !== choice; keys++) {
    await page.keyboard.press('ArrowDown')
  }
  await tabTo(page, 'Delete')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.origin}/`)
}

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
