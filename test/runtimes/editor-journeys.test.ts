import type { EventsApiOptions } from 'kalends'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { sqlStorage } from 'kalends/storage/sql'
import Database from 'libsql'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PICTURES } from '../setup/pictures.ts'
import {
  create,
  isHere,
  isWithoutSidewaysScrolling,
  named,
  narrow,
  type Opened,
  read,
  send,
  told,
  USERS,
  useBrowser,
  wide,
} from './editor-browser.ts'

/*
 * What people do with the page for editors, from beginning to end, and found by nothing but the roles and names that
 * stay: each task on a desk or on a phone, in memory or on SQLite; where scripts/pages.sh says on which, all of them there,
 * and the buttons of more roles.
 */

const SIZES = { 'a desk': wide, 'a phone': narrow }
const STORAGES = {
  memory: memoryStorage,
  SQLite: () => sqlStorage(betterSqlite3(new Database(':memory:'))),
}
const PLACES = (['a desk', 'a phone'] as const).flatMap((device) =>
  (['memory', 'SQLite'] as const).map((storage) => ({ device, storage })),
)

interface Place {
  /** The calendar of this place, and its pages in the size of this place. */
  calendar(options?: EventsApiOptions): Promise<Opened>
}

/** What scripts/pages.sh has said. */
const { EDITOR_WIDTH, EDITOR_STORAGE } = process.env
const isGiven = EDITOR_WIDTH !== undefined && EDITOR_STORAGE !== undefined
const NOW = '2027-03-01T09:00:00Z'
const idIn = (page: Page) => Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name })
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Calendar' }).getByRole('link', { name }).click()

const datesOf = async ({ api }: Opened, series: number) =>
  (await send(api, 'GET', `/events?post_parent=${series}&starts_after=2027-01-01`)).body.events as readonly {
    readonly id: number
    readonly start_date: string
    readonly event_status?: string
  }[]
const daysOf = async (opened: Opened, series: number) =>
  (await datesOf(opened, series)).map(({ start_date }) => start_date.slice(5, 16))

/** The page of the date of a series on a day, by the list. */
async function openDate(page: Page, title: string, day: string) {
  await link(page, 'Events')
  await field(page, 'From').fill(day)
  await field(page, 'To').fill(day)
  const row = page.getByRole('table', { name: 'Events' }).getByRole('row', { name: new RegExp(title) })
  await expect.poll(() => row.count(), { timeout: 15_000 }).toBe(1)
  await row.getByRole('link', { name: title }).click()
  await page.getByRole('form', { name: 'Event' }).waitFor()
}

/** Answers what "Change repeating event" asks. */
async function apply(page: Page, scope: string) {
  const dialog = dialogNamed(page, 'Change repeating event')
  await dialog.getByRole('radio', { name: scope, exact: true }).check()
  await dialog.getByRole('button', { name: 'Apply' }).click()
}

const TASKS: Readonly<Record<string, (place: Place) => Promise<void>>> = {
  'an event by keyboard alone': async ({ calendar }) => {
    const { api, open } = await calendar()
    const page = await open('editor')
    const tabTo = async (name: string) => {
      const wanted = field(page, name)
      for (let tabs = 0; tabs < 60; tabs++) {
        if (await wanted.evaluate((one) => one === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      expect.unreachable(`Tab does not reach ${name}`)
    }
    await page.keyboard.press('n')
    await field(page, 'Title').waitFor()
    await page.keyboard.type('Lantern walk')
    await tabTo('Start date')
    await page.keyboard.type('4 March 2031')
    await tabTo('Start time')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('5pm')
    await tabTo('End time')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('1930')
    const venue = page.getByRole('combobox', { name: 'Venue' })
    for (let tabs = 0; tabs < 60 && !(await venue.evaluate((one) => one === document.activeElement)); tabs++)
      await page.keyboard.press('Tab')
    await page.keyboard.type('Mill')
    await page.getByRole('option', { name: 'Create "Mill"' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove "Mill"' }).waitFor()
    await page.keyboard.press('Control+Enter')
    // It may have something to say of it, and then one more key publishes.
    const dialog = dialogNamed(page, 'Before publishing')
    const done = page.getByRole('status').filter({ hasText: 'Published: Lantern walk' })
    await dialog.or(done).first().waitFor()
    if (await dialog.isVisible()) await page.keyboard.press('Enter')
    await done.waitFor()
    expect(await read(api, idIn(page))).toMatchObject({
      status: 'publish',
      start_date: '2031-03-04 17:00:00',
      end_date: '2031-03-04 19:30:00',
      venue: { venue: 'Mill' },
    })
  },

  'a copy is a draft on the next such weekday': async ({ calendar }) => {
    const { api, open } = await calendar()
    const { id } = await create(api, { venue: { venue: 'Mill' }, cost: '$5', categories: ['Music'] })
    const page = await open('editor')
    await page.getByRole('checkbox', { name: 'Select Jazz' }).check()
    await press(page, 'Copy')
    await page.getByText('Tuesday, March 11, 2031').first().waitFor()
    await press(page, 'Save draft')
    await told(page, 'Draft saved: Jazz')
    expect(idIn(page)).not.toBe(id)
    expect(await read(api, idIn(page))).toMatchObject({
      status: 'draft',
      start_date: '2031-03-11 19:00:00',
      end_date: '2031-03-11 21:00:00',
      cost: '$5',
      venue: { venue: 'Mill' },
      categories: [{ name: 'Music' }],
    })
  },

  'every week until a day, one date skipped; then one moves, then all that follow': async ({ calendar }) => {
    const opened = await calendar()
    const page = await opened.open('editor')
    await press(page, 'New event')
    await field(page, 'Title').fill('Choir')
    await field(page, 'Start date').fill('2027-03-02')
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('weekly')
    await page.getByRole('radio', { name: 'On date' }).check()
    await field(page, 'Until').fill('2027-04-06')
    await page.getByRole('list', { name: 'Next dates' }).waitFor()
    await press(page, 'Skip Tuesday, March 9, 2027')
    await press(page, 'Publish')
    await dialogNamed(page, 'Before publishing').getByRole('button', { name: 'Publish anyway' }).click()
    await told(page, 'Published: Choir')
    const series = idIn(page)
    const at19 = ['03-02', '03-16', '03-23', '03-30', '04-06'].map((day) => `${day} 19:00`)
    expect(await daysOf(opened, series)).toEqual(at19)

    await openDate(page, 'Choir', '2027-03-16')
    await field(page, 'Start date').fill('2027-03-17')
    await press(page, 'Save')
    await apply(page, 'This event')
    await told(page, 'Saved: Choir')
    expect(await daysOf(opened, series)).toEqual([at19[0], '03-17 19:00', ...at19.slice(2)])

    await openDate(page, 'Choir', '2027-03-30')
    await field(page, 'Start time').fill('20')
    await press(page, 'Save')
    await apply(page, 'This and following events')
    await told(page, 'Saved: Choir')
    const all = (await send(opened.api, 'GET', '/events?search=Choir&starts_after=2027-01-01')).body.events
    expect(all.map(({ start_date }: { start_date: string }) => start_date.slice(5, 16))).toEqual([
      '03-02 19:00',
      '03-17 19:00',
      '03-23 19:00',
      '03-30 20:00',
      '04-06 20:00',
    ])
  },

  'one date is cancelled, with its reason': async ({ calendar }) => {
    const opened = await calendar()
    const { id } = await create(opened.api, {
      title: 'Choir',
      start_date: '2027-03-02 19:00',
      end_date: '2027-03-02 21:00',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    })
    const page = await opened.open('editor')
    await openDate(page, 'Choir', '2027-03-09')
    await page.getByRole('combobox', { name: 'Event status' }).selectOption('Canceled')
    await field(page, 'Reason').fill('The hall is flooded')
    await press(page, 'Save')
    await apply(page, 'This event')
    await told(page, 'Saved: Choir')
    const dates = await datesOf(opened, id)
    expect(dates.map(({ event_status }) => event_status)).toEqual([undefined, 'canceled', undefined])
    expect((await read(opened.api, dates[1]?.id ?? 0)).event_status_reason).toBe('The hall is flooded')
  },

  'an editor publishes one that a contributor proposed, and declines another': async ({ calendar }) => {
    const { api, open } = await calendar()
    const own = await open('contributor')
    const proposed: number[] = []
    for (const title of ['Poetry', 'Prose']) {
      await press(own, 'New event')
      await field(own, 'Title').fill(title)
      await field(own, 'Start date').fill('2031-03-04')
      await press(own, 'Submit for approval')
      await told(own, `Waits for approval: ${title}`)
      proposed.push(idIn(own))
    }
    const page = await open('editor')
    await link(page, 'Waiting for approval')
    const rows = page.getByRole('row')
    await rows.filter({ hasText: 'Poetry' }).getByRole('button', { name: 'Publish' }).click()
    await told(page, 'Published: Poetry')
    await rows.filter({ hasText: 'Prose' }).getByRole('textbox', { name: 'Reason' }).fill('Twice')
    await rows.filter({ hasText: 'Prose' }).getByRole('button', { name: 'Decline' }).click()
    await told(page, 'Declined: Prose')
    const states = []
    for (const id of proposed) states.push((await read(api, id)).status)
    expect([states[0], states[1] === 'pending' || states[1] === 'publish']).toEqual(['publish', false])
  },

  'two editors change the same event': async ({ calendar }) => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const [one, other] = [await open('editor', `/events/${id}`), await open('administrator', `/events/${id}`)]
    await field(one, 'Title').fill('Jazz night')
    await field(one, 'Cost').fill('$5')
    await field(other, 'Title').fill('Swing')
    await field(other, 'Website').fill('https://jazz.example')
    await press(one, 'Save')
    await told(one, 'Saved: Jazz night')
    await press(other, 'Save')
    const dialog = dialogNamed(other, 'Changed by someone else')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await told(other, 'Saved: Swing')
    expect(await read(api, id)).toMatchObject({ title: 'Swing', cost: '$5', website: 'https://jazz.example' })
  },

  'an image is uploaded, with its text, and chosen again for another event': async ({ calendar }) => {
    const { api, open } = await calendar()
    const first = await create(api)
    const second = await create(api, { title: 'Swing' })
    const page = await open('editor', `/events/${first.id}`)
    await press(page, 'Choose image')
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Upload image' }).click()
    const file = { name: 'river.png', mimeType: 'image/png', buffer: Buffer.from(PICTURES['image/png']) }
    await (await choosing).setFiles(file)
    await field(page, 'Alternative text').fill('The river at night')
    await press(page, 'Save')
    await told(page, 'Saved: Jazz')
    expect((await read(api, first.id)).image.alt).toBe('The river at night')
    await page.goto(page.url().replace(/\d+$/, String(second.id)))
    await press(page, 'Choose image')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /The river at night/ })
      .first()
      .click()
    await press(page, 'Save')
    await told(page, 'Saved: Swing')
    expect((await read(api, second.id)).image.id).toBe((await read(api, first.id)).image.id)
  },

  'three venues become one': async ({ calendar }) => {
    const { api, open } = await calendar()
    for (const venue of ['Mill', 'The mill', 'Mill hall']) await create(api, { venue: { venue } })
    const page = await open('editor')
    await link(page, 'Venues')
    const table = page.getByRole('table', { name: 'Venues' })
    for (const venue of ['Mill', 'The mill', 'Mill hall'])
      await table.getByRole('checkbox', { name: `Select ${venue}`, exact: true }).check()
    await press(page, 'Merge')
    const dialog = dialogNamed(page, 'Merge venues')
    await dialog.getByRole('radio', { name: 'The mill' }).check()
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await told(page, '2 records were merged.')
    const { venues } = (await send(api, 'GET', '/venues')).body
    expect(venues.map(({ venue }: { venue: string }) => venue)).toEqual(['The mill'])
    const events = await send(api, 'GET', `/events?starts_after=2030-01-01&venue=${venues[0].id}`)
    expect(events.body.total).toBe(3)
  },

  'what a colleague overwrote comes back': async ({ calendar }) => {
    const { api, open } = await calendar()
    const { id } = await create(api, { description: '<p>The old mill</p>' })
    await send(api, 'PATCH', `/events/${id}`, { title: 'Oops', description: '<p>Nothing</p>' })
    const page = await open('administrator', `/events/${id}`)
    await press(page, 'History')
    await dialogNamed(page, 'History').getByRole('button', { name: 'Restore' }).last().click()
    await told(page, 'As it was on')
    expect(await read(api, id)).toMatchObject({
      title: 'Jazz',
      description: expect.stringContaining('The old mill'),
    })
  },

  'events come from a CSV file, after a look at them': async ({ calendar }) => {
    const { api, open } = await calendar()
    const page = await open('editor')
    await link(page, 'Import')
    const choosing = page.waitForEvent('filechooser')
    await press(page, 'Choose file')
    const csv =
      'Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Venue Name\n' +
      'Fair,2031-05-01,10:00,2031-05-01,18:00,Green\n"Walk, long",2031-05-02,09:00,2031-05-02,17:00,Green\n'
    await (await choosing).setFiles({ name: 'events.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    const table = page.getByRole('table', { name: 'What would come' })
    await table.getByRole('row', { name: /Walk, long/ }).waitFor()
    expect(await table.getByRole('row').count()).toBe(3)
    expect((await send(api, 'GET', '/events?starts_after=2030-01-01')).body.total).toBe(0)
    await press(page, 'Import')
    await told(page, 'Imported: 2 new, 0 changed.')
    const { events } = (await send(api, 'GET', '/events?starts_after=2030-01-01')).body
    expect(events.map(({ title }: { title: string }) => title)).toEqual(['Fair', 'Walk, long'])
  },

  'the network goes while somebody types': async ({ calendar }) => {
    const { api, open } = await calendar()
    const page = await open('editor', '/events/new')
    await field(page, 'Title').fill('Half a thou')
    await page.context().setOffline(true)
    await field(page, 'Title').pressSequentially('ght')
    await field(page, 'Start date').fill('2031-03-04')
    await field(page, 'Description').click()
    await press(page, 'Save draft')
    await told(page, 'There is no connection.')
    expect(await field(page, 'Title').inputValue()).toBe('Half a thought')
    await page.context().setOffline(false)
    await press(page, 'Save draft')
    await told(page, 'Draft saved: Half a thought')
    expect((await read(api, idIn(page))).title).toBe('Half a thought')
  },

  'in German': async ({ calendar }) => {
    const { api, open } = await calendar({ locale: 'de-DE' })
    const page = await open('editor')
    const german = (name: string) => page.getByRole('textbox', { name, exact: true })
    await press(page, 'Neue Veranstaltung')
    await german('Titel').fill('Markt')
    await german('Startdatum').fill('4.3.2031')
    await page.getByText('Dienstag, 4. März 2031').first().waitFor()
    await german('Startzeit').fill('9 Uhr')
    await press(page, 'Veröffentlichen')
    await press(page, 'Trotzdem veröffentlichen')
    await told(page, 'Veröffentlicht: Markt')
    expect((await read(api, idIn(page))).start_date).toBe('2031-03-04 09:00:00')
  },

  'several events change at once, and back': async ({ calendar }) => {
    const { api, open } = await calendar()
    const ids: number[] = []
    for (const title of ['One', 'Two']) ids.push((await create(api, { title })).id)
    const page = await open('editor')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await press(page, 'Move to trash')
    await told(page, '2 events moved to the trash.')
    await press(page, 'Undo')
    await told(page, 'Undone.')
    for (const id of ids) expect((await read(api, id)).status).toBe('publish')
  },

  'an event is found by a word, a venue and a status, and the address keeps that': async ({ calendar }) => {
    const { api, open } = await calendar()
    await create(api, { title: 'Jazz one', venue: { venue: 'Mill' }, status: 'draft' })
    await create(api, { title: 'Jazz two', status: 'draft' })
    await create(api, { title: 'Jazz three' })
    const page = await open('editor')
    await page.getByRole('searchbox', { name: 'Search' }).fill('jazz')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('draft')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Mill')
    await page.getByRole('option', { name: 'Mill' }).click()
    const titles = () => page.getByRole('table', { name: 'Events' }).getByRole('rowheader').allTextContents()
    await expect.poll(titles, { timeout: 15_000 }).toEqual([expect.stringContaining('Jazz one')])
    await page.reload()
    await expect.poll(titles, { timeout: 15_000 }).toEqual([expect.stringContaining('Jazz one')])
  },

  'an event moves to another day in the month': async ({ calendar }) => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('editor', '/events?month=2031-03')
    await page.getByRole('radio', { name: 'Month' }).check()
    await page.getByRole('table', { name: 'March 2031' }).waitFor()
    await press(page, 'Move to…')
    const dialog = dialogNamed(page, 'Move to…')
    await dialog.getByRole('textbox').first().fill('2031-03-13')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await told(page, 'Moved to Thursday, March 13, 2031: Jazz')
    expect((await read(api, id)).start_date).toBe('2031-03-13 19:00:00')
  },

  'the address of a feed, for one category': async ({ calendar }) => {
    const { api, url, open } = await calendar()
    await create(api, {
      categories: ['Music'],
      start_date: '2027-03-04 19:00',
      end_date: '2027-03-04 21:00',
    })
    const page = await open('editor')
    await link(page, 'Feeds')
    await page.getByRole('combobox', { name: 'Category' }).selectOption('Music')
    const address = page.getByRole('textbox', { name: /iCalendar/ }).first()
    await expect.poll(() => address.inputValue(), { timeout: 15_000 }).toContain('categories=music')
    const feed = await fetch(new URL(await address.inputValue(), url))
    expect(await feed.text()).toContain('SUMMARY:Jazz')
  },

  'rights that somebody loses while the page is open: each button says so, and nothing is lost': async ({
    calendar,
  }) => {
    let user = USERS.editor
    const { api, url, open } = await calendar({
      authenticate: (request) => (request.headers.get('authorization') === null ? null : (user ?? null)),
    })
    const { id } = await create(api, { venue: { venue: 'Mill' } })
    const bad = (page: Page) =>
      page.getByRole('status').filter({ hasText: /not allowed|may not|not signed/i })
    const page = await open('editor', `/events/${id}`)
    await field(page, 'Title').fill('Jazz night')
    user = USERS.subscriber
    for (const name of ['Save', 'Move to trash']) {
      await press(page, name)
      await bad(page).waitFor()
      expect(await field(page, 'Title').inputValue()).toBe('Jazz night')
    }
    user = USERS.editor
    await page.goto(`${url}/events`)
    await page.getByRole('checkbox', { name: 'Select Jazz' }).check()
    user = USERS.subscriber
    await press(page, 'Move to trash')
    await told(page, '1 could not be changed')
    expect(await page.getByRole('status').textContent()).not.toContain('moved to the trash')
    expect((await read(api, id)).status).toBe('publish')
  },
}

describe.skipIf(!isHere)(named('tasks in the page for editors, in Chromium'), () => {
  const browser = useBrowser()

  const at = ({ device, storage }: (typeof PLACES)[number]): Place => ({
    async calendar(options = {}) {
      const made = STORAGES[storage]()
      const images = { store: databaseImages(made) }
      const opened = await browser.calendar(
        { now: () => new Date(NOW), changes: true, import: true, images, ...options },
        made,
      )
      return {
        ...opened,
        async open(user, path, context) {
          const page = await opened.open(user, path, { ...SIZES[device], ...context })
          expect(await isWithoutSidewaysScrolling(page)).toBe(true)
          return page
        },
      }
    },
  })

  Object.entries(TASKS).forEach(([task, run], index) => {
    const places = PLACES.filter(({ device, storage }, place) =>
      isGiven
        ? (device === 'a phone') === (EDITOR_WIDTH === '390') && storage.toLowerCase() === EDITOR_STORAGE
        : place === index % PLACES.length,
    )
    test.each(places)(`${task} ($device, $storage)`, (place) => run(at(place)), 120_000)
  })

  const roles = isGiven ? (['subscriber', 'contributor', 'author'] as const) : (['contributor'] as const)
  test.each(roles)(
    'no button of a %s asks for what the calendar refuses',
    async (role) => {
      const { api, url, open } = await at({ device: 'a desk', storage: 'memory' }).calendar()
      const theirs = await create(api, { title: 'Theirs', venue: { venue: 'Mill' }, categories: ['Music'] })
      const user = USERS[role]
      if (user === undefined) throw new TypeError(role)
      const own = await send(api, 'POST', '/events', {
        title: 'Own',
        status: 'draft',
        author: user.id,
        start_date: '2031-03-05 19:00',
        end_date: '2031-03-05 20:00',
      })
      const page = await open(role)
      const refused: string[] = []
      let doing = ''
      const note = (status: unknown, what: string) => {
        if (status === 401 || status === 403) refused.push(`${doing}: ${what}`)
      }
      page.on('response', (response) => note(response.status(), response.url()))
      // On its way to the page: nobody can read it any more when the page has gone on.
      await page.route('**/batch', async (route) => {
        const response = await route.fetch()
        const { responses = [] } = await response.json()
        for (const { status } of responses) note(status, 'an entry of a batch')
        await route.fulfill({ response })
      })
      page.on('dialog', (dialog) => void dialog.accept())
      const paths = [
        '/events?from=ever',
        '/events?view=month&month=2031-03',
        `/events/${theirs.id}`,
        ...(own.status === 201 ? [`/events/${own.body.id}`] : []),
        '/events/new',
        '/venues',
        `/venues/${theirs.venue.id}`,
        '/categories',
        '/tags',
        '/images',
        '/feeds',
      ]
      for (const path of paths) {
        const show = async () => {
          await page.goto(`${url}${path}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForLoadState('networkidle')
          const all = page.getByRole('checkbox', { name: 'Select all' })
          if ((await all.count()) > 0 && (await all.isEnabled())) await all.check()
        }
        doing = path
        await show()
        const buttons = page.locator('main').getByRole('button', { disabled: false })
        const count = await buttons.count()
        for (let nth = 0; nth < count; nth++) {
          if (nth > 0) await show()
          const button = buttons.nth(nth)
          if ((await button.count()) === 0 || !(await button.isVisible())) continue
          doing = `${path} "${(await button.textContent()) ?? ''}"`
          await button.click()
          await page.waitForLoadState('networkidle')
        }
      }
      expect(refused).toEqual([])
    },
    300_000,
  )
})
