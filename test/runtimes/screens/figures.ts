/*
 * Figures of the page for editors: `scripts/pages.sh`. How long until 20 rows of 10,000 events are there, and how long a
 * key takes in the form of a series with 100 dates. docs/reliability.md has the last ones. It is no test: machines differ.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEventsApi, type EventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { createEditor } from 'kalends/editor'
import { sqlStorage } from 'kalends/storage/sql'
import Database from 'libsql'
import { type Browser, chromium, type Page } from 'playwright-core'

const EVENTS = 10_000
const RUNS = 5
const ROWS = 20
const EDITOR = { id: 2, role: 'editor', name: 'Ada' } as const
/** 1.6 Mbit/s with 150 ms. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

async function post(api: EventsApi, body: object): Promise<number> {
  const request = new Request(`http://localhost${api.basePath}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await api.as(EDITOR)(request)
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(answer))
  return Number(Object(answer).id)
}

/** Resolves to the ID of a series of 100 dates among them. */
async function fill(api: EventsApi): Promise<number> {
  const start = Date.now()
  for (let at = 0; at < EVENTS; at += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, step) => {
        const day = new Date(start + (at + step) * 7_200_000).toISOString().slice(0, 10)
        return post(api, {
          title: `Concert ${at + step}`,
          start_date: `${day} 19:00`,
          end_date: `${day} 21:00`,
          description: '<p>Music in the old mill, with a break and something to drink.</p>',
          venue: { venue: `Hall ${step % 20}` },
          categories: [`Category ${step % 8}`],
          status: 'publish',
        })
      }),
    )
  }
  const first = new Date(start + 86_400_000).toISOString().slice(0, 10)
  return post(api, {
    title: 'Choir',
    start_date: `${first} 19:00`,
    end_date: `${first} 21:00`,
    recurrence: { rrule: 'FREQ=DAILY;COUNT=100' },
    status: 'publish',
  })
}

async function slowed(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1800 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return page
}

/** Milliseconds from the address to the frame that shows the rows, in a browser that has nothing yet. */
async function rowsAfter(browser: Browser, url: string): Promise<number> {
  const page = await slowed(browser)
  // As text: what compiles this file gives names to functions, which the page does not know.
  await page.addInitScript(`(function look() {
    if (document.querySelectorAll('tbody tr').length >= ${ROWS}) globalThis.shownAfter = performance.now()
    else requestAnimationFrame(look)
  })()`)
  await page.goto(url)
  const shown = await page.waitForFunction(() => Reflect.get(window, 'shownAfter'))
  const milliseconds = Number(await shown.jsonValue())
  await page.context().close()
  return milliseconds
}

/** The longest time that one of 100 keys keeps the page busy. */
async function longestKey(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.waitFor()
  await page.getByRole('list', { name: 'Next dates' }).waitFor()
  await page.evaluate(() => {
    const durations: number[] = []
    Reflect.set(window, 'durations', durations)
    let began = 0
    // What follows in this task and its microtasks, and the drawing, is over before the next one.
    addEventListener(
      'keydown',
      () => {
        began = performance.now()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => durations.push(performance.now() - began)
        requestAnimationFrame(() => port2.postMessage(0))
      },
      true,
    )
  })
  await title.click()
  for (const letter of 'A choir for everybody who likes to sing, also without notes, on each evening of the week. Come along!')
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
  const durations = await page.evaluate(() => Reflect.get(window, 'durations') as number[])
  await context.close()
  return Math.max(...durations)
}

const folder = await mkdtemp(join(tmpdir(), 'kalends-figures-'))
const database = new Database(join(folder, 'calendar.sqlite'))
const api = createEventsApi(sqlStorage(betterSqlite3(database)), {
  title: 'Town',
  authenticate: () => EDITOR,
  editor: (own) => createEditor(own),
})
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
const server = createServer(toNodeListener(api))
try {
  await api.migrate()
  const series = await fill(api)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  const root = `http://127.0.0.1:${address.port}${api.basePath}/editor`
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) times.push(await rowsAfter(browser, `${root}/events`))
  console.log(`${ROWS} rows: ${Math.round(median(times))} ms (${times.map(Math.round).join(', ')})`)
  console.log(`longest of 100 keys: ${Math.round(await longestKey(browser, `${root}/events/${series}`))} ms`)
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
  database.close()
  await rm(folder, { recursive: true })
}
