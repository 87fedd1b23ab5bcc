import { createHash } from 'node:crypto'
import { createEventsApi } from 'kalends'
import { memoryStorage } from 'kalends/storage/memory'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../src/core/docs-page/page.ts'
import { prefersHtml } from '../../src/core/docs-page/preference.ts'
import { createSite } from '../../src/core/mount/create-site.ts'
import { createLinks } from '../../src/core/present/links.ts'
import { describeRoutes } from '../../src/core/routes/described.ts'
import { openApi } from '../../src/core/schema/openapi.ts'
import { allRoutes } from '../setup/all-routes.ts'
import { at, expectWrong, openCalendar } from './calendar.ts'

const HTML = 'text/html; charset=UTF-8'
const JSON_TYPE = 'application/json; charset=UTF-8'

const api = createEventsApi(memoryStorage())
const ask = (query = '', headers: Record<string, string> = {}, method = 'GET') =>
  api.fetch(new Request(`http://localhost/vendor/events/v1/doc${query}`, { method, headers }))
const typeOf = async (query: string, headers: Record<string, string> = {}) =>
  (await ask(query, headers)).headers.get('content-type')

const BROWSERS = {
  Chromium:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  Firefox: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  older: 'text/html, application/xhtml+xml, image/jxr, */*',
}

describe('page or JSON', () => {
  test.each(Object.entries(BROWSERS))('a browser gets the page: %s', async (_name, accept) => {
    expect(await typeOf('', { accept })).toBe(HTML)
  })

  test.each([
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['application/json', false],
    ['application/json, text/plain, */*', false],
    ['image/png', false],
    ['text/html', true],
    ['TEXT/HTML', true],
    ['text/*', true],
    ['text/plain', false],
    ['text/html, application/json', false],
    ['application/json;q=0.5, text/html;q=0.4', false],
    ['application/json;q=0.4, text/html;q=0.5', true],
    ['application/json;q=0, */*', true],
    ['text/html;q=0, */*', false],
    ['text/html;q=0, application/json;q=0', false],
    ['text/*, application/*;q=0.9', true],
    ['text/*, application/*', false],
    ['text/*, application/json', false],
    ['text/*;q=0.9, text/html;q=0.1, application/json;q=0.5', false],
    ['text/html;level=1, application/json;q=0.1', false],
    ['text/html;charset=utf-8, application/json;q=0.1', true],
    ['text/html;charset="UTF-8";q=0.3, text/html, application/json;q=0.5', false],
    ['text/html;q=2, application/json;q=0.1', false],
    ['text/html ; q=0.7 , application/json ; q=0.6', true],
    ['text/x;a="\\",text/html;q=1,", application/json;q=0.1', false],
  ])('Accept: %s', async (accept, isPage) => {
    expect(prefersHtml(accept ?? '')).toBe(isPage)
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    expect(await typeOf('', headers)).toBe(isPage ? HTML : JSON_TYPE)
    expect(await typeOf('?format=json', headers)).toBe(JSON_TYPE)
    expect(await typeOf('?format=html', headers)).toBe(HTML)
  })

  test('another format is an error that names it, with whatever else is wrong', async () => {
    const { ask: askJson } = openCalendar()
    for (const query of ['format=xml', 'format=', 'format=HTML', 'format[]=html', 'format=%zz'])
      expectWrong(await askJson('GET', `/doc?${query}`), 'format')
    expectWrong(await askJson('GET', '/doc?format=xml&x=%zz'), 'format', 'x')
  })

  test('both say that they vary, beside what every answer varies by', async () => {
    const withUsers = createEventsApi(memoryStorage(), {
      authenticate: () => null,
      cors: { origin: ['https://app.example'] },
    })
    for (const format of ['json', 'html']) {
      expect((await ask(`?format=${format}`)).headers.get('vary')).toBe('Accept')
      const url = `http://localhost/vendor/events/v1/doc?format=${format}`
      const { headers } = await withUsers.fetch(new Request(url))
      expect(headers.get('vary')).toBe('Accept, Authorization, Cookie, Origin')
    }
  })

  test('HEAD, ETag and 304 of each, with tags that differ', async () => {
    const tags = new Set<string>()
    for (const format of ['json', 'html']) {
      const get = await ask(`?format=${format}`)
      const head = await ask(`?format=${format}`, {}, 'HEAD')
      expect([head.status, await head.text()]).toEqual([200, ''])
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
      const length = String((await get.clone().arrayBuffer()).byteLength)
      expect(get.headers.get('content-length')).toBe(length)
      const etag = get.headers.get('etag') ?? ''
      tags.add(etag)
      const again = await ask(`?format=${format}`, { 'if-none-match': etag })
      expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'Accept'])
      expect(again.headers.get('content-security-policy')).toBe(get.headers.get('content-security-policy'))
    }
    expect(tags.size).toBe(2)
  })

  test('the document tells of it, and the index still of no argument', async () => {
    const document: unknown = await (await ask()).json()
    const operation = at(document, 'paths', '/doc', 'get')
    expect(at(operation, 'parameters')).toMatchObject([{ name: 'format', in: 'query' }])
    expect(Object.keys(at(operation, 'responses', '200', 'content') ?? {})).toEqual([
      'application/json',
      'text/html',
    ])
    const index = await (await api.fetch(new Request('http://localhost/vendor/events/v1/'))).json()
    expect(at(index, 'routes', '/vendor/events/v1/doc', 'endpoints')).toEqual([
      { methods: ['GET'], args: [] },
    ])
  })
})

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element
const isElement = (node: Node): node is Element => 'tagName' in node
const elementsIn = (node: Node): Element[] => [
  ...(isElement(node) ? [node] : []),
  ...('childNodes' in node ? node.childNodes.flatMap(elementsIn) : []),
]
const attribute = (element: Element, name: string) => element.attrs.find((one) => one.name === name)?.value
const textOf = (node: Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

async function read(response: { headers: Headers | Readonly<Record<string, string>>; html: string }) {
  const faults: string[] = []
  const tree = parse(response.html, { onParseError: ({ code }) => faults.push(code) })
  const elements = elementsIn(tree)
  return {
    faults,
    elements,
    text: textOf(tree),
    named: (name: string) => elements.filter(({ tagName }) => tagName === name),
    ids: elements.flatMap((element) => attribute(element, 'id') ?? []),
  }
}
const readPage = async () => {
  const response = await ask('?format=html')
  return {
    headers: response.headers,
    ...(await read({ headers: response.headers, html: await response.text() })),
  }
}

describe('the page', () => {
  test('is well-formed, and every anchor is there once', async () => {
    const { faults, ids, named } = await readPage()
    expect(faults).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    const links = named('a').map((link) => attribute(link, 'href') ?? '')
    expect(links.length).toBeGreaterThan(100)
    const isOutside = (link: string) => /^[a-z]+:/.test(link)
    for (const link of links.filter((one) => one !== '?format=json' && !isOutside(one))) {
      expect(link[0]).toBe('#')
      expect(ids).toContain(link.slice(1))
    }
  })

  test('has every operation, parameter, code and schema of the document', async () => {
    const { ids, elements, text, named } = await readPage()
    const { paths, components } = await openApiOf()
    const shown = named('details').map((one) => [attribute(one, 'data-path'), attribute(one, 'data-methods')])
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, { operationId, summary, parameters, responses }] of Object.entries(item)) {
        const place = elements.find(
          (one) =>
            one.tagName === 'details' &&
            elementsIn(one).some((inner) => attribute(inner, 'id') === operationId),
        )
        expect(ids).toContain(operationId)
        expect(
          shown.some(([at, methods]) => at === path && methods?.split(' ').includes(method.toUpperCase())),
        ).toBe(true)
        const said = place === undefined ? '' : textOf(place)
        expect(said).toContain(summary)
        for (const { name, description } of parameters) {
          expect(said).toContain(name)
          expect(said).toContain(description.replaceAll('`', ''))
        }
        for (const status of Object.keys(responses)) expect(said).toContain(status)
      }
    }
    for (const [name, { properties }] of Object.entries(components.schemas)) {
      expect(ids).toContain(`schema-${name}`)
      for (const field of Object.keys(properties ?? {})) expect(text).toContain(field)
    }
    for (const code of JSON.stringify(paths).matchAll(/`([\w-]+)`: /g)) expect(text).toContain(code[1])
  })

  test('runs and applies nothing but its own script and style', async () => {
    const { headers, named, elements } = await readPage()
    const policy = headers.get('content-security-policy') ?? ''
    for (const [name, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const texts = named(name).map(textOf)
      expect(texts).toHaveLength(1)
      const hash = createHash('sha256')
        .update(texts[0] ?? '')
        .digest('base64')
      expect(policy.split('; ')).toContain(`${directive} 'sha256-${hash}'`)
    }
    for (const directive of [
      "default-src 'none'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy.split('; ')).toContain(directive)
    expect(policy).not.toMatch(/unsafe|https?:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    const inline = elements
      .flatMap(({ attrs }) => attrs.map(({ name }) => name))
      .filter((name) => /^on|^style$/.test(name))
    expect(inline).toEqual([])
  })

  test('names no address but that of the API, and those to subscribe at', async () => {
    const { elements } = await readPage()
    const addresses = elements
      .flatMap((one) => [attribute(one, 'src'), attribute(one, 'href')])
      .filter((one) => one !== undefined)
    expect(addresses.filter((address) => !/^(#|\?format=json$|data:image\/svg)/.test(address))).toEqual([
      'webcal://localhost/vendor/events/v1/events.ics',
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Flocalhost%2Fvendor%2Fevents%2Fv1%2Fevents.ics',
      ...['live', 'office'].map(
        (host) =>
          `https://outlook.${host}.com/calendar/0/addfromweb?url=http%3A%2F%2Flocalhost%2Fvendor%2Fevents%2Fv1%2Fevents.ics&name=Events`,
      ),
      'http://localhost/vendor/events/v1/events.ics',
      'http://localhost/vendor/events/v1/events.rss',
    ])
    const { text } = await readPage()
    expect([...new Set([...text.matchAll(/https?:\/\/[^\s'"]+/g)].map(([address]) => address))]).toEqual([
      'http://localhost/vendor/events/v1',
    ])
  })

  test('text of the host is text', async () => {
    const hostile = `https://calendar.example/"'><script>alert(1)</script><img/src=x/onerror=alert(1)>`
    const open = createEventsApi(memoryStorage(), { baseUrl: hostile })
    const response = await open.fetch(new Request('http://localhost/vendor/events/v1/doc?format=html'))
    const { named, text, faults } = await read({ headers: response.headers, html: await response.text() })
    expect([named('script').length, named('img').length, faults]).toEqual([1, 0, []])
    expect(text).toContain(hostile)
  })

  test('and so is every text of the document, wherever it stands', async () => {
    const evil = `"'><script>alert(1)</script><!--&amp;`
    const hostile = (value: unknown): unknown => {
      if (typeof value === 'string') return `${value}${evil}`
      if (Array.isArray(value)) return value.map(hostile)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hostile(inner)]))
    }
    const document = await openApiOf()
    const clean = await pageOf(document)
    const spoiled = structuredClone(document)
    Object.assign(spoiled.info, hostile(document.info))
    for (const item of Object.values(spoiled.paths)) {
      for (const operation of Object.values(item)) {
        Object.assign(operation, {
          operationId: `${operation.operationId}${evil}`,
          summary: evil,
          parameters: hostile(operation.parameters),
          responses: hostile(operation.responses),
        })
      }
    }
    Object.assign(spoiled.components, { schemas: { [evil]: hostile(document.components.schemas) } })
    const page = await pageOf(spoiled)
    const before = await read(clean)
    const after = await read(page)
    expect(after.named('script')).toHaveLength(1)
    expect(after.named('script').map(textOf)).toEqual(before.named('script').map(textOf))
    expect(after.text).toContain(evil)
    expect(page.headers).toEqual(clean.headers)
  })
})

async function openApiOf() {
  const site = createSite(memoryStorage(), {})
  const links = createLinks('http://localhost', '/vendor/events/v1', undefined)
  return openApi(await describeRoutes(allRoutes()), site, links)
}
