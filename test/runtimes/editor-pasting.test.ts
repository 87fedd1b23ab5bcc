import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { CLIPBOARDS } from './clipboards.ts'
import { isHere, named, useBrowser } from './editor-browser.ts'

/* What becomes of a description into which people paste from other programs. */

describe.skipIf(!isHere)(named('pasting into a description, in Chromium'), () => {
  const { calendar } = useBrowser()

  const box = (page: Page) => page.getByRole('textbox', { name: 'Description' })

  async function opened(): Promise<Page> {
    const { open } = await calendar()
    const page = await open('editor', '/events/new')
    await page.locator('.rich-text').waitFor()
    return page
  }

  async function paste(page: Page, html: string, text = ''): Promise<void> {
    await box(page).evaluate(
      (element, [html = '', text = '']) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/html', html)
        clipboardData.setData('text/plain', text)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        element.dispatchEvent(event)
      },
      [html, text],
    )
  }

  /** The HTML of the description, which is empty afterwards. */
  async function taken(page: Page): Promise<string> {
    await page.getByRole('button', { name: 'Source', exact: true }).click()
    const html = await box(page).inputValue()
    await box(page).fill('')
    await page.getByRole('button', { name: 'As text' }).click()
    await page.locator('.rich-text').waitFor()
    return html
  }

  test('the clipboards of many programs become what they say', async () => {
    const page = await opened()
    const wrong: unknown[] = []
    for (const { from, html, becomes } of CLIPBOARDS) {
      await paste(page, html)
      const got = await taken(page)
      if (got !== becomes) wrong.push({ from, got, becomes })
    }
    expect(wrong).toEqual([])
    expect(CLIPBOARDS.length).toBeGreaterThanOrEqual(20)
  })

  test('words go into the paragraph at the cursor, and one step back takes them away', async () => {
    const page = await opened()
    await box(page).click()
    await page.keyboard.type('See you ')
    await paste(page, '<b style="font-weight:normal"><span style="font-weight:700">there</span></b>')
    await page.keyboard.press('Control+z')
    expect(await taken(page)).toBe('<p>See you </p>')
    await box(page).click()
    await page.keyboard.type('See you ')
    await paste(page, '<b style="font-weight:normal"><span style="font-weight:700">there</span></b>')
    expect(await taken(page)).toBe('<p>See you <strong>there</strong></p>')
  })

  test('a clipboard that is too large or too deep comes as text, or as it is', async () => {
    const page = await opened()
    await paste(page, `<p>${'<b>x</b>'.repeat(60_000)}</p>`, 'One & <two>\r\nThree')
    expect(await taken(page)).toBe('<p>One &amp; &lt;two&gt;</p>\n<p>Three</p>')
    await paste(page, `<p>${'x'.repeat(5_100_000)}</p>`, 'x')
    expect(await taken(page)).toBe('<p>x</p>')
    await paste(page, `${'<div><span>'.repeat(5000)}deep`)
    expect(await taken(page)).toBe('<p>deep</p>')
    await paste(page, `${'<ul><li>'.repeat(400)}deep`)
    expect(await taken(page)).toContain('deep')
    await paste(page, `<p>${'<i>y</i> '.repeat(20_000)}</p>`)
    expect((await taken(page)).length).toBeGreaterThan(39_000)
  })
})
