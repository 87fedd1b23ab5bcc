import { describe, expect, test } from 'vitest'
import { create, isHere, named, send, told, USERS, useBrowser, violations } from './editor-browser.ts'

/* What editors do now and then, by the roles and names by which people find things. */

const CSV = `Event Name,Event Start Date,Event Start Time,Event End Date,Event End Time,Event Venue Name
Book fair,2031-03-04,10:00,2031-03-04,18:00,Town hall
"Fair, the second day",2031-03-05,10:00,2031-03-05,16:00,Town hall
No date,,,,,Town hall
`

describe.skipIf(!isHere)(named('tasks of editors, in Chromium'), () => {
  const { calendar } = useBrowser()

  test('a CSV file: what would come, then what came; brought again, it changes nothing', async () => {
    const { api, open } = await calendar({ import: true })
    const page = await open('editor', '/import')
    const choose = async () => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose file' }).click()
      await (await choosing).setFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
      await page.getByRole('table', { name: 'What would come' }).waitFor()
    }
    const events = async () =>
      (await send(api, 'GET', '/events?starts_after=2031-03-01&status=publish,draft')).body.events
    await choose()
    const row = page.getByRole('row', { name: /Fair, the second day/ })
    expect(await row.textContent()).toContain('New')
    await page.getByText('2 new, 0 changed, 0 the same, 1 refused').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await events()).toEqual([])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await told(page, 'Imported: 2 new, 0 changed.')
    expect(await events()).toMatchObject([
      { title: 'Book fair', start_date: '2031-03-04 10:00:00', venue: { venue: 'Town hall' } },
      { title: 'Fair, the second day', end_date: '2031-03-05 16:00:00' },
    ])
    await choose()
    await page.getByText('0 new, 0 changed, 2 the same, 1 refused').waitFor()
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  })

  test('a file of Windows: the page says so in its language, and reads it once its characters are chosen', async () => {
    const { api, open } = await calendar({ import: true, locale: 'de' })
    const page = await open('editor', '/import')
    const choose = async (name: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Datei wählen' }).click()
      await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer })
    }
    const signs = Buffer.from('Caf\xe9 \x80 5 \x93Gr\xfc\xdfe\x94', 'latin1')
    const rows = ['Event Name;Event Start Date\r\n', signs, ';4.3.2031\r\n\x1a\r\n']
    await choose(
      'fest.csv',
      Buffer.concat(rows.map((one) => (typeof one === 'string' ? Buffer.from(one) : one))),
    )
    await told(page, 'Die Zeichen der Datei sind nicht utf-8. Wählen Sie unten andere.')
    await page.getByRole('combobox', { name: 'Zeichen der Datei' }).selectOption('windows-1252')
    await page.getByRole('row', { name: /Café € 5 “Grüße”/ }).waitFor()
    await page.getByRole('button', { name: 'Importieren', exact: true }).click()
    await told(page, 'Importiert: 1 neu, 0 geändert.')
    const { events } = (await send(api, 'GET', '/events?starts_after=2031-03-01&status=publish,draft')).body
    expect(events).toMatchObject([{ title: 'Café € 5 “Grüße”' }])

    await choose('other.csv', Buffer.from('Datum;Titel\r\n4.3.2031;Fest\r\n'))
    await told(page, 'Die Datei kann nicht gelesen werden: Zeile 1: Die Kopfzeile nennt weder')
  })

  test('from 22:00 to 02:00 without an end date ends on the next day; a date that was chosen stays', async () => {
    const { api, open } = await calendar()
    const page = await open('editor', '/events/new')
    const field = (name: string) => page.getByRole('textbox', { name })
    const save = async (button: string, words: string) => {
      await page.getByRole('button', { name: button, exact: true }).click()
      await told(page, words)
      const id = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
      return (await send(api, 'GET', `/events/${id}`)).body.end_date
    }
    await field('Title').fill('Ball')
    await field('Start date').fill('2031-03-04')
    await field('End time').fill('02:00')
    await page.getByText('Wednesday, March 5, 2031').waitFor()
    await field('End time').fill('23:00')
    await field('Start time').fill('22:00')
    await field('End time').fill('02:00')
    await field('End date').fill('')
    expect(await save('Save draft', 'Draft saved: Ball')).toBe('2031-03-05 02:00:00')

    await field('End date').fill('2031-03-06')
    await field('End time').fill('23:30')
    expect(await save('Save', 'Saved: Ball')).toBe('2031-03-06 23:30:00')

    await field('End date').fill('2031-03-04')
    await field('End time').fill('21:00')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The end is before the start.').first().waitFor()
  })

  test('a year of the Buddhist calendar is asked about, and one press takes the date that is meant', async () => {
    const { api, open } = await calendar({ locale: 'th' })
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Songkran')
    const start = page.getByRole('textbox', { name: 'Start date' })
    await start.fill('13/4/2570')
    await page.getByRole('button', { name: /^Do you mean .*2027.*\?$/ }).click()
    expect(await start.inputValue()).toBe('13/4/2027')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await told(page, 'Draft saved: Songkran')
    const id = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
    expect((await send(api, 'GET', `/events/${id}`)).body.start_date).toBe('2027-04-13 19:00:00')
  })

  test('a copy is a draft on the next such weekday, and the first one stays as it is', async () => {
    const { api, open } = await calendar({ now: () => new Date('2031-03-10T09:00:00Z') })
    const { id } = await create(api, { venue: { venue: 'Old mill' } })
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'New event' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Jazz')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await told(page, 'Jazz')
    const { events } = (await send(api, 'GET', '/events?starts_after=2031-03-01&status=publish,draft')).body
    expect(events).toMatchObject([
      { id, status: 'publish', start_date: '2031-03-04 19:00:00' },
      { status: 'draft', start_date: '2031-03-11 19:00:00', end_date: '2031-03-11 21:00:00' },
    ])
    expect(events[1].venue.venue).toBe('Old mill')
  })

  /** The buttons of another one’s published event. */
  const MAY: Readonly<Record<keyof typeof USERS, readonly string[]>> = {
    administrator: ['Save', 'Move to trash', 'Copy', 'History'],
    editor: ['Save', 'Move to trash', 'Copy', 'History'],
    author: ['Copy'],
    contributor: ['Copy'],
    subscriber: [],
  }

  test.each(Object.keys(USERS))('%s: only buttons that do something are there', async (user) => {
    const { api, open } = await calendar({ import: true, changes: true })
    const { id } = await create(api)
    const page = await open(user, `/events/${id}`)
    const found: string[] = []
    for (const name of ['Save', 'Move to trash', 'Copy', 'History'])
      if ((await page.getByRole('button', { name, exact: true }).count()) > 0) found.push(name)
    expect(found).toEqual(MAY[user])
    expect(await page.getByRole('button', { name: 'New event' }).count()).toBe(user === 'subscriber' ? 0 : 1)
    const isEditor = user === 'administrator' || user === 'editor'
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(isEditor ? 1 : 0)
    expect(await page.getByRole('textbox', { name: 'Title' }).isEnabled()).toBe(isEditor)
  })
})
