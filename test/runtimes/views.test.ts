import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { build } from 'esbuild'
import { createEventsApi, type EventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { type ClientEvent, createClient } from 'kalends/client'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

/*
 * Calendar views with the event sources of this package, in a browser. What a month shows is measured: the days that
 * the bar of an event covers. It is compared with the days and times that follow from the JSON of all events.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const isHere = existsSync(executablePath)
const name = 'a month in Chromium shows what the API says'

const SITE_ZONE = 'America/New_York'
/** Each month has a change of offset in this zone, and March one in Berlin. */
const MONTHS = ['2027-03', '2027-11'] as const
const LIBRARIES = ['full-calendar', 'schedule-x'] as const
const ZONES = [SITE_ZONE, 'Europe/Berlin', 'Pacific/Kiritimati'] as const

type EventFields = Parameters<ReturnType<typeof createClient>['events']['create']>[0]

const timed = (title: string, start_date: string, end_date: string, more: Partial<EventFields> = {}) => ({
  title,
  start_date,
  end_date,
  ...more,
})
const allDay = (title: string, first: string, last: string, more: Partial<EventFields> = {}) =>
  timed(title, first, last, { all_day: true, ...more })

const EVENTS: readonly EventFields[] = [
  timed('Over the gap', '2027-03-13 22:00', '2027-03-14 12:00'),
  timed('In the gap', '2027-03-14 02:30', '2027-03-14 05:00'),
  timed('First equal hour', '2027-11-07 01:30', '2027-11-07 02:30'),
  timed('Second equal hour', '2027-11-07 01:30', '2027-11-07 02:30', {
    utc_start_date: '2027-11-07 06:30:00',
  }),
  timed('Over the equal hours', '2027-11-06 23:00', '2027-11-07 04:00'),
  timed('Over midnight', '2027-03-10 22:00', '2027-03-11 01:30'),
  timed('Until midnight', '2027-03-12 20:00', '2027-03-13 00:00'),
  timed('Until midnight in Berlin', '2027-11-12 20:00', '2027-11-13 00:00', { timezone: 'Europe/Berlin' }),
  timed('From midnight', '2027-03-16 00:00', '2027-03-16 01:00'),
  timed('Without duration', '2027-03-17 23:30', '2027-03-17 23:30'),
  timed('Without duration, at midnight', '2027-03-18 00:00', '2027-03-18 00:00'),
  timed('Several days', '2027-03-19 10:00', '2027-03-23 12:00'),
  timed('Several weeks', '2027-11-03 10:00', '2027-11-24 09:00'),
  timed('Before and into the month', '2027-02-20 10:00', '2027-03-03 09:00'),
  timed('Out of the month', '2027-11-29 10:00', '2027-12-31 09:00'),
  timed('Over the whole month', '2027-10-01 10:00', '2027-12-31 09:00'),
  timed('In Tokyo', '2027-03-10 08:00', '2027-03-10 09:00', { timezone: 'Asia/Tokyo' }),
  timed('In Kiritimati', '2027-11-16 00:30', '2027-11-16 23:30', { timezone: 'Pacific/Kiritimati' }),
  timed('At an offset', '2027-11-18 23:30', '2027-11-19 01:30', { timezone: 'UTC-12' }),
  timed('Just before the month', '2027-02-27 22:00', '2027-02-28 00:00'),
  timed('Just after the month', '2027-04-11 00:00', '2027-04-11 01:00'),
  allDay('A day', '2027-03-14', '2027-03-14'),
  allDay('A day in Tokyo', '2027-11-07', '2027-11-07', { timezone: 'Asia/Tokyo' }),
  allDay('Days over the gap', '2027-03-12', '2027-03-16'),
  allDay('Days over the equal hours', '2027-11-05', '2027-11-09'),
  allDay('Days into the month', '2027-02-26', '2027-03-02'),
  allDay('Days out of the month', '2027-11-28', '2027-12-15'),
  allDay('Days behind a password', '2027-11-24', '2027-11-25', { password: 'sesame' }),
  timed('Time behind a password', '2027-03-25 21:00', '2027-03-26 02:00', { password: 'sesame' }),
  timed('Jazz &amp; <em>more</em> &lt;live&gt;', '2027-03-30 19:00', '2027-03-30 22:00'),
  // More than a page.
  ...Array.from({ length: 60 }, (_, index) => {
    const day = `2027-${index % 2 === 0 ? '03' : '11'}-${String((index % 28) + 1).padStart(2, '0')}`
    return timed(`Number ${index}`, `${day} ${String(index % 24).padStart(2, '0')}:15`, `${day} 23:45`)
  }),
]

/** By the ID of each event that a month shows. */
type Shown = Record<string, { days: string[]; text: string }>

/** The days of an event in a zone. Its last moment is before its end, unless it has no duration. */
function daysOf(event: ClientEvent, isAllDay: boolean, zone: string): string[] {
  const [first, last] = isAllDay
    ? [event.start_date.slice(0, 10), event.end_date.slice(0, 10)]
    : momentsOf(event).map((moment) => dayIn(zone, moment))
  const days: string[] = []
  for (let day = first ?? ''; day <= (last ?? ''); day = dayIn('UTC', new Date(Date.parse(day) + 86_400_000)))
    days.push(day)
  return days
}

function momentsOf({ utc_start_date, utc_end_date }: ClientEvent): Date[] {
  const [start = 0, end = 0] = [utc_start_date, utc_end_date].map((text) => Date.parse(`${text}Z`))
  return [new Date(start), new Date(Math.max(start, end - 1000))]
}

const dayIn = (timeZone: string, moment: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(moment)
const clockIn = (timeZone: string, moment: Date | undefined) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(moment)

describe.skipIf(!isHere)(isHere ? name : `${name} (skipped: there is no ${executablePath})`, () => {
  let browser: Browser
  let server: Server
  let api: EventsApi
  let origin = ''
  /** What the API says, asked without a window. */
  const events: ClientEvent[] = []
  const allDayIds = new Set<number>()
  const files = new Map<string, string>()

  beforeAll(async () => {
    api = createEventsApi(memoryStorage(), {
      timezone: SITE_ZONE,
      authenticate: (request) => (request.headers.has('authorization') ? { id: 1, role: 'editor' } : null),
    })
    await api.migrate()
    const baseUrl = `http://localhost${api.basePath}`
    const editor = createClient({ baseUrl, fetch: api.fetch, headers: { authorization: 'me' } })
    for (const fields of EVENTS) {
      const { id } = await editor.events.create(fields)
      if (fields.all_day === true) allDayIds.add(id)
    }
    const visitor = createClient({ baseUrl, fetch: api.fetch })
    for await (const event of visitor.events.list({ ends_after: '2026-01-01', per_page: 50 }))
      events.push(event)

    const { outputFiles } = await build({
      entryPoints: LIBRARIES.map(
        (library) => new URL(`programs/views/${library}.ts`, import.meta.url).pathname,
      ),
      bundle: true,
      format: 'esm',
      outdir: '/',
      write: false,
    })
    for (const { path, text } of outputFiles) files.set(path, text)
    const listener = toNodeListener(api)
    server = createServer((request, response) => {
      const path = request.url ?? ''
      if (path.startsWith(api.basePath)) return listener(request, response)
      const file = files.get(path)
      const library = path.split('?')[0]
      const type = path.endsWith('.css') ? 'text/css' : file === undefined ? 'text/html' : 'text/javascript'
      response.setHeader('content-type', `${type}; charset=utf-8`)
      response.end(
        file ??
          `<!doctype html><link rel="stylesheet" href="${library}.css"><link rel="icon" href="data:,">
          <style>main { width: 1200px; height: 6000px }</style><body><script type="module" src="${library}.js"></script>`,
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const listening = server.address()
    if (typeof listening !== 'object' || listening === null) throw new TypeError('no port')
    origin = `http://127.0.0.1:${listening.port}`
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
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve))
    await api.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
  })

  let faults: string[] = []
  async function newPage(timezoneId = 'UTC'): Promise<Page> {
    faults = []
    const context = await browser.newContext({ viewport: { width: 1300, height: 6200 }, timezoneId })
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
    return page
  }

  /** Measures the month: an event is on the days whose cells its bars cover. */
  const shownBy = (page: Page): Promise<Shown> =>
    page.evaluate(() => {
      const cells = [...document.querySelectorAll('[data-date]')].map((cell) => ({
        day: cell.getAttribute('data-date') ?? '',
        box: cell.getBoundingClientRect(),
      }))
      const shown: Record<string, { days: string[]; text: string }> = {}
      for (const bar of document.querySelectorAll('[data-event-id]')) {
        const { left, right, top, bottom } = bar.getBoundingClientRect()
        const middle = (top + bottom) / 2
        const days = cells
          .filter(({ box }) => box.top < middle && middle < box.bottom)
          .filter(({ box }) => Math.min(right, box.right) - Math.max(left, box.left) > box.width / 2)
          .map(({ day }) => day)
        const id = bar.getAttribute('data-event-id') ?? ''
        const before = shown[id]
        shown[id] = {
          days: [...new Set([...(before?.days ?? []), ...days])].sort(),
          text: before?.text ?? bar.textContent ?? '',
        }
      }
      return shown
    })

  const cellsOf = (page: Page): Promise<string[]> =>
    page
      .locator('[data-date]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-date') ?? '').sort())

  /** What a month with these cells must show. */
  function expected(cells: readonly string[], zone: string): Record<string, unknown> {
    const shown: Record<string, unknown> = {}
    for (const event of events) {
      const isAllDay = allDayIds.has(event.id)
      const all = daysOf(event, isAllDay, zone)
      const days = all.filter((day) => cells.includes(day))
      if (days.length === 0) continue
      const title = event.title
        .replace(/<[^>]*>/g, '')
        .replace('&lt;', '<')
        .replace('&gt;', '>')
      const parts = [title.replace('&amp;', '&')]
      if (!isAllDay && days[0] === all[0]) parts.push(clockIn(zone, momentsOf(event)[0]))
      shown[event.id] = { days, text: parts }
    }
    return shown
  }

  /** The same of what is shown: which of the expected parts its text has. */
  const found = (shown: Shown, wanted: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shown).map(([id, { days, text }]) => {
        const want = wanted[id]
        const parts =
          typeof want === 'object' && want !== null && 'text' in want && Array.isArray(want.text)
            ? want.text.filter((part) => text.includes(String(part)))
            : [text]
        return [id, { days, text: parts }]
      }),
    )

  async function expectMonth(page: Page, month: string, zone: string): Promise<void> {
    await page.locator(`[data-date="${month}-15"]`).waitFor()
    const cells = await cellsOf(page)
    expect(cells.length).toBeGreaterThanOrEqual(28)
    const wanted = expected(cells, zone)
    expect(Object.keys(wanted).length).toBeGreaterThan(30)
    await expect.poll(async () => found(await shownBy(page), wanted), { timeout: 20_000 }).toEqual(wanted)
    expect(faults).toEqual([])
  }

  describe.each(LIBRARIES)('%s', (library) => {
    const open = (page: Page, zone: string, month: string) =>
      page.goto(`${origin}/${library}?${new URLSearchParams({ zone, month })}`)

    test.each(ZONES.flatMap((zone) => MONTHS.map((month) => ({ zone, month }))))(
      '$month in $zone',
      async ({ zone, month }) => {
        const page = await newPage()
        await open(page, zone, month)
        await expectMonth(page, month, zone)
      },
    )

    test('aborts the requests of a month that the user has left', async () => {
      const page = await newPage()
      let aborted = 0
      page.on('requestfailed', (request) => {
        if (request.failure()?.errorText === 'net::ERR_ABORTED') aborted++
      })
      // The first request of the first month gets no answer.
      let isFirst = true
      await page.route('**/events?*', async (route) => {
        if (!isFirst) return route.continue()
        isFirst = false
      })
      const [request] = await Promise.all([
        page.waitForRequest('**/events?*'),
        open(page, SITE_ZONE, '2027-10'),
      ])
      expect(request.url()).toContain('starts_before=2027-11-')
      await page.getByRole('button', { name: /^Next/ }).click()
      await expectMonth(page, '2027-11', SITE_ZONE)
      expect(aborted).toBe(1)
    })
  })

  test('full-calendar in the zone of the browser', async () => {
    const page = await newPage('Australia/Lord_Howe')
    await page.goto(`${origin}/full-calendar?${new URLSearchParams({ zone: 'local', month: '2027-11' })}`)
    await expectMonth(page, '2027-11', 'Australia/Lord_Howe')
  })
})
