/*
 * Takes the pictures of the page for editors, docs/images/editor-*.png: `scripts/pictures.sh`. The day is the same for
 * the calendar and for the browser, so that only changes of the page change the pictures.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createEventsApi } from 'kalends'
import { toNodeListener } from 'kalends/adapters/node'
import { createEditor } from 'kalends/editor'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { fillTown } from './town.ts'

const FOLDER = new URL('../../../docs/images/', import.meta.url)
const NOW = new Date('2027-03-01T09:00:00Z')
/** Of each picture, in bytes: pages on GitHub stay quick. */
const MOST = 120_000

const storage = memoryStorage()
const api = createEventsApi(storage, {
  title: 'Lindow',
  timezone: 'Europe/Berlin',
  locale: 'en-GB',
  now: () => NOW,
  authenticate: () => ({ id: 2, role: 'editor', name: 'Ada Palmer' }),
  changes: true,
  import: true,
  images: { store: databaseImages(storage) },
  editor: (own) => createEditor(own),
})
await api.migrate()
const ids = await fillTown(api)
const server = createServer(toNodeListener(api)).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
if (address === null || typeof address === 'string') throw new TypeError('no port')
const root = `http://127.0.0.1:${address.port}${api.basePath}/editor`

interface Look {
  readonly width?: number
  readonly height?: number
  readonly isDark?: boolean
}

async function take(
  browser: Browser,
  name: string,
  path: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
  { width = 1280, height = 860, isDark = false }: Look = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: isDark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(NOW)
  await page.goto(`${root}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('Loading …').first().waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await prepare(page)
  const picture = await page.screenshot()
  const small = await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  if (small.length > MOST) throw new Error(`${name}: ${small.length} bytes`)
  await writeFile(new URL(`editor-${name}.png`, FOLDER), small)
  console.log(`editor-${name}.png: ${small.length} bytes`)
  await context.close()
}

const jazz = ids.get('Jazz at the mill')
const choir = ids.get('Choir practice')
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  await take(browser, 'list', '/events')
  await take(browser, 'month', '/events?view=month&month=2027-03', undefined, { height: 1000 })
  await take(browser, 'event', `/events/${jazz}`, (page) =>
    // The rich text takes the place of its text with the first focus.
    page.getByRole('textbox', { name: 'Title' }).focus(),
  )
  await take(browser, 'repeats', `/events/${choir}`, (page) =>
    page.getByRole('combobox', { name: 'Repeats' }).scrollIntoViewIfNeeded(),
  )
  await take(browser, 'before-publishing', '/events/new', async (page) => {
    await page.getByRole('textbox', { name: 'Title' }).fill('Lantern walk')
    await page.getByRole('textbox', { name: 'Start date' }).fill('fri')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog', { name: 'Before publishing' }).waitFor()
  })
  await take(browser, 'change', '/events', async (page) => {
    for (const title of ['Spring market', 'Town council', 'Organ recital'])
      await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.getByText('Different values').first().waitFor()
  })
  await take(browser, 'merge', '/venues', async (page) => {
    for (const name of ['Old mill', 'The old mill', 'Old Mill Lindow'])
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    await page.getByRole('dialog', { name: 'Merge venues' }).getByText('cannot be undone').waitFor()
  })
  await take(browser, 'phone-dark', '/events', undefined, { width: 390, height: 844, isDark: true })
} finally {
  await browser.close()
  server.close()
  server.closeAllConnections()
}
