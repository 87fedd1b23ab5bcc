import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { beforeAll, expect, test } from 'vitest'
import { type Visited, visited } from './calendar.ts'

/*
 * The newsletter has nothing but what programs for mail take: Gmail, Outlook (for Windows, which draws with Word) and Apple
 * Mail, as far as the page needs them. Of caniemail.com (github.com/hteumeuleu/caniemail) these were read: `css-padding`
 * (Outlook: only on cells of tables), `css-margin` (Outlook: not on `span` and `body`, no `auto`, nothing negative anywhere),
 * `css-display` (Outlook: only `none`), `css-max-width` (Outlook: 2019, on tables alone), `css-table-layout` (not Outlook).
 */

type Support = 'all' | 'without Outlook'

/** Elements. */
const ELEMENTS: Readonly<Record<string, Support>> = {
  ...{ html: 'all', head: 'all', meta: 'all', title: 'all', body: 'all', div: 'all' },
  ...{ table: 'all', tbody: 'all', tr: 'all', td: 'all' },
  ...{ h1: 'all', h2: 'all', p: 'all', span: 'all', strong: 'all', br: 'all', a: 'all', img: 'all' },
}

/** Properties, in style attributes. What Outlook does not know must not carry the layout. */
const PROPERTIES: Readonly<Record<string, Support>> = {
  ...{ margin: 'all', 'margin-top': 'all', padding: 'all', width: 'all', height: 'all' },
  ...{ 'max-width': 'without Outlook', 'border-radius': 'without Outlook', 'word-break': 'without Outlook' },
  ...{ 'font-family': 'all', 'font-size': 'all', 'font-weight': 'all', 'line-height': 'all', color: 'all' },
  ...{ 'text-decoration': 'all', 'text-align': 'all', 'vertical-align': 'all', display: 'without Outlook' },
  ...{ 'background-color': 'all', border: 'all', 'border-bottom': 'all', 'border-collapse': 'all' },
  'table-layout': 'without Outlook',
}

/** Values of `display` that all but Outlook know. */
const DISPLAYS = ['block', 'inline-block', 'inline', 'none']

const ATTRIBUTES = [
  'lang',
  'dir',
  'charset',
  'name',
  'content',
  'role',
  'style',
  'href',
  'src',
  'alt',
  'width',
  'colspan',
]

interface Found {
  readonly name: string
  readonly attributes: readonly { readonly name: string; readonly value: string }[]
}

function elementsOf(html: string): Found[] {
  const found: Found[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) found.push({ name: node.tagName, attributes: node.attrs })
    if ('childNodes' in node) for (const child of node.childNodes) walk(child)
  }
  walk(parse(html))
  return found
}

let site: Visited
let page: string
beforeAll(async () => {
  site = visited({ accent: '#9c2f2f', footer: 'Written by the town.' }, { suggestions: { author: 1 } })
  const { client, text } = site
  const evening = { start_date: '2026-12-05 19:30', end_date: '2026-12-05 22:00' }
  await client.events.create({
    ...{ title: 'Concert', ...evening, featured: true, image: 'https://cdn.example/a.png' },
    ...{ cost: '12 €', venue: { venue: 'Mill', city: 'Lindow' } },
  })
  await client.events.create({ title: 'Skating', ...evening, event_status: 'canceled' })
  await client.events.create({ title: 'Recital', ...evening, event_status: 'postponed' })
  await client.events.create({ title: 'Night', start_date: '2026-12-04 21:00', end_date: '2026-12-05 01:00' })
  await client.events.create({
    title: 'Fair',
    start_date: '2026-12-06',
    end_date: '2026-12-08',
    all_day: true,
  })
  page = await text('/events/mail/')
})

test('elements and attributes are those that programs for mail take', () => {
  const elements = elementsOf(page)
  expect(
    [...new Set(elements.map(({ name }) => name))].filter((name) => !Object.hasOwn(ELEMENTS, name)),
  ).toEqual([])
  const attributes = elements.flatMap((one) => one.attributes.map(({ name }) => name))
  expect([...new Set(attributes)].filter((name) => !ATTRIBUTES.includes(name))).toEqual([])
  // Nothing is loaded but pictures, and there is no class that a style sheet would need.
  expect(page).not.toMatch(/<style|<link|<script|\sclass=/)
})

test('styles are inline, and of what programs for mail take', () => {
  const wrong: string[] = []
  for (const { name, attributes } of elementsOf(page)) {
    const style = attributes.find((one) => one.name === 'style')?.value ?? ''
    for (const rule of style.split(';').filter((part) => part !== '')) {
      const [, property = '', value = ''] = /^([a-z-]+):(.+)$/.exec(rule) ?? []
      if (!Object.hasOwn(PROPERTIES, property)) wrong.push(`${name}: ${rule}`)
      if (property === 'display' && !DISPLAYS.includes(value)) wrong.push(`${name}: ${rule}`)
      const isSpace = property === 'padding' && value !== '0'
      if (isSpace && name !== 'td') wrong.push(`${name}: ${rule}`)
      if (/^margin/.test(property) && /^(?:span|body)$/.test(name) && value !== '0')
        wrong.push(`${name}: ${rule}`)
      if (/^margin/.test(property) && value.includes('-')) wrong.push(`${name}: ${rule}`)
      // Colours with six digits, lengths in pixels or parts: no functions, no variables, no rem.
      if (/\(|!|\d(?:r?em|v[wh])\b|#(?![\da-f]{6}\b)/.test(value)) wrong.push(`${name}: ${rule}`)
    }
    // Links and text of each cell have a font: Outlook inherits none into tables.
    if (name === 'td' && !/font-family|padding:0|background-color/.test(style)) wrong.push(`td: ${style}`)
  }
  expect(wrong).toEqual([])
})

test('it is a table of 600 pixels, and addresses are absolute', () => {
  expect(page).toMatch(/<table role="presentation" style="width:600px;max-width:100%/)
  const addresses = elementsOf(page).flatMap(({ attributes }) =>
    attributes.filter(({ name }) => name === 'href' || name === 'src').map(({ value }) => value),
  )
  expect(addresses.length).toBeGreaterThan(6)
  expect(addresses.filter((address) => !address.startsWith('https://'))).toEqual([])
  for (const { name, attributes } of elementsOf(page)) {
    const names = attributes.map((one) => one.name)
    if (name === 'img') expect(names).toEqual(expect.arrayContaining(['alt', 'width']))
    if (name === 'table') expect(names).toContain('role')
  }
})

test('it is at most 100 kB, however much there is', async () => {
  for (let at = 0; at < 400; at++)
    await site.client.events.create({
      title: `Event number ${at}, with a title that takes some room in each of the rows`,
      start_date: `2026-12-0${4 + (at % 5)} 10:00`,
      end_date: `2026-12-0${4 + (at % 5)} 11:00`,
    })
  const long = await site.text('/events/mail/')
  expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(100_000)
  expect(long).toContain('See all events')
  expect(long.trimEnd().endsWith('</html>')).toBe(true)
})
