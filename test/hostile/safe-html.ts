import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { ATTRIBUTES, GLOBAL_ATTRIBUTES } from '../setup/allowed-html.ts'

/*
 * Whether HTML is what may be shown, looked for in what a browser's parser makes of it, never in its letters.
 */

const URLS = ['href', 'src', 'cite']
const HTML = 'http://www.w3.org/1999/xhtml'
const SITE = 'https://site.example/event/x/'

/** Where sites put HTML: alone, in a block, in a cell, in a list. */
const PLACES: readonly (readonly [string, string])[] = [
  ['', ''],
  ['<div>', '</div>'],
  ['<table><tbody><tr><td>', '</td></tr></tbody></table>'],
  ['<ul><li>', '</li></ul>'],
]

type Node = DefaultTreeAdapterTypes.ChildNode

const seen = new Map<string, readonly string[]>()

/** What a browser would find in the HTML that must not be there, wherever it is shown; empty when all is well. */
export function dangersIn(html: string): readonly string[] {
  const known = seen.get(html)
  if (known !== undefined) return known
  const found = PLACES.flatMap(([before, after]) => dangersAt(html, before, after))
  seen.set(html, found)
  return found
}

function dangersAt(html: string, before: string, after: string): string[] {
  const nodes = parseFragment(`${before}${html}${after}<hr id="after">`).childNodes
  const dangers: string[] = []
  const last = nodes.pop()
  if (!isMark(last)) dangers.push(`takes in what follows ${before || 'it'}`)
  if (before !== '' && nodes.length > 1) dangers.push(`leaves ${before}`)
  for (const node of nodes) dangers.push(...dangersOf(node))
  return dangers
}

const isMark = (node: Node | undefined): boolean =>
  node !== undefined &&
  'attrs' in node &&
  node.attrs.some(({ name, value }) => name === 'id' && value === 'after')

function dangersOf(node: Node): string[] {
  if (node.nodeName === '#text') return []
  if (!('tagName' in node)) return [node.nodeName]
  const { tagName, namespaceURI, attrs, childNodes } = node
  const dangers = Object.hasOwn(ATTRIBUTES, tagName) && namespaceURI === HTML ? [] : [`<${tagName}>`]
  for (const { name, value } of attrs) {
    const isKnown = GLOBAL_ATTRIBUTES.includes(name) || ATTRIBUTES[tagName]?.includes(name)
    if (!isKnown || (URLS.includes(name) && !isHarmless(value))) dangers.push(`${tagName} ${name}="${value}"`)
    if (name === 'target' && !attrs.some((other) => other.name === 'rel' && /\bnoopener\b/.test(other.value)))
      dangers.push('target without noopener')
  }
  return [...dangers, ...childNodes.flatMap(dangersOf)]
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

const inert = new Map<string, boolean>()

/**
 * Whether nothing would come of it even where somebody forgot to escape it: no element that means something, no
 * attribute with a value. `<ann@a.example>` and a comment are all that may look like more than text.
 */
export function isPlain(text: string): boolean {
  if (!text.includes('<')) return true
  const isInert = (node: Node): boolean => {
    if (!('tagName' in node)) return node.nodeName === '#text' || node.nodeName === '#comment'
    const isUnheard = !/^[a-z][\da-z:-]*$/.test(node.tagName)
    return isUnheard && node.attrs.every(({ value }) => value === '') && node.childNodes.every(isInert)
  }
  const known = inert.get(text) ?? parseFragment(text).childNodes.every(isInert)
  inert.set(text, known)
  return known
}

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
