import { cleanHtml, cleanLine } from '../../../src/core/domain/html/html-sanitizer.ts'
import { findFeed } from '../../../src/formats/find-feed.ts'
import type { Dice } from '../../../src/testing/dice.ts'
import { damagedText } from '../damage.ts'
import { fuzz } from '../reader.ts'

const ODD = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '</',
  '/>',
  '\0',
  '&#x',
  '&amp',
  '\ud800',
]
const TAGS = [
  'p',
  'a',
  'b',
  'ul',
  'li',
  'table',
  'script',
  'style',
  'svg',
  'title',
  'textarea',
  'template',
  'link',
  'P',
]
const ATTRIBUTES = [
  ...[
    'href="https://a.example/"',
    'href=javascript:x',
    'src=//a',
    'onclick="x',
    "title='>'",
    'class',
    'style="a:b"',
  ],
  ...[
    'rel=alternate type=text/calendar href=/a.ics',
    'rel="alternate" type="application/json" href="/wp-json/"',
  ],
]

/** A page, or a part of one, some deep, some long, some damaged. */
function page(dice: Dice): string {
  const part = (): string => {
    const tag = dice.oneOf(TAGS)
    const attributes = dice.some(3, () => ` ${dice.oneOf(ATTRIBUTES)}`).join('')
    const inner = dice.chance(3) ? part() : dice.oneOf(['Bees', ...ODD])
    return `<${tag}${attributes}>${inner}${dice.chance(4) ? '' : `</${tag}>`}`
  }
  const long = () =>
    dice.oneOf([...ODD, '<a ', '<p>', '<li><ul>', '<a href="', '&nbsp;']).repeat(dice.upTo(20_000))
  const parts = dice.some(dice.chance(20) ? 2000 : 20, () => (dice.chance(200) ? long() : part()))
  return damagedText(dice, parts.join(''), ODD)
}

await fuzz({
  make: page,
  read: (html) => [cleanHtml(html), cleanLine(html), findFeed(html, 'https://a.example/events')],
  refuses: () => false,
  // The sanitizer reads a whole text at once; `limits.text` bounds it, and these are up to five times as long.
  longestStop: 500,
})
