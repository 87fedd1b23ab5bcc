import { describe, expect, test } from 'vitest'
import { create, isHere, named, send, useBrowser, violations } from './editor-browser.ts'

/* What the page for editors shows of events that the public suggests. */

const SUGGESTED = {
  ...{ title: 'Harvest supper', start_date: '2031-09-18 18:00', end_date: '2031-09-18 22:00' },
  contact: { name: 'Mia <b>', email: 'mia@town.example', message: 'As every year' },
}

describe.skipIf(!isHere)(named('suggestions in the page for editors, in Chromium'), () => {
  const { calendar } = useBrowser()

  test('who suggested it, an answer by mail, and what looks like it; declined with a reason', async () => {
    const { api, open } = await calendar({ suggestions: { author: 900 } })
    await create(api, { ...SUGGESTED, title: 'Harvest Supper!', contact: undefined })
    const { body } = await send(api, 'POST', '/suggestions', SUGGESTED)
    const page = await open('editor', '/waiting', { locale: 'en-US' })
    await page.getByText('Suggested by Mia').waitFor()
    await page.getByText('As every year').waitFor()
    expect(await page.getByRole('link', { name: 'Answer by mail' }).getAttribute('href')).toBe(
      'mailto:mia%40town.example?subject=Harvest%20supper',
    )
    await page.getByText('Looks like').getByRole('link', { name: 'Harvest Supper!' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Reason' }).fill('It is there already')
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Declined: Harvest supper').waitFor()
    const answer = await api.fetch(
      new Request(`http://localhost${api.basePath}/suggestions/${body.id}`, {
        headers: { 'x-suggestion-secret': body.secret },
      }),
    )
    expect(await answer.json()).toEqual({ state: 'declined', reason: 'It is there already' })
  })

  test('saved, it still waits, and no button makes it a draft', async () => {
    const { api, open } = await calendar({ suggestions: { author: 900 } })
    const { body } = await send(api, 'POST', '/suggestions', SUGGESTED)
    const page = await open('editor', `/events/${body.id}`, { locale: 'en-US' })
    const draft = page.getByRole('button', { name: 'Save draft' })
    await page.getByRole('textbox', { name: 'Title' }).fill('Harvest supper for all')
    expect(await draft.count()).toBe(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved: Harvest supper for all').waitFor()
    expect(await draft.count()).toBe(0)
    const answer = await api.fetch(
      new Request(`http://localhost${api.basePath}/suggestions/${body.id}`, {
        headers: { 'x-suggestion-secret': body.secret },
      }),
    )
    expect(await answer.json()).toMatchObject({ state: 'pending', title: 'Harvest supper for all' })
  })
})
