import { databaseImages } from 'kalends/images/database'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import german from '../../src/apps/editor/texts/de.json' with { type: 'json' }
import {
  create,
  isHere,
  isWithoutSidewaysScrolling,
  named,
  narrow,
  newStorage,
  type Opened,
  send,
  useBrowser,
  violations,
  wide,
} from './editor-browser.ts'
import { faultOfFocus, faultsOfTexts } from './page-faults.ts'

/*
 * The page for everybody, by success criterion of WCAG 2.2. docs/accessibility.md says which test shows what.
 */

const SCREENS = [
  '/events',
  '/events?view=month&month=2031-03',
  '/events?view=repeating',
  '/waiting',
  '/events/new',
  '/venues',
  '/venues/new',
  '/categories',
  '/images',
  '/import',
  '/feeds',
]

describe.skipIf(!isHere)(named('the page for editors and accessibility, in Chromium'), () => {
  const { calendar } = useBrowser()

  async function filled(options: object = {}): Promise<Opened & { id: number }> {
    const storage = newStorage()
    const images = { store: databaseImages(storage) }
    const opened = await calendar({ images, import: true, changes: true, ...options }, storage)
    const { api } = opened
    const { id } = await create(api, {
      venue: { venue: 'The old mill at the river in the north of the town' },
      categories: ['Music'],
      description: '<p>Words</p><table><tbody><tr><th scope="row">A</th><td>1</td></tr></tbody></table>',
      event_status: 'canceled',
    })
    await create(api, { title: 'Donaudampfschifffahrtsgesellschaftskapitänsversammlung', status: 'pending' })
    await create(api, { title: 'Choir', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
    return { ...opened, id }
  }

  const show = async (page: Page, root: string, path: string) => {
    await page.goto(`${root}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByText('Loading …').first().waitFor({ state: 'detached' })
  }

  describe('2.4.7 and 2.4.11: the focus is painted, and never under something', () => {
    test.each([
      ['wide', wide],
      ['narrow', narrow],
      ['low', { viewport: { width: 1024, height: 400 } }],
    ] as const)('on a %s page', async (_, size) => {
      const { url, open, id } = await filled()
      const page = await open('editor', '', size)
      const month = '/events?view=month&month=2031-03'
      for (const path of ['/events', '/waiting', '/venues', month, `/events/${id}`, '/venues/new']) {
        await show(page, url, path)
        if (path === '/events') await page.getByRole('checkbox', { name: 'Select Jazz' }).check()
        await page.evaluate(() => {
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        })
        const seen = new Set<string>()
        const reached = new Set<string>()
        for (const key of ['Tab', 'Shift+Tab']) {
          for (let stop = 0; stop < 80; stop++) {
            await page.keyboard.press(key)
            const fault = await faultOfFocus(page)
            reached.add(await page.evaluate(() => document.activeElement?.textContent ?? ''))
            if (fault !== undefined) seen.add(fault)
          }
        }
        expect([path, ...seen]).toEqual([path])
        // 2.1.2: nothing keeps the focus, from the first link to the last button.
        if (path === `/events/${id}`)
          expect([...reached]).toEqual(expect.arrayContaining(['Feeds', 'Move to trash']))
      }
    })
  })

  describe('1.4.10 Reflow, up to 4k', () => {
    test.each([320, 390, 768, 1280, 3840])('%i px: nothing scrolls sideways', async (width) => {
      const { url, open, id } = await filled()
      const page = await open('editor', '', { viewport: { width, height: 700 } })
      const wrong: string[] = []
      for (const path of [...SCREENS, `/events/${id}`]) {
        await show(page, url, path)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(path)
      }
      expect(wrong).toEqual([])
    })
  })

  test('on a phone no list scrolls sideways either, and all that sorts and selects is in sight', async () => {
    const { url, open } = await filled()
    const page = await open('editor', '', narrow)
    for (const path of SCREENS) {
      await show(page, url, path)
      const widths = await page
        .locator('.scroll')
        .evaluateAll((lists) => lists.map((list) => list.scrollWidth - list.clientWidth))
      expect([path, ...widths]).toEqual([path, ...widths.map(() => 0)])
    }
    for (const path of ['/events', '/waiting']) {
      await show(page, url, path)
      const table = page.getByRole('table', { name: 'Events' })
      await table.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByRole('group', { name: 'Selected events' }).waitFor()
      await table.getByRole('button', { name: 'Changed' }).click()
      await table.locator('[aria-sort]').waitFor()
      expect(await table.getByRole('columnheader').allTextContents()).toContain('Venue')
      expect(await table.getByRole('rowheader').count()).toBeGreaterThan(0)
    }
  })

  test('1.4.12 Text spacing: nothing is cut off, and nothing scrolls sideways', async () => {
    const { url, open, id } = await filled()
    const page = await open('editor', '', narrow)
    const wrong: string[] = []
    for (const path of [...SCREENS, `/events/${id}`]) {
      await show(page, url, path)
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
        )
        document.adoptedStyleSheets.push(sheet)
      })
      if (!(await isWithoutSidewaysScrolling(page))) wrong.push(path)
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('button, label, legend, a, th, h1, h2, p')]
          .filter(
            (one) =>
              !one.classList.contains('hidden') &&
              !one.classList.contains('skip') &&
              getComputedStyle(one).overflow !== 'visible' &&
              one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => one.outerHTML.slice(0, 100)),
      )
      wrong.push(...cut)
    }
    expect(wrong).toEqual([])
  })

  test('2.3.3 With reduced motion nothing moves', async () => {
    const { url, open, id } = await filled()
    const page = await open('editor', '', { ...wide, reducedMotion: 'reduce' })
    for (const path of ['/events', `/events/${id}`]) {
      await show(page, url, path)
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((one) => {
            const { transitionDuration, animationName } = getComputedStyle(one)
            return animationName !== 'none' || !/^(0s(, )?)+$/.test(transitionDuration)
          })
          .map((one) => one.outerHTML.slice(0, 100)),
      )
      expect(moving).toEqual([])
    }
  })

  test('right to left: the navigation is at the right, and nothing scrolls sideways', async () => {
    const { url, open, id } = await filled({ locale: 'ar' })
    for (const size of [wide, narrow]) {
      const page = await open('editor', '', size)
      expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl')
      const wrong: string[] = []
      for (const path of [...SCREENS, `/events/${id}`]) {
        await show(page, url, path)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(path)
      }
      expect(wrong).toEqual([])
      if (size === wide) {
        const box = await page.getByRole('navigation', { name: 'Calendar' }).boundingBox()
        expect(box?.x).toBeGreaterThan(900)
      }
      expect(await violations(page)).toEqual([])
    }
  })

  /**
   * Each text is longer by four tenths and in brackets, in the place of German: what has none is not translated, and
   * what has no room is cut off.
   */
  test.each([wide, narrow])(
    'texts that are longer are whole, and none is left in English: $viewport.width px',
    async (size) => {
      const longer = (english: string) => `⟦${english}${'·'.repeat(Math.ceil(english.length * 0.4))}⟧`
      const texts = Object.fromEntries(Object.keys(german).map((english) => [english, longer(english)]))
      const { api, url, open } = await calendar({
        ...{ locale: 'de', import: true, changes: true, title: '⟦Town⟧' },
        authenticate: () => ({ id: 2, role: 'editor', name: '⟦Ada⟧' }),
      })
      const { id } = await create(api, {
        title: '⟦Jazz⟧',
        venue: { venue: '⟦Mill⟧' },
        categories: ['⟦Music⟧'],
        event_status: 'canceled',
        cost: '5',
      })
      await create(api, { title: '⟦Poetry⟧', status: 'pending' })
      await create(api, { title: '⟦Choir⟧', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' } })
      const page = await open(null, '/feeds', size)
      await page.route('**/assets/de-*.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `export default ${JSON.stringify(texts)}`,
        }),
      )
      const wrong: string[] = []
      for (const path of [...SCREENS, `/events/${id}`]) {
        await show(page, url, path)
        await page.waitForLoadState('networkidle')
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(`${path} scrolls sideways`)
        const found = await page.evaluate(faultsOfTexts, {
          known: ['Google', 'Calendar', 'Outlook', 'com', 'music'],
        })
        wrong.push(...found.map((fault) => `${path} ${fault}`))
      }
      expect(wrong).toEqual([])
    },
  )

  /** Beside those that other tests are in. */
  const STATES: readonly (readonly [string, string, ((page: Page) => Promise<unknown>)?])[] = [
    ['no such page', '/nothing/here'],
    ['images without any', '/images'],
    ['import', '/import'],
    ['an empty list', '/events?search=zzzz'],
    ['a new category', '/categories/new'],
    [
      'more of a list',
      '/events',
      async (page) => {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('button', { name: 'Print' }).waitFor()
      },
    ],
    [
      'the dialog "Move to…"',
      '/events?view=month&month=2031-03',
      async (page) => {
        await page.getByRole('button', { name: 'Move to…' }).first().click()
        await page.getByRole('dialog', { name: 'Move to…' }).waitFor()
      },
    ],
    [
      'the question before publishing',
      '/events/new',
      async (page) => {
        await page.getByRole('textbox', { name: 'Title' }).fill('Walk')
        await page.getByRole('textbox', { name: 'Start date' }).fill('2031-03-04')
        await page.getByRole('button', { name: 'Publish' }).click()
        await page.getByRole('dialog', { name: 'Before publishing' }).waitFor()
      },
    ],
    [
      'an invalid date',
      '/events/new',
      async (page) => {
        await page.getByRole('textbox', { name: 'Start date' }).fill('32 May')
        await page.getByText('Not a date.').first().waitFor()
      },
    ],
    [
      'rich text with a table',
      '/events/ID',
      async (page) => {
        await page.getByRole('textbox', { name: 'Description' }).click()
        await page.getByRole('button', { name: 'Bold' }).waitFor()
        await page.locator('.ProseMirror').waitFor()
      },
    ],
    [
      'the dialog for an image',
      '/events/ID',
      async (page) => {
        await page.getByRole('button', { name: 'Choose image' }).click()
        await page.getByRole('dialog').waitFor()
      },
    ],
    [
      'copies on several dates',
      '/events/ID',
      async (page) => {
        await page.getByRole('button', { name: 'Copy to dates…' }).click()
        await page.getByRole('dialog').waitFor()
      },
    ],
  ]
  const LOOKS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['light and wide', { ...wide, colorScheme: 'light' }],
    ['dark and wide', { ...wide, colorScheme: 'dark' }],
    ['light and narrow', { ...narrow, colorScheme: 'light' }],
    ['dark and narrow', { ...narrow, colorScheme: 'dark' }],
    ['forced colours', { ...wide, forcedColors: 'active' }],
  ]

  test.each(LOOKS)('axe finds nothing in any further state: %s', async (_, look) => {
    const { url, open, id } = await filled()
    const page = await open('editor', '', look)
    for (const [name, path, prepare] of STATES) {
      await show(page, url, path.replace('ID', String(id)))
      await prepare?.(page)
      expect([name, ...(await violations(page))]).toEqual([name])
    }
  })

  test('axe finds nothing while a list loads, and after it failed', async () => {
    const { url, open } = await filled()
    const page = await open('editor', '/venues')
    // The list, and how many events wait.
    const asked: (() => Promise<void>)[] = []
    await page.route('**/v1/events?*', (route) => void asked.push(() => route.abort()))
    await page.goto(`${url}/events`)
    await page.getByText('Loading …').first().waitFor()
    expect(await violations(page)).toEqual([])
    for (const fail of asked) await fail()
    await page.locator('.fault').first().waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('ATAG A.2.2.2: the buttons tell what the text at the cursor is', async () => {
    const { open } = await filled()
    const page = await open('editor', '/events/new')
    const bold = page.getByRole('button', { name: 'Bold', pressed: true })
    await page.getByRole('textbox', { name: 'Description' }).click()
    await page.keyboard.press('Control+B')
    await bold.waitFor()
    await page.keyboard.type('loud')
    await page.keyboard.press('Control+B')
    await page.getByRole('button', { name: 'Bold', pressed: false }).waitFor()
    await page.getByRole('button', { name: 'Heading', exact: true }).click()
    await page.getByRole('button', { name: 'Heading', exact: true, pressed: true }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('2.1.4 Single letters can be switched off, and stay off', async () => {
    const { open } = await filled()
    const page = await open('editor')
    await page.getByText('Keyboard', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Single-letter keys' }).uncheck()
    await page.reload()
    await page.getByRole('row', { name: /Jazz/ }).waitFor()
    await page.keyboard.press('n')
    await page.keyboard.press('/')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0)
  })

  test('2.4.2 and 2.4.1: each screen has a title of its own, one heading of the first level, and a way past the navigation', async () => {
    const { url, open } = await filled()
    const page = await open('editor')
    const titles = new Set<string>()
    const own = ['/events', '/waiting', '/venues', '/tags', '/images', '/import', '/feeds', '/events/new']
    for (const path of own) {
      await show(page, url, path)
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      titles.add(await page.title())
    }
    expect(titles.size).toBe(own.length)
    await page.getByRole('link', { name: 'Skip to the content' }).focus()
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test('what a screen reader is told of a list, and of a field with a fault', async () => {
    const { api, url, open } = await filled()
    const page = await open('editor')
    const row = page.getByRole('row', { name: /Jazz/ })
    expect(await row.ariaSnapshot()).toContain('Canceled')
    await show(page, url, '/events/new')
    await page.getByRole('textbox', { name: 'Title' }).fill('Walk')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const field = page.getByRole('textbox', { name: 'Start date' })
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    const described = await field.evaluate((one) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    )
    expect(described).toContain('The event needs a start date.')
    expect((await send(api, 'GET', '/events?search=Walk')).body.total).toBe(0)
  })
})
