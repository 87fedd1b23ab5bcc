import { describe, expect, test } from 'vitest'
import { PAGES } from '../site/states.ts'
import { isHere, named, wide } from './editor-browser.ts'
import { useVisitors } from './site-browser.ts'
import { inOrder, said } from './virtual-reader.ts'

/*
 * What a screen reader says of the pages for visitors: a virtual one, in the real browser.
 */

describe.skipIf(!isHere)(named('what a screen reader says to visitors, in Chromium'), () => {
  const visitors = useVisitors()

  test('a list: how many there are, by which filters, each day, and each event with its state', async () => {
    const { open } = await visitors()
    const page = await open('/events/?category=category-1', wide)
    expect(
      inOrder(await said(page, 'body'), [
        'link, Skip to content',
        'main',
        'heading, What’s on, level 1',
        'navigation, Views',
        /^link, List, .*current page/,
        /^searchbox, Search/,
        'link, Remove filter: Category 1',
        'link, Show all',
        /^heading, 5 Saturday December, level 2/,
        /^heading, An ordinary evening, level 3/,
        'contentinfo',
      ]),
    ).toEqual([])
    await page.goto(page.url().replace('?category=category-1', '2026-12-05/'))
    const day = await said(page, 'main')
    expect(
      inOrder(day, [
        'heading, Sat 5 December 2026, level 1',
        /^heading, For members ?, Behind a password, level 3|^link, For members ?, Behind a password/,
        /^heading, Skating ?, Cancelled, level 3|^link, Skating ?, Cancelled/,
        /^heading, Talk about birds ?, Moved online, level 3|^link, Talk about birds ?, Moved online/,
      ]),
    ).toEqual([])
  })

  test('an event: what has changed before all else, then title, time, place and what can be done', async () => {
    const { open } = await visitors()
    const page = await open('/event/online/', wide)
    expect(
      inOrder(await said(page, 'main'), [
        /Moved online/,
        'The room is closed.',
        'article',
        'heading, Talk about birds, level 1',
        /Sat 5 December 2026,/,
        'link, Add to calendar',
        'link, Join online',
        'navigation, Previous and next event',
      ]),
    ).toEqual([])
  })

  test('a month: each day is a heading, and titles are told once and whole', async () => {
    const { open } = await visitors()
    const page = await open(PAGES.month, wide)
    const phrases = await said(page, '.kalends-grid')
    expect(
      inOrder(phrases, [
        /^heading, 5 Saturday December, level 2/,
        /^heading, Open day, level 3|^link, Open day/,
        /^link, 14 more/,
        /^heading, 17 Thursday December, level 2/,
        /^heading, Festival of lights, level 3|^link, Festival of lights/,
      ]),
    ).toEqual([])
    expect(phrases.filter((phrase) => phrase.startsWith('link, Festival of lights'))).toHaveLength(1)
    expect(phrases.some((phrase) => phrase.includes('…'))).toBe(false)
  })
})
