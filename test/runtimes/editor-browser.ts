import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import axe from 'axe-core'
import { ApiError, createEventsApi, type EventsApi, type EventsApiOptions, type Principal } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { createEditor } from 'kalends/editor'
import type { Storage } from 'kalends/storage/contract'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import Database from 'libsql'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'

/*
 * The page for editors in a browser, for tests. The browser is in Honolulu, the calendar in Vienna, and the host anywhere:
 * times are the event's.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
export const isHere = existsSync(executablePath)
export const named = (name: string): string =>
  isHere ? name : `${name} (skipped: there is no ${executablePath})`

export const USERS: Readonly<Record<string, Principal>> = {
  administrator: { id: 1, role: 'administrator', name: 'Eve' },
  editor: { id: 2, role: 'editor', name: 'Ada' },
  author: { id: 3, role: 'author', name: 'Ben' },
  contributor: { id: 5, role: 'contributor', name: 'Cleo' },
  subscriber: { id: 6, role: 'subscriber', name: 'Dan' },
}

export const wide = { viewport: { width: 1280, height: 900 } }
export const narrow = { viewport: { width: 390, height: 844 } }
/*
 * What `scripts/pages.sh` varies: the width and the network of tests that name none, and where the calendar is.
 */
const { EDITOR_WIDTH, EDITOR_NETWORK, EDITOR_STORAGE } = process.env
const usual = EDITOR_WIDTH === '390' ? narrow : wide
export const newStorage = () =>
  EDITOR_STORAGE === 'sqlite' ? sqlStorage(betterSqlite3(new Database(':memory:'))) : memoryStorage()
/** Milliseconds before each request of a slow network goes on. */
const LATENCY = 300

export interface Opened {
  readonly api: EventsApi
  readonly url: string
  open(user: keyof typeof USERS | null, path?: string, options?: BrowserContextOptions): Promise<Page>
}

/** A browser for the tests of a file, and calendars to open in it. What the page complains of fails its test. */
export function useBrowser() {
  let browser: Browser
  const servers: Server[] = []
  /** What the browser complained of. */
  const faults: string[] = []

  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(async () => {
    await browser?.close()
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    const complaints = faults.splice(0)
    expect(complaints).toEqual([])
  })

  async function calendar(options: EventsApiOptions = {}, storage: Storage = newStorage()): Promise<Opened> {
    const api = createEventsApi(storage, {
      title: 'Town',
      timezone: 'Europe/Vienna',
      authenticate: (request) => {
        const header = request.headers.get('authorization')
        if (header === null) return null
        const user = USERS[header.replace('Bearer ', '')]
        if (user === undefined) throw new ApiError('rest_invalid_credentials')
        return user
      },
      editor: (own) => createEditor(own),
      ...options,
    })
    await api.migrate()
    const server = createServer(toNodeListener(api))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new TypeError('no port')
    const url = `http://127.0.0.1:${address.port}${api.basePath}/editor`
    return {
      api,
      url,
      async open(user, path = '', context = usual) {
        const made = await browser.newContext({ timezoneId: 'Pacific/Honolulu', ...context })
        const page = await made.newPage()
        page.setDefaultTimeout(EDITOR_NETWORK === 'slow' ? 60_000 : 15_000)
        if (EDITOR_NETWORK === 'slow') {
          await made.route('**/*', (route) => {
            setTimeout(() => route.continue().catch(() => undefined), LATENCY)
          })
        }
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('console', (message) => {
          // What is refused, as a test wants it, is not a fault of the page.
          if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
            faults.push(message.text())
        })
        await page.goto(`${url}${path}${user === null ? '' : `#token=${user}`}`)
        await page.getByText('Loading …').first().waitFor({ state: 'detached' })
        await page.getByRole('heading', { level: 1 }).waitFor()
        return page
      },
    }
  }
  return {
    calendar,
    /** What it complained of so far, for a test that expects it. */
    takeFaults: () => faults.splice(0),
  }
}

export const send = async (api: EventsApi, method: string, path: string, body?: object) => {
  const request = new Request(`http://localhost${api.basePath}${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await api.as({ id: 2, role: 'editor', name: 'Ada' })(request)
  return { status: response.status, body: await response.json() }
}
export const create = async (api: EventsApi, fields: object = {}) =>
  (
    await send(api, 'POST', '/events', {
      title: 'Jazz',
      start_date: '2031-03-04 19:00',
      end_date: '2031-03-04 21:00',
      ...fields,
    })
  ).body
export const read = async (api: EventsApi, id: number) => (await send(api, 'GET', `/events/${id}`)).body
export const told = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()

/** All rules and best practices of axe, nothing left out. */
export async function violations(page: Page) {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    // The script above sets it.
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    return (
      await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
    ).violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.html)
          .join(' | ')
          .slice(0, 600)}`,
    )
  })
  return found
}

export const isWithoutSidewaysScrolling = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
