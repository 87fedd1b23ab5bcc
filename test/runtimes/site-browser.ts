import { createServer, type Server } from 'node:http'
import { createEventsApi, type EventsApi, type EventsApiOptions } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { createClient } from 'kalends/client'
import { databaseImages } from 'kalends/images/database'
import { createSite, type SiteOptions } from 'kalends/site'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { fillStates } from '../site/states.ts'

/*
 * The pages for visitors in a browser, for tests: a calendar with events in all states, at noon of Thursday, 3 December
 * 2026, in Berlin. What a browser complains of fails the test.
 */

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

export interface Visitors {
  readonly api: EventsApi
  readonly root: string
  /** A page in a context of its own. */
  readonly open: (path: string, context?: BrowserContextOptions) => Promise<Page>
}

export interface VisitorsOptions {
  readonly site?: SiteOptions
  readonly api?: EventsApiOptions
  /** Changes all texts of the calendar. */
  readonly wrap?: (text: string) => string
  readonly isEmpty?: boolean
}

export function useVisitors() {
  let browser: Browser
  const servers: Server[] = []
  const faults: string[] = []

  beforeAll(async () => {
    const args = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
    browser = await chromium.launch({ executablePath, args })
  })
  afterAll(async () => {
    await browser?.close()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    expect(faults.splice(0)).toEqual([])
  })

  /** Lives until the end of the file. */
  return async (options: VisitorsOptions = {}): Promise<Visitors> => {
    const storage = memoryStorage()
    const api = createEventsApi(storage, {
      ...{ title: 'Our town', timezone: 'Europe/Berlin', locale: 'en-GB', changes: true },
      now: () => new Date('2026-12-03T11:00:00Z'),
      images: { store: databaseImages(storage) },
      suggestions: { author: 1 },
      site: (own) => createSite(own, options.site),
      ...options.api,
    })
    await api.migrate()
    const server = createServer(toNodeListener(api))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new TypeError('no port')
    const root = `http://127.0.0.1:${address.port}`
    const client = createClient({
      baseUrl: `${root}${api.basePath}`,
      fetch: api.as({ id: 1, role: 'administrator' }),
    })
    if (!options.isEmpty) await fillStates(client, options.wrap)
    return {
      ...{ api, root },
      open: async (path, context = {}) => {
        const page = await (await browser.newContext(context)).newPage()
        page.setDefaultTimeout(60_000)
        page.on('pageerror', (error) => faults.push(error.message))
        page.on('console', (message) => {
          // Pages with another status than 200 are complained of, as tests want them.
          if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
            faults.push(message.text())
        })
        await page.goto(`${root}${path}`)
        return page
      },
    }
  }
}
