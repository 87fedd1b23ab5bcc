import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { ATTRIBUTES, GLOBAL_ATTRIBUTES } from '../setup/allowed-html.ts'
import { leaves } from '../setup/html-places.ts'

/*
 * Whether HTML is what may be shown, looked for in what a browser's parser makes of it, never in its letters.
 */

const URLS = ['href', 'src', 'cite']
const HTML = 'http://www.w3.org/1999/xhtml'
const SITE = 'https://site.example/event/x/'

type Node = DefaultTreeAdapterTypes.ChildNode

/** The answers of a function that is asked the same texts again and again. */
function remembering<T>(find: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    known.set(text, found)
    return found
  }
}

/** Of the places that test/unit/html.test.ts looks at, those that HTML leaves most easily. */
const BLOCK_PLACES = ['table tbody tr td', 'ul li', 'dl dd']
const LINE_PLACES = ['h1', 'p', 'ul li a b']

const leftOf = (html: string, places: readonly string[]): string[] =>
  places.filter((place) => leaves(html, place)).map((place) => `leaves ${place}`)

/** What a browser would find in the HTML that must not be there, wherever it is shown; empty when all is well. */
export const dangersIn = remembering((html): readonly string[] => [
  ...nodesOf(html).flatMap(dangersOf),
  ...leftOf(html, BLOCK_PLACES),
])

/** The same for a title or name, which is shown in headings, paragraphs and links, too. */
export const dangersInLine = remembering((html): readonly string[] => [
  ...dangersIn(html),
  ...leftOf(html, LINE_PLACES),
])

const isMark = (node: Node | undefined): boolean =>
  node !== undefined &&
  'attrs' in node &&
  node.attrs.some(({ name, value }) => name === 'id' && value === 'after')

/** Every node, however deep: without recursion, since some attacks are thousands of elements deep. */
function nodesOf(html: string): Node[] {
  const nodes = [...parseFragment(html).childNodes]
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (node !== undefined && 'childNodes' in node) nodes.push(...node.childNodes)
  }
  return nodes
}

function dangersOf(node: Node): string[] {
  if (node.nodeName === '#text') return []
  if (!('tagName' in node)) return [node.nodeName]
  const { tagName, namespaceURI, attrs } = node
  const dangers = Object.hasOwn(ATTRIBUTES, tagName) && namespaceURI === HTML ? [] : [`<${tagName}>`]
  for (const { name, value } of attrs) {
    const isKnown = GLOBAL_ATTRIBUTES.includes(name) || ATTRIBUTES[tagName]?.includes(name)
    if (!isKnown || (URLS.includes(name) && !isHarmless(value))) dangers.push(`${tagName} ${name}="${value}"`)
    if (name === 'target' && !attrs.some((other) => other.name === 'rel' && /\bnoopener\b/.test(other.value)))
      dangers.push('target without noopener')
  }
  return dangers
}

/** Goes to the web or to a mail program, and to another site only where it says so. */
function isHarmless(address: string): boolean {
  if (!URL.canParse(address, SITE)) return true
  const url = new URL(address, SITE)
  if (/^\s*(?:https?:\/\/|mailto:)/i.test(address)) return /^(?:https?|mailto):$/.test(url.protocol)
  return url.origin === new URL(SITE).origin
}

/** The text that a browser shows of it, without white space. */
export function shownText(html: string): string {
  const textOf = (node: Node): string => {
    if ('value' in node) return node.value
    return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
  }
  return parseFragment(html).childNodes.map(textOf).join('').replace(/\s/g, '')
}

/**
 * Whether nothing would come of it even where somebody forgot to escape it: no element that means something, no
 * attribute with a value. `<ann@a.example>` and a comment are all that may look like more than text.
 */
export const isPlain = remembering((text): boolean => {
  if (!text.includes('<')) return true
  const isInert = (node: Node): boolean => {
    if (!('tagName' in node)) return node.nodeName === '#text' || node.nodeName === '#comment'
    const isUnheard = !/^[a-z][\da-z:-]*$/.test(node.tagName)
    return isUnheard && node.attrs.every(({ value }) => value === '') && node.childNodes.every(isInert)
  }
  return parseFragment(text).childNodes.every(isInert)
})

/** What a browser makes of a value in quotes, or undefined where it makes anything beside it. */
export function inQuotes(value: string, quote: string): string | undefined {
  const [node, mark, ...others] = parseFragment(
    `<b title=${quote}${value}${quote}></b><hr id="after">`,
  ).childNodes
  if (node === undefined || !('attrs' in node) || !isMark(mark) || others.length > 0) return undefined
  return node.attrs.length === 1 && node.childNodes.length === 0 ? node.attrs[0]?.value : undefined
}

/** What a browser reads in a script element of data, or undefined where it reads anything beside it. */
export function inScript(json: string): string | undefined {
  const html = `<script type="application/ld+json">${json}</script><hr id="after">`
  const [script, mark, ...others] = parseFragment(html).childNodes
  if (script === undefined || !('childNodes' in script) || !isMark(mark) || others.length > 0)
    return undefined
  const [text, ...more] = script.childNodes
  return text !== undefined && 'value' in text && more.length === 0 ? text.value : undefined
}
