import type { EventsApi } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { describe, expect, test } from 'vitest'
import { PICTURES } from '../setup/pictures.ts'
import {
  create,
  isHere,
  named,
  narrow,
  newStorage,
  read,
  send,
  told,
  useBrowser,
  violations,
  wide,
} from './editor-browser.ts'

/*
 * The month and the list in a browser: what readers have to know of each event, events that are dragged to another day,
 * and lists that are taken away.
 */

describe.skipIf(!isHere)(named('month and list, in Chromium'), () => {
  const { calendar } = useBrowser()

  test('list and month tell what is cancelled, postponed, or online', async () => {
    const { api, open } = await calendar()
    await create(api, { title: 'Flooded', event_status: 'canceled', event_status_reason: 'Water' })
    await create(api, { title: 'Later', event_status: 'postponed' })
    await create(api, { title: 'Call', is_virtual: true, virtual_url: 'https://talk.example' })
    await create(api, { title: 'Both', is_virtual: true, virtual_event_type: 'hybrid' })
    const page = await open('editor')
    const expected = [
      ['Flooded', 'Canceled'],
      ['Later', 'Postponed'],
      ['Call', 'Online'],
      ['Both', 'Here and online'],
    ] as const
    for (const [title, mark] of expected)
      await page.getByRole('row', { name: title }).getByText(mark, { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.goto(`${page.url()}?view=month&month=2031-03`)
    for (const [title, mark] of expected)
      await page.getByRole('listitem').filter({ hasText: title }).getByText(mark, { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  /** An image without alternative text. */
  async function upload(api: EventsApi) {
    const response = await api.as({ id: 2, role: 'editor' })(
      new Request(`http://localhost${api.basePath}/media`, {
        method: 'POST',
        headers: { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="river.png"' },
        body: PICTURES['image/png'],
      }),
    )
    return { status: response.status, body: await response.json() }
  }

  const cell = (day: string) => `td:has(time[datetime="${day}"])`

  test('an event is dragged to another day, at the same time of day, and back by "Undo"', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    // Where both days are in sight.
    const page = await open('editor', '/events?view=month&month=2031-03', wide)
    await page.getByRole('link', { name: 'Jazz' }).dragTo(page.locator(cell('2031-03-13')))
    await told(page, 'Moved to Thursday, March 13, 2031: Jazz')
    expect(await read(api, id)).toMatchObject({
      start_date: '2031-03-13 19:00:00',
      end_date: '2031-03-13 21:00:00',
    })
    await page.locator(cell('2031-03-13')).getByRole('link', { name: 'Jazz' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone.')
    expect((await read(api, id)).start_date).toBe('2031-03-04 19:00:00')
    await page.locator(cell('2031-03-04')).getByRole('link', { name: 'Jazz' }).waitFor()
  })

  test('a date of a series that is dragged asks which dates; Cancel moves nothing', async () => {
    const { api, open } = await calendar({ now: () => new Date('2031-03-01T09:00:00Z') })
    const series = await create(api, { recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
    const dates = async () =>
      (await send(api, 'GET', `/events?post_parent=${series.id}&starts_after=2031-01-01`)).body.events.map(
        ({ start_date }: { start_date: string }) => start_date.slice(0, 10),
      )
    const page = await open('editor', '/events?view=month&month=2031-03')
    const link = page.locator(cell('2031-03-11')).getByRole('link', { name: 'Jazz' })
    await link.dragTo(page.locator(cell('2031-03-12')))
    const dialog = page.getByRole('dialog', { name: 'Change repeating event' })
    await dialog.getByText('1 date moves').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await dates()).toEqual(['2031-03-04', '2031-03-11', '2031-03-18'])
    await link.dragTo(page.locator(cell('2031-03-12')))
    await dialog.getByText('1 date moves').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await told(page, 'Moved to Wednesday, March 12, 2031')
    expect(await dates()).toEqual(['2031-03-04', '2031-03-12', '2031-03-18'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone.')
    expect(await dates()).toEqual(['2031-03-04', '2031-03-11', '2031-03-18'])
  })

  test('"Move to…" does the same by keyboard', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('editor', '/events?view=month&month=2031-03', narrow)
    await page.getByRole('button', { name: 'Move to…' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Move to…' })
    await dialog.getByRole('textbox', { name: 'New date' }).fill('2031-03-06')
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await told(page, 'Moved to Thursday, March 6, 2031')
    expect((await read(api, id)).start_date).toBe('2031-03-06 19:00:00')
  })

  test('who may not change an event can neither drag nor move it', async () => {
    const { api, open } = await calendar()
    await create(api)
    const page = await open('author', '/events?view=month&month=2031-03')
    const entry = page.getByRole('listitem').filter({ hasText: 'Jazz' })
    await entry.waitFor()
    expect(await page.getByRole('button', { name: 'Move to…' }).count()).toBe(0)
    expect(await entry.getAttribute('draggable')).toBe('false')
  })

  test('a move that is refused is told, and the event stays where it was', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    // Where both days are in sight.
    const page = await open('editor', '/events?view=month&month=2031-03', wide)
    await page.route(`**/events/${id}`, (route) => route.abort())
    await page.getByRole('link', { name: 'Jazz' }).dragTo(page.locator(cell('2031-03-13')))
    await told(page, 'There is no connection.')
    await page.locator(cell('2031-03-04')).getByRole('link', { name: 'Jazz' }).waitFor()
    expect((await read(api, id)).start_date).toBe('2031-03-04 19:00:00')
  })

  test('the same venue at the same time is a word, and no obstacle', async () => {
    const { api, open } = await calendar()
    const { venue } = await create(api, { venue: { venue: 'Mill' } })
    const { id } = await create(api, { title: 'Swing', venue: venue.id, status: 'draft' })
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await told(page, 'Published: Swing. 1 other event is at this venue at the same time.')
  })

  test.each([
    ['.csv', /"Jazz","2031-03-04 19:00:00"/, /Market/],
    ['.ics', /BEGIN:VEVENT[\s\S]*SUMMARY:Jazz/, /SUMMARY:Market/],
  ])('the list is taken away as %s, as it is filtered', async (type, expected, unexpected) => {
    const { api, open } = await calendar()
    await create(api)
    await create(api, { title: 'Market' })
    const page = await open('editor', '/events?search=jazz')
    await page.getByRole('button', { name: 'More' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download as ${type}` }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`events${type}`)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    const text = Buffer.concat(chunks).toString('utf8')
    expect(text).toMatch(expected)
    expect(text).not.toMatch(unexpected)
    await told(page, '1 event')
  })

  test('the next event begins with the zone, the venue and the times of the last', async () => {
    const { api, open } = await calendar()
    await create(api, { venue: { venue: 'Mill' } })
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('First')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-05')
    await page.getByRole('textbox', { name: 'Start time' }).fill('17')
    await page.getByRole('textbox', { name: 'End time' }).fill('17:45')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon')
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
    await page.getByRole('combobox', { name: 'Venue' }).fill('Mill')
    await page.getByRole('option', { name: 'Mill', exact: true }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await told(page, 'Published: First')
    await page.getByRole('button', { name: 'New event' }).click()
    await page.getByRole('heading', { name: 'New event', level: 1 }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Europe/Lisbon')
    await page.getByRole('button', { name: 'Remove "Mill"' }).waitFor()
    await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-09')
    expect(await page.getByRole('textbox', { name: 'End time' }).inputValue()).toMatch(/^5:45\sPM$/)
  })

  test('before publishing: each thing that readers will miss, and the way there', async () => {
    const storage = newStorage()
    const { api, open } = await calendar({ images: { store: databaseImages(storage) } }, storage)
    const media = await upload(api)
    const description =
      '<h2>Programme</h2><h4>Noon</h4><p><a href="https://x.example">here</a> <img src="/river.png"></p>'
    const { id } = await create(api, {
      status: 'draft',
      description,
      start_date: '2021-03-04 19:00',
      end_date: '2021-03-04 21:00',
      image: media.body.id,
    })
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog', { name: 'Before publishing' })
    for (const text of [
      'The date is over.',
      'The event has no place.',
      'The image has no alternative text.',
      'An image in the description has no alternative text.',
      'A link does not say where it goes.',
      'The headings of the description skip a level.',
    ])
      await dialog.getByRole('listitem').filter({ hasText: text }).waitFor()
    const place = dialog.getByRole('listitem').filter({ hasText: 'The event has no place.' })
    await place.getByRole('button', { name: 'Go there' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox')
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-key]')?.getAttribute('data-key')),
    ).toBe('venue')
    expect((await read(api, id)).status).toBe('draft')
    // What is typed last is kept, too, without leaving the field.
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('A river')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor()
    expect(await dialog.getByText('The image has no alternative text.').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Publish anyway' }).click()
    await told(page, 'Published: Jazz')
    expect(await read(api, id)).toMatchObject({ status: 'publish', image: { alt: 'A river' } })
  })

  test('the other screens come after the list; where they do not, the page says so, and can be loaded again', async () => {
    const { url, open } = await calendar()
    const page = await open('editor')
    await page.route('**/assets/others-*.js', (route) => route.abort())
    await page.goto(`${url}/venues`)
    await page.getByText('There is no connection.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'Venues', level: 1 }).waitFor()
  })
})
