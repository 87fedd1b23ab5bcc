import { ApiError } from 'kalends'
import { databaseImages } from 'kalends/images/database'
import { describe, expect, test } from 'vitest'
import {
  create,
  isHere,
  isWithoutSidewaysScrolling,
  named,
  narrow,
  newStorage,
  read,
  send,
  told,
  USERS,
  useBrowser,
  violations,
  wide,
} from './editor-browser.ts'

/*
 * The page for editors in a browser, by the roles and names by which people find things.
 */

describe.skipIf(!isHere)(named('the page for editors, in Chromium'), () => {
  const { calendar, takeFaults } = useBrowser()

  test('from the list to a published event by keyboard, with at most ten keys beside the text', async () => {
    const { api, open } = await calendar()
    const page = await open('editor')
    let keys = 0
    const press = (key: string) => {
      keys++
      return page.keyboard.press(key)
    }
    await press('n')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.type('Lantern walk & songs')
    await press('Tab')
    await page.keyboard.type('3/4/2031')
    await page.getByText('Tuesday, March 4, 2031').first().waitFor()
    await press('Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('17')
    await press('Control+Enter')
    await page.getByRole('dialog', { name: 'Before publishing' }).waitFor()
    await press('Enter')
    await told(page, 'Published: Lantern walk & songs')
    expect(keys).toBeLessThanOrEqual(10)
    const id = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
    expect(await read(api, id)).toMatchObject({
      title: 'Lantern walk &amp; songs',
      status: 'publish',
      start_date: '2031-03-04 17:00:00',
      end_date: '2031-03-04 19:00:00',
      timezone: 'Europe/Vienna',
      // As the form shows them.
      show_map: true,
      show_map_link: true,
    })
  })

  test('a new venue and a new category are saved with the event; undo takes it back', async () => {
    const { api, open } = await calendar()
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Fair')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-04')
    await page.getByRole('combobox', { name: 'Venue' }).fill('Mill')
    await page.getByRole('option', { name: 'Create "Mill"' }).click()
    await page.getByRole('combobox', { name: 'Categories' }).fill('Music')
    await page.getByRole('option', { name: 'Create "Music"' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove "Music"' }).waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await told(page, 'Draft saved: Fair')
    const id = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
    const event = await read(api, id)
    expect([event.venue.venue, event.categories[0].name, event.status]).toEqual(['Mill', 'Music', 'draft'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone.')
    expect((await read(api, id)).status).toBe('trash')
  })

  test('two editors: what one of them changed is kept, the rest is asked for', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('editor', `/events/${id}`)
    await send(api, 'PATCH', `/events/${id}`, { title: 'Jazz night', cost: '$5' })
    await page.getByRole('textbox', { name: 'Website' }).fill('jazz.example')
    await page.getByRole('textbox', { name: 'Title' }).fill('Swing')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
    await dialog.getByRole('heading', { name: 'Title' }).waitFor()
    expect(await dialog.getByRole('button', { name: 'Keep mine' }).count()).toBe(1)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep theirs' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: Jazz night')
    expect(await read(api, id)).toMatchObject({
      title: 'Jazz night',
      cost: '$5',
      website: 'https://jazz.example',
    })
  })

  test('one date of a series, then all that follow', async () => {
    const { api, open } = await calendar()
    const series = await create(api, {
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      start_date: '2027-03-02 19:00',
      end_date: '2027-03-02 21:00',
    })
    const dates = (await send(api, 'GET', `/events?post_parent=${series.id}&starts_after=2027-01-01`)).body
      .events
    const page = await open('editor', `/events/${dates[1].id}`)
    const time = page.getByRole('textbox', { name: 'Start time' })
    await time.fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change repeating event' })
    await dialog.getByText('1 date moves').waitFor()
    expect(await dialog.getByRole('radio', { name: 'This event', exact: true }).isChecked()).toBe(true)
    await dialog.getByText('3 dates move').first().waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('radio', { name: 'This and following events' }).check()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await told(page, 'Saved')
    const hours = []
    for (const { id } of dates) hours.push((await read(api, id)).start_date.slice(11, 13))
    expect(hours).toEqual(['19', '20', '20', '20'])
  })

  test('what a contributor proposes waits, and an editor decides', async () => {
    const { api, open } = await calendar()
    const own = await open('contributor', '/events/new')
    expect(await own.getByRole('button', { name: 'Publish' }).count()).toBe(0)
    await own.getByRole('textbox', { name: 'Title' }).fill('Poetry')
    await own.getByRole('textbox', { name: 'Start date' }).fill('2031-03-04')
    await own.getByRole('button', { name: 'Submit for approval' }).click()
    await told(own, 'Waits for approval: Poetry')
    const id = Number(/\/events\/(\d+)$/.exec(own.url())?.[1])
    const page = await open('editor')
    await page.getByRole('link', { name: 'Waiting for approval' }).click()
    const row = page.getByRole('row', { name: /Poetry/ })
    await row.waitFor()
    expect(await violations(page)).toEqual([])
    await row.getByRole('button', { name: 'Publish' }).click()
    await told(page, 'Published: Poetry')
    expect((await read(api, id)).status).toBe('publish')
  })

  test('several at once, and back', async () => {
    const { api, open } = await calendar()
    for (const title of ['One', 'Two', 'Three']) await create(api, { title, cost: title })
    const page = await open('editor')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Change…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 3 events' })
    await dialog.getByText('Different values').waitFor()
    await dialog.getByRole('spinbutton', { name: 'Shift by days' }).fill('1')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await told(page, '3 events changed.')
    const list = async () => (await send(api, 'GET', '/events?starts_after=2030-01-01')).body.events
    expect((await list()).map((event: { start_date: string }) => event.start_date.slice(0, 10))).toEqual(
      Array(3).fill('2031-03-05'),
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await told(page, 'Undone.')
    expect((await list()).map((event: { start_date: string }) => event.start_date.slice(0, 10))).toEqual(
      Array(3).fill('2031-03-04'),
    )
  })

  test('the list asks for what it shows, and for nothing else before; copies have the rest, too', async () => {
    const { api, url, open } = await calendar()
    const description = '<p>Songs of the sea.</p>'
    await create(api, { status: 'publish', description, organizer: { organizer: 'Choir' } })
    await create(api, { title: 'Waltz', status: 'publish', description })
    const page = await open('editor')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url().replace(url.replace('/editor', ''), '')))
    await page.reload()
    await page.getByRole('link', { name: 'Waltz' }).waitFor()
    const [first = ''] = asked.filter((one) => !/^\/(editor|me)/.test(one))
    expect(first).toMatch(/^\/events\?/)
    const answer = JSON.stringify((await send(api, 'GET', first)).body)
    expect(answer).toContain('Choir')
    expect(answer).not.toContain('Songs')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await told(page, '2 copies made as drafts.')
    const { events } = (await send(api, 'GET', '/events?status=draft&starts_after=2000-01-01')).body
    expect(events).toMatchObject([{ description }, { description }])
  })

  test('three venues become one: it says how many events move, and that there is no way back', async () => {
    const { api, open } = await calendar()
    for (const venue of ['Mill', 'The mill', 'Mill hall']) await create(api, { venue: { venue } })
    const page = await open('editor')
    await page.getByRole('link', { name: 'Venues' }).click()
    await page.getByRole('checkbox', { name: 'Select Mill hall' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Merge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Merge venues' })
    await dialog.getByRole('radio', { name: 'The mill' }).check()
    await dialog.getByText('2 events move to it.').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Merge' }).click()
    await told(page, '2 records were merged.')
    const { venues, total } = (await send(api, 'GET', '/venues')).body
    expect([total, venues[0].venue]).toEqual([1, 'The mill'])
    expect((await send(api, 'GET', `/events?starts_after=2030-01-01&venue=${venues[0].id}`)).body.total).toBe(
      3,
    )
  })

  test('a venue: made, and changed by two at once', async () => {
    const { api, open } = await calendar()
    const page = await open('editor', '/venues/new')
    const form = page.getByRole('form', { name: 'Venue' })
    await form.getByRole('textbox', { name: 'Name' }).fill('Mill & <co>')
    await form.getByRole('textbox', { name: 'City' }).fill('Wien')
    await form.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: Mill & <co>')
    const id = Number(/\/venues\/(\d+)$/.exec(page.url())?.[1])
    await send(api, 'PATCH', `/venues/${id}`, { city: 'Graz', phone: '123' })
    await form.getByRole('textbox', { name: 'City' }).fill('Linz')
    await form.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Changed by someone else' })
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: Mill & <co>')
    await expect
      .poll(async () => (await send(api, 'GET', `/venues/${id}`)).body)
      .toMatchObject({ venue: 'Mill &amp; &lt;co&gt;', city: 'Linz', phone: '123' })
    expect(await violations(page)).toEqual([])
  })

  test('a category below another', async () => {
    const { api, open } = await calendar()
    await send(api, 'POST', '/categories', { name: 'Music' })
    const page = await open('editor', '/categories/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Jazz')
    await page.getByRole('combobox', { name: 'Parent' }).fill('Music')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove "Music"' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await told(page, 'Saved: Jazz')
    const { categories } = (await send(api, 'GET', '/categories?hide_empty=0')).body
    const parent = categories.find(({ name }: { name: string }) => name === 'Music')
    expect(categories.find(({ name }: { name: string }) => name === 'Jazz')).toMatchObject({
      parent: parent.id,
    })
  })

  test('copies on several days are drafts, and a draft has a preview without scripts', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { status: 'draft', description: '<p>Come <b>all</b></p>' })
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('Come all').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Copy to dates…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Copy to dates…' })
    for (const day of ['2031-03-11', '2031-03-18']) {
      await dialog.getByRole('textbox', { name: 'Date' }).fill(day)
      await dialog.getByRole('button', { name: 'Add date' }).click()
    }
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    await told(page, '2 copies made as drafts.')
    const { events } = (await send(api, 'GET', '/events?starts_after=2031-03-05&status=draft')).body
    expect(
      events.map((event: { start_date: string; end_date: string }) => [event.start_date, event.end_date]),
    ).toEqual([
      ['2031-03-11 19:00:00', '2031-03-11 21:00:00'],
      ['2031-03-18 19:00:00', '2031-03-18 21:00:00'],
    ])
  })

  const RICH =
    '<h2>Programme</h2><p>One <b>two</b> <a href="https://a.example/?b=1&amp;c=2" target="_blank">three</a><br>four</p><ul><li>five</li><li><p>six</p><p>seven</p></li></ul><table><caption>Times</caption><tbody><tr><th scope="row">Mon</th><td>19</td></tr></tbody></table><details><summary>More</summary><p>eight</p></details><p>nine <abbr title="x">ten</abbr></p><blockquote><p>eleven</p></blockquote>'

  test('a description that nobody touches stays as it is, to the byte', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { description: RICH })
    const { description } = await read(api, id)
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('textbox', { name: 'Description' }).waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('Other')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Other')
    expect((await read(api, id)).description).toBe(description)
  })

  test('a description in which a word is added keeps all the rest, tables and details included', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { description: RICH })
    const { description } = await read(api, id)
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('textbox', { name: 'Description' }).getByText('Programme').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' 2031')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Jazz')
    const flat = (html: string) =>
      html.replace(/>\s+</g, '><').replace('<li><p>six</p><p>seven</p></li>', '<li>six<p>seven</p></li>')
    expect(flat((await read(api, id)).description)).toBe(
      flat(description.replace('Programme', 'Programme 2031')),
    )
  })

  test('a description is typed at full speed, with a list and bold words, and escaped', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { status: 'draft' })
    const page = await open('editor', `/events/${id}`)
    const text = page.getByRole('textbox', { name: 'Description' })
    await text.click()
    await page.keyboard.type('Hello <b> & all')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bold')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    await page.keyboard.type('one')
    await page.keyboard.press('Enter')
    await page.keyboard.type('two')
    await page.keyboard.press('Control+s')
    await told(page, 'Saved: Jazz')
    expect((await read(api, id)).description.replace(/\n/g, '')).toBe(
      '<p>Hello &lt;b&gt; &amp; all</p><p><strong>bold</strong></p><ul><li>one</li><li>two</li></ul>',
    )
  })

  test('what is pasted comes without styles and scripts; tables keep their header cells', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { status: 'draft' })
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('textbox', { name: 'Description' }).click()
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData(
        'text/html',
        '<meta charset="utf-8"><b style="font-weight:normal" id="docs-internal-guid-1"><p style="color:red" class="MsoNormal" onclick="alert(1)"><span style="font-size:20pt">From <i>Word</i></span></p><table style="x"><tbody><tr><th scope="col" style="y">Day</th></tr></tbody></table><img src="x" onerror="document.title=1"></b><script>document.title=2</script>',
      )
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    await page.getByText('From Word').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Jazz')
    const { description } = await read(api, id)
    expect(description).toContain('<p>From <em>Word</em></p>')
    expect(description).toContain('<th scope="col">Day</th>')
    expect(description).not.toMatch(/style|class|onclick|script|Mso/)
    expect(await page.title()).toContain('Jazz')
    // The policy of the page had nothing to keep out.
    expect(takeFaults()).toEqual([])
  })

  test('an image is uploaded from the form, with its text for those who do not see it', async () => {
    const storage = newStorage()
    const { api, open } = await calendar({ images: { store: databaseImages(storage) } }, storage)
    const { id } = await create(api)
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('button', { name: 'Choose image' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload image' }).click()
    // 3,000 pixels wide, drawn by the browser itself.
    const bytes = await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(3000, 1000)
      canvas.getContext('2d')?.fillRect(0, 0, 10, 10)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer())]
    })
    await (await choosing).setFiles({
      name: 'bridge.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from(bytes),
    })
    const alt = page.getByRole('textbox', { name: 'Alternative text' })
    await alt.fill('The bridge in fog')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Jazz')
    const { image } = await read(api, id)
    expect(image).toMatchObject({ width: 2560, alt: 'The bridge in fog' })
    expect(Object.keys(image.sizes)).toEqual(expect.arrayContaining(['thumbnail', 'medium', 'large']))
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Images' }).click()
    await page
      .getByRole('table', { name: 'Images' })
      .getByRole('textbox', { name: 'Alternative text' })
      .waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: /^Delete / }).click()
    await page.getByText('1 record shows this image').waitFor()
  })

  test('signing in with user name and password, where the calendar asks for them', async () => {
    const expected = `Basic ${Buffer.from('ada:pässword').toString('base64')}`
    const authenticate = Object.assign(
      (request: Request) => {
        const header = request.headers.get('authorization')
        if (header === null) return null
        if (header !== expected) throw new ApiError('rest_invalid_credentials')
        return USERS.editor ?? null
      },
      { challenges: ['Basic realm="Town"'] },
    )
    const { open } = await calendar({ authenticate })
    const page = await open(null)
    expect(await page.getByRole('textbox', { name: 'Token' }).count()).toBe(0)
    await page.getByRole('textbox', { name: 'User name' }).fill('ada')
    await page.getByLabel('Password').fill('pässword')
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Ada').waitFor()
  })

  test('a lost session: what was typed is there after signing in again', async () => {
    let isOpen = true
    const { api, open } = await calendar({
      authenticate: (request) => {
        const header = request.headers.get('authorization')
        if (header === null) return null
        if (!isOpen) throw new ApiError('rest_invalid_credentials')
        return USERS.editor ?? null
      },
    })
    const { id } = await create(api)
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Jazz night')
    isOpen = false
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'You are not signed in any more.')
    await page.getByRole('button', { name: 'Sign in' }).click()
    isOpen = true
    await page.getByRole('textbox', { name: 'Token' }).fill('editor')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Your text from last time is back.').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Jazz night')
    expect((await read(api, id)).title).toBe('Jazz night')
  })

  test('a lost network: the text stays, and is saved when it is back', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('editor', `/events/${id}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Jazz night')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'There is no connection.')
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Jazz night')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await told(page, 'Saved: Jazz night')
    expect((await read(api, id)).title).toBe('Jazz night')
  })

  test('an event of that day with nearly the same title is shown', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api, { title: 'Lantern walk 2031' })
    const page = await open('editor', '/events/new?day=2031-03-04')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lantern walk')
    await page.getByRole('link', { name: 'Lantern walk 2031' }).click()
    await page.waitForURL(`**/events/${id}`)
  })

  test('what a colleague overwrote is restored from the history, and that can be undone', async () => {
    const { api, open } = await calendar({ changes: true })
    const { id } = await create(api, { description: '<p>The old mill</p>' })
    await send(api, 'PATCH', `/events/${id}`, { title: 'Oops', description: '<p>The new mill</p>' })
    const editor = await open('administrator', `/events/${id}`)
    await editor.getByText('Ada changed this event').waitFor()
    await editor.getByRole('button', { name: 'History' }).click()
    const dialog = editor.getByRole('dialog', { name: 'History' })
    await dialog.getByText('Description, Title').waitFor()
    expect(await dialog.locator('ins').allTextContents()).toEqual(expect.arrayContaining(['new ', 'Oops ']))
    expect(await violations(editor)).toEqual([])
    await dialog.getByRole('button', { name: 'Restore' }).last().click()
    await told(editor, 'As it was on')
    expect((await read(api, id)).title).toBe('Jazz')
    await editor.getByRole('button', { name: 'Undo' }).click()
    await told(editor, 'Undone.')
    expect((await read(api, id)).title).toBe('Oops')
  })

  test('a weekly event until a day, with one date skipped; then one date is cancelled with a reason', async () => {
    const { api, open } = await calendar()
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Choir')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2027-03-02')
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly')
    await page.getByRole('radio', { name: 'On date' }).check()
    await page.getByRole('textbox', { name: 'Until' }).fill('2027-03-23')
    await page.getByRole('button', { name: 'Skip Tuesday, March 9, 2027' }).click()
    await page.getByRole('button', { name: 'Do not skip Tuesday, March 9, 2027' }).waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('button', { name: 'Publish anyway' }).click()
    await told(page, 'Published: Choir')
    const series = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
    const dates = async () =>
      (await send(api, 'GET', `/events?post_parent=${series}&starts_after=2027-01-01`)).body.events
    expect((await dates()).map(({ start_date }: { start_date: string }) => start_date.slice(0, 10))).toEqual([
      '2027-03-02',
      '2027-03-16',
      '2027-03-23',
    ])
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('link', { name: 'Choir' }).nth(1).click()
    await page.getByRole('combobox', { name: 'Event status' }).selectOption('Canceled')
    await page.getByRole('textbox', { name: 'Reason' }).fill('The hall is flooded')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Change repeating event' })
      .getByRole('button', { name: 'Apply' })
      .click()
    await told(page, 'Saved: Choir')
    expect((await dates()).map(({ event_status }: { event_status?: string }) => event_status)).toEqual([
      undefined,
      'canceled',
      undefined,
    ])
  })

  test('deleting for good says how many, and asks once', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    await send(api, 'DELETE', `/events/${id}`)
    const page = await open('editor', '/events?status=trash')
    await page.getByRole('checkbox', { name: 'Select Jazz' }).check()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete for good' })
    await dialog.getByText('1 event will be gone. This cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await told(page, '1 event deleted for good.')
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    expect((await send(api, 'GET', `/events/${id}`)).status).toBe(404)
  })

  test('signing in by a form: a wrong token is told, the right one is in no address and no localStorage', async () => {
    const { url, open } = await calendar()
    const page = await open(null)
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The calendar does not know these.').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Token' }).fill('editor')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    expect(page.url()).toBe(url)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Bearer')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Token' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('a session of the host ends by the address that the host names; without one there is no button for it', async () => {
    const authenticate = () => USERS.editor ?? null
    const without = await (await calendar({ authenticate })).open(null)
    await without.getByText('Ada').waitFor()
    expect(await without.getByRole('button', { name: 'Sign out' }).count()).toBe(0)
    const page = await (await calendar({ authenticate, signOut: '/goodbye' })).open(null)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/goodbye')
  })

  test('the token of a link leaves the address', async () => {
    const { url, open } = await calendar()
    const page = await open('editor')
    expect(page.url()).toBe(url)
  })

  test('unsaved text survives a closed tab, and goes with the session', async () => {
    const { open } = await calendar()
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.reload()
    await page.getByText('Your text from last time is back.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Half a thought')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Token' }).waitFor()
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kalends-draft'))),
    ).toEqual([])
  })

  test('on a device that others use nothing is kept', async () => {
    const { open } = await calendar({ shared: true })
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await page.getByRole('textbox', { name: 'Cost' }).fill('1')
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('in German', async () => {
    const { api, open } = await calendar({ locale: 'de-AT' })
    const page = await open('editor', '/events/new')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-AT')
    await page.getByRole('textbox', { name: 'Titel' }).fill('Markt')
    await page.getByRole('textbox', { name: 'Startdatum' }).fill('4.3.2031')
    await page.getByText('Dienstag, 4. März 2031').first().waitFor()
    await page.getByRole('textbox', { name: 'Startzeit' }).fill('9 Uhr')
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByRole('button', { name: 'Trotzdem veröffentlichen' }).click()
    await told(page, 'Veröffentlicht: Markt')
    const id = Number(/\/events\/(\d+)$/.exec(page.url())?.[1])
    expect((await read(api, id)).start_date).toBe('2031-03-04 09:00:00')
  })

  test('who may not write gets no buttons for it', async () => {
    const { api, open } = await calendar()
    const { id } = await create(api)
    const page = await open('subscriber', `/events/${id}`)
    for (const button of ['New event', 'Save', 'Publish', 'Move to trash', 'Copy'])
      expect(await page.getByRole('button', { name: button, exact: true }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Title' }).isDisabled()).toBe(true)
    await page.getByText('You may read this event.').waitFor()
  })

  test.each([
    ['light', 'a wide', wide],
    ['dark', 'a wide', wide],
    ['light', 'a narrow', narrow],
    ['dark', 'a narrow', narrow],
  ] as const)('axe finds nothing: %s, %s page', async (colorScheme, _, size) => {
    const { api, open } = await calendar()
    await create(api, { venue: { venue: 'Mill' }, categories: ['Music'] })
    const page = await open('editor', '', { ...size, colorScheme })
    await page.getByRole('row', { name: /Jazz/ }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await isWithoutSidewaysScrolling(page)).toBe(true)
    for (const name of ['Venues', 'Organizers', 'Categories', 'Tags', 'Feeds']) {
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      expect(await violations(page)).toEqual([])
      expect(await isWithoutSidewaysScrolling(page)).toBe(true)
    }
    await page.getByRole('link', { name: 'Events' }).click()
    await page.getByRole('checkbox', { name: 'Select Jazz' }).check()
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Month' }).check()
    await page.getByRole('button', { name: 'Next' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await isWithoutSidewaysScrolling(page)).toBe(true)
    await page.getByRole('button', { name: 'New event' }).click()
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Weekly')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-04')
    await page.getByRole('list', { name: 'Next dates' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await isWithoutSidewaysScrolling(page)).toBe(true)
    await page.getByRole('combobox', { name: 'Venue' }).click()
    await page.getByRole('option', { name: 'Mill' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('The event needs a title.').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Start date' }).press('ArrowDown')
    await page.getByRole('dialog', { name: 'Choose date' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('Wednesday, March 5, 2031').first().waitFor()
  })
})
