import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { create, isHere, named, send, told, useBrowser } from './editor-browser.ts'

/*
 * What a screen reader says while people do three tasks in the page for editors: a virtual one, which walks through the
 * document of the real browser by the rules for names, roles and states. It takes what is checked from the attribute, so
 * that other tests look at that.
 */

let reader: string

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { virtual } from '@guidepup/virtual-screen-reader'",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'screenReader',
    write: false,
    logLevel: 'silent',
  })
  reader = outputFiles[0]?.text ?? ''
})

interface Virtual {
  start(options: { container: Element }): Promise<void>
  next(): Promise<void>
  stop(): Promise<void>
  spokenPhraseLog(): Promise<string[]>
}

/** All that is said from the beginning of an element to its end. */
async function said(page: Page, selector: string): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(`${reader};globalThis.screenReader = screenReader`)
  return page.evaluate(async (where) => {
    // The script above sets it.
    const { virtual } = Reflect.get(globalThis, 'screenReader') as { virtual: Virtual }
    const container = document.querySelector(where)
    if (container === null) throw new Error(`there is no ${where}`)
    await virtual.start({ container })
    for (let step = 0; step < 400; step++) {
      const before = (await virtual.spokenPhraseLog()).length
      await virtual.next()
      const log = await virtual.spokenPhraseLog()
      if (log.length === before || log.at(-1) === log[0]) break
    }
    const log = await virtual.spokenPhraseLog()
    await virtual.stop()
    return log
  }, selector)
}

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

/** Those that are not said after the ones before them; with all that was said, to see why. */
function inOrder(phrases: readonly string[], expected: readonly (string | RegExp)[]) {
  const rest = [...expected]
  for (const phrase of phrases) {
    const [next] = rest
    if (next !== undefined && (typeof next === 'string' ? phrase === next : next.test(phrase))) rest.shift()
  }
  return rest.length === 0 ? [] : [...rest, ...phrases]
}
