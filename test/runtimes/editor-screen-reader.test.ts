import { describe, expect, test } from 'vitest'
import { create, isHere, named, send, told, useBrowser } from './editor-browser.ts'
import { inOrder, said } from './virtual-reader.ts'

/*
 * What a screen reader says while people do three tasks in the page for editors: a virtual one, which walks through the
 * document of the real browser by the rules for names, roles and states. It takes what is checked from the attribute, so
 * that other tests look at that.
 */

describe.skipIf(!isHere)(named('what a screen reader says, in Chromium'), () => {
  const { calendar } = useBrowser()

  test('to make an event: each field with its name, what it is, what is in it, and what the page made of that', async () => {
    const { open } = await calendar()
    const page = await open('editor', '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lantern walk')
    await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-04')
    await page.getByText('Tuesday, March 4, 2031').first().waitFor()
    const phrases = await said(page, 'main')
    const expected = [
      'heading, New event, level 1',
      'form, Event',
      /^textbox, Title, Lantern walk/,
      /^textbox, Start date, .*Tuesday, March 4, 2031/,
      'button, Choose date, Start date',
      'textbox, Start time, 7:00 PM',
      'checkbox, All day, not checked',
      /^combobox, Venue, .*not expanded/,
      'button, Publish',
      'button, Save draft',
    ]
    expect(inOrder(phrases, expected)).toEqual([])
  }, 120_000)

  test('to change a date of a series: which dates, and what becomes of them', async () => {
    const { api, open } = await calendar({ now: () => new Date('2027-03-01T09:00:00Z') })
    const { id } = await create(api, {
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=4' },
      start_date: '2027-03-02 19:00',
      end_date: '2027-03-02 21:00',
    })
    const { events } = (await send(api, 'GET', `/events?post_parent=${id}`)).body
    const page = await open('editor', `/events/${events[1].id}`)
    await page.getByRole('textbox', { name: 'Start time' }).fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Change repeating event' })
    await expect.poll(() => dialog.getByText(/dates? moves?/).count(), { timeout: 15_000 }).toBe(3)
    const phrases = await said(page, 'dialog')
    const expected = [
      /^dialog, Change repeating event/,
      /^radio, This event, 1 date moves/,
      /^radio, This and following events, 3 dates move/,
      /^radio, All events, 4 dates move/,
      'button, Apply',
      'button, Cancel',
    ]
    expect(inOrder(phrases, expected)).toEqual([])
  }, 120_000)

  test('to decide on an event that waits: of which event each button is, and then what was done', async () => {
    const { api, open } = await calendar()
    await create(api, { title: 'Poetry', status: 'pending' })
    const page = await open('editor', '/waiting')
    await page.getByRole('row', { name: /Poetry/ }).waitFor()
    const phrases = await said(page, 'main table')
    const expected = [
      'table, Events',
      /^checkbox, Select Poetry/,
      'link, Poetry',
      'group, Poetry',
      'button, Publish',
      'button, Decline',
      'textbox, Reason',
      'end of group, Poetry',
    ]
    expect(inOrder(phrases, expected)).toEqual([])
    await page.getByRole('button', { name: 'Publish' }).click()
    await told(page, 'Published: Poetry')
    expect(await said(page, 'section.notice')).toEqual(
      expect.arrayContaining([expect.stringContaining('Published: Poetry')]),
    )
  }, 120_000)
})
