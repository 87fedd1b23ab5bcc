import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { GERMAN } from '../../src/apps/site/texts.ts'
import { PAGES } from '../site/states.ts'
import { isHere, isWithoutSidewaysScrolling, named, narrow, violations, wide } from './editor-browser.ts'
import { faultOfFocus, faultsOfTexts } from './page-faults.ts'
import { useVisitors, type Visitors } from './site-browser.ts'

/*
 * The pages for visitors for everybody, by success criterion of WCAG 2.2. docs/accessibility.md says which test shows what.
 */

const ALL = Object.values(PAGES)
/** All pages light and wide, and dark and narrow; in the other settings, pages of each kind. */
const SETTINGS = (): readonly (readonly [string, readonly string[], BrowserContextOptions])[] => [
  ['light, 1280', ALL, { ...wide, colorScheme: 'light' }],
  ['dark, 1280', KINDS, { ...wide, colorScheme: 'dark' }],
  ['light, 390', KINDS, { ...narrow, colorScheme: 'light' }],
  ['dark, 390', ALL, { ...narrow, colorScheme: 'dark' }],
  ['forced colours', KINDS, { ...wide, forcedColors: 'active' }],
]

/** Pages of each kind, where a test of all of them would show nothing more. */
const KINDS = [
  PAGES.list,
  PAGES['all filters'],
  PAGES['wrong filters'],
  PAGES.month,
  PAGES.day,
  PAGES.venue,
  PAGES.suggest,
  PAGES['nothing here'],
  '/event/long-words/',
  '/event/weekly/',
  '/event/locked/',
  '/event/cancelled/',
  '/event/wide/',
]

describe.skipIf(!isHere)(named('the pages for visitors and accessibility, in Chromium'), () => {
  const visitors = useVisitors()
  let site: Visitors

  beforeAll(async () => {
    site = await visitors()
  })

  /** Shows a path in a page that is open already. */
  const show = (page: Page, path: string) => page.goto(`${site.root}${path}`)

  describe.each(SETTINGS())('axe finds nothing: %s', (_, paths, context) => {
    test('in every page and state', async () => {
      const page = await site.open('/events/', context)
      const wrong: string[] = []
      for (const path of paths) {
        await show(page, path)
        for (const fault of await violations(page)) wrong.push(`${path}: ${fault}`)
      }
      expect(wrong).toEqual([])
    })

    test('in what opens, and in what was sent', async () => {
      const page = await site.open('/events/', context)
      const wrong: string[] = []
      const check = async (name: string) => {
        for (const fault of await violations(page)) wrong.push(`${name}: ${fault}`)
      }
      const open = async (summary: string) => {
        const one = page.locator('summary', { hasText: summary })
        if (await one.isVisible()) await one.click()
      }
      await open('Search and filter')
      await open('All categories')
      await page.getByRole('checkbox', { name: 'Category 200' }).waitFor()
      await check('200 categories')
      await show(page, '/event/weekly/')
      await open('All 11 dates')
      await check('all dates')
      await show(page, '/event/locked/')
      await page.getByLabel('Password').fill('wrong')
      await page.getByRole('button', { name: 'Show event' }).click()
      await page.getByRole('alert').waitFor()
      await check('wrong password')
      await page.getByLabel('Password').fill('open')
      await page.getByRole('button', { name: 'Show event' }).click()
      await page.getByText('Treasure').waitFor()
      await check('opened')
      await show(page, '/events/suggest/')
      await page.getByLabel('Title').fill('Fair')
      await page.locator('form').evaluate((form: HTMLFormElement) => {
        form.noValidate = true
      })
      await page.getByRole('button', { name: 'Send suggestion' }).click()
      await page.getByRole('alert').waitFor()
      await check('wrong suggestion')
      await page.getByLabel('Start date').fill('2026-12-10')
      await page.getByLabel('Start time').fill('10:00')
      await page.getByLabel('Your e-mail address').fill('ada@example.org')
      await page.getByRole('button', { name: 'Send suggestion' }).click()
      await page.getByRole('link', { name: 'Change the suggestion' }).waitFor()
      await check('thanks')
      expect(wrong).toEqual([])
    })
  })

  describe('1.4.10 Reflow, up to 4k', () => {
    test.each([320, 390, 768, 959, 1280, 3840])('%i px: nothing scrolls sideways', async (width) => {
      const page = await site.open('/events/', { viewport: { width, height: 700 } })
      const wrong: string[] = []
      for (const [name, path] of Object.entries(PAGES)) {
        await show(page, path)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(name)
      }
      expect(wrong).toEqual([])
    })
  })

  test.each([
    ['1.4.4 text of twice the size', 'html { font-size: 200% }'],
    [
      '1.4.12 text spacing',
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    ],
  ])('%s: nothing scrolls sideways or is cut off', async (_, css) => {
    const wrong: string[] = []
    for (const size of [wide, narrow]) {
      const page = await site.open('/events/', size)
      for (const path of KINDS) {
        await show(page, path)
        await page.evaluate((text) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(text)
          document.adoptedStyleSheets.push(sheet)
        }, css)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(`${path} scrolls at ${size.viewport.width}`)
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll('button, label, legend, a, h1, h2, h3, p, dd, time, small')]
            .filter(
              (one) =>
                one.closest('.kalends-hidden, .kalends-skip, .kalends-strip, .kalends-cell h2') === null &&
                getComputedStyle(one).overflow !== 'visible' &&
                (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1),
            )
            .map((one) => one.outerHTML.slice(0, 100)),
        )
        wrong.push(...cut.map((html) => `${path} cuts ${html}`))
      }
    }
    expect(wrong).toEqual([])
  })

  describe('2.1.1, 2.4.7 and 2.4.11: all is reached by keyboard, and what has the focus is seen', () => {
    test.each([
      ['wide', wide],
      ['narrow', narrow],
      ['low', { viewport: { width: 1024, height: 400 } }],
    ] as const)('on a %s page', async (_, size) => {
      const page = await site.open('/events/', { ...size, reducedMotion: 'reduce' })
      const wrong: string[] = []
      for (const path of KINDS) {
        await show(page, path)
        const reached = new Set<string>()
        let first: string | undefined
        for (let stop = 0; stop < 300; stop++) {
          await page.keyboard.press('Tab')
          const fault = await faultOfFocus(page)
          if (fault !== undefined) wrong.push(`${path} ${fault}`)
          const at = await page.evaluate(() => {
            const focused = document.activeElement
            if (focused === null || focused === document.body) return ''
            return String([...document.querySelectorAll('*')].indexOf(focused))
          })
          // Fields of dates have several stops.
          if (at === '' || (at === first && reached.size > 1)) break
          first ??= at
          reached.add(at)
        }
        const unreached = await page.evaluate(
          (known) => {
            const all = [...document.querySelectorAll('*')]
            return all
              .filter((one) => one.matches('a[href], button, input, select, textarea, summary'))
              .filter((one) => one.checkVisibility() && !one.matches('[type=hidden], [tabindex="-1"]'))
              .filter((one) => !known.includes(String(all.indexOf(one))))
              .map((one) => one.outerHTML.slice(0, 100))
          },
          [...reached],
        )
        if (reached.size < 200) wrong.push(...unreached.map((html) => `${path} not reached: ${html}`))
      }
      expect(wrong).toEqual([])
    })
  })

  test('2.4.1 the first stop skips to the content', async () => {
    const page = await site.open('/events/')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('List')
  })

  test('by keyboard alone: a list is filtered, a filter is taken away, and an event is opened', async () => {
    const page = await site.open('/events/', { ...wide, reducedMotion: 'reduce' })
    const tabTo = async (name: string) => {
      for (let stop = 0; stop < 60; stop++) {
        const at = await page.evaluate(() => {
          const focused = document.activeElement
          const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined
          return (focused?.getAttribute('aria-label') ?? label ?? focused?.textContent ?? '').trim()
        })
        if (at === name || at.startsWith(name)) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`there is no ${name}`)
    }
    await tabTo('Search')
    await page.keyboard.type('evening')
    await tabTo('Category')
    await page.keyboard.press('Enter')
    await tabTo('Category 1')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('1 event', { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('category')).toBe('category-1')
    await tabTo('Remove filter: Category 1')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Remove filter: Category 1' }).waitFor({ state: 'detached' })
    await tabTo('An ordinary evening')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'An ordinary evening' }).waitFor()
  })

  test('forced colours: what is told by a colour has a border or a line', async () => {
    const page = await site.open('/events/', { ...wide, forcedColors: 'active' })
    const bordered = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).borderTopStyle)
    expect([await bordered('.kalends-badge'), await bordered('.kalends-filters')]).toEqual(['solid', 'solid'])
    await show(page, '/event/cancelled/')
    expect(await bordered('.kalends-band')).toBe('solid')
    await show(page, '/events/?category=category-1')
    expect(await bordered('.kalends-chip')).toBe('solid')
  })

  test('right to left: nothing scrolls sideways, and axe finds nothing', async () => {
    const arabic = await visitors({ api: { locale: 'ar' } })
    for (const size of [wide, narrow]) {
      const page = await arabic.open('/events/', size)
      const wrong: string[] = []
      for (const path of KINDS) {
        await page.goto(`${arabic.root}${path}`)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(`${path} scrolls`)
        for (const fault of await violations(page)) wrong.push(`${path}: ${fault}`)
      }
      expect(wrong).toEqual([])
    }
  })

  /** Each text is longer by four tenths and in brackets: what has none is not translated, what has no room is cut off. */
  test('texts that are longer are whole, and none is left in English', async () => {
    const longer = (english: string) => `⟦${english}${'·'.repeat(Math.ceil(english.length * 0.4))}⟧`
    const de = Object.fromEntries(Object.keys(GERMAN).map((english) => [english, longer(english)]))
    const pseudo = await visitors({
      site: { texts: { de } },
      api: { locale: 'de', title: '⟦Town⟧' },
      wrap: (text) => `⟦${text}⟧`,
    })
    const wrong: string[] = []
    for (const width of [320, 390, 768, 1280]) {
      const page = await pseudo.open('/events/', { viewport: { width, height: 800 } })
      for (const [name, path] of Object.entries(PAGES)) {
        await page.goto(`${pseudo.root}${path}`)
        if (!(await isWithoutSidewaysScrolling(page))) wrong.push(`${name} scrolls at ${width}`)
        if (width !== 1280 && width !== 390) continue
        const found = await page.evaluate(faultsOfTexts, {
          // What was searched for, as it was written.
          known: ['Uhr', 'Skating', 'nothing', 'of', 'that', 'name', 'evening'],
        })
        wrong.push(...found.map((fault) => `${name} ${fault}`))
      }
    }
    expect(wrong).toEqual([])
  })
})
