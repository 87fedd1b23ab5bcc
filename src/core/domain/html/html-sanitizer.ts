import { canonicalText, canonicalValue, decodeReferences } from './entities.ts'
import { withoutDirections } from './html.ts'
import { INLINE, readHtml, words } from './html-tokens.ts'

/*
 * The allow-list for all HTML that clients send. It is our own, because a parser would be a third of the library. It is
 * small, because its safety depends on its output and not on how it parses: it writes known tags with known attributes
 * in one canonical form, and everything else as escaped text.
 */

const TABLE_PARTS = words('caption thead tbody tfoot tr td th')
const BLOCKS = words(
  'blockquote details div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre summary table ul',
)
const VOID = words('br hr img wbr')
const ITEMS = words('li dd dt')
const TEXT_TAGS = new Set([...TABLE_PARTS, ...BLOCKS, ...INLINE, ...ITEMS, 'br'])
/** Tags of titles. A block would end the heading or paragraph that shows a title; a link would end a link around it. */
const LINE_TAGS = new Set([...INLINE, 'br'].filter((name) => name !== 'a'))

const LINK = /^(?:https?:\/\/[^\\]+|mailto:[^\\]+|(?!\/\/)[^:\\/?#]*(?:[/?#][^\\]*)?)$/i
const WEB = /^https?:\/\/[^\\]+$/i
const TEXT = /^/
const NUMBER = /^\d{1,4}$/

const RULES: Readonly<Record<string, RegExp>> = {
  '* lang': /^[a-z\d-]{1,35}$/i,
  '* dir': /^(?:ltr|rtl|auto)$/i,
  'a href': LINK,
  'a title': TEXT,
  'a rel': /^[a-z][a-z -]*$/i,
  'a target': /^_blank$/,
  'abbr title': TEXT,
  'blockquote cite': LINK,
  'q cite': LINK,
  'img src': WEB,
  'img alt': TEXT,
  'img title': TEXT,
  'img width': /^\d{1,4}%?$/,
  'img height': /^\d{1,4}%?$/,
  'img loading': /^(?:lazy|eager)$/i,
  'ol start': /^-?\d{1,9}$/,
  'ol type': /^[1ai]$/i,
  'td colspan': NUMBER,
  'td rowspan': NUMBER,
  'td scope': /^(?:row|col|rowgroup|colgroup)$/i,
  'th colspan': NUMBER,
  'th rowspan': NUMBER,
  'th scope': /^(?:row|col|rowgroup|colgroup)$/i,
  'time datetime': TEXT,
}

// One bit for each element that is searched for among the open elements: every tag may search a hundred of them.
const BITS = new Map(
  [...words('p h1 h2 h3 h4 h5 h6 a li dt dd td th caption tr thead tbody tfoot table ul ol dl')].map(
    (name, at) => [name, 1 << at],
  ),
)
const bitOf = (name: string): number => BITS.get(name) ?? 0
const bits = (names: string): number => [...words(names)].reduce((all, name) => all | bitOf(name), 0)

const PARAGRAPH = bits('p')
const HEADING = bits('p h1 h2 h3 h4 h5 h6')

// ENDS: the elements that a start tag ends. A block also ends a paragraph. LIMITS: the elements at which the search for
// them stops. If a browser ends more elements than we do, our end tag is left over, and closes an element of the page.
const ENDS: Readonly<Record<string, number>> = {
  a: bits('a'),
  h1: HEADING,
  h2: HEADING,
  h3: HEADING,
  h4: HEADING,
  h5: HEADING,
  h6: HEADING,
  li: bits('li'),
  dt: bits('dt dd'),
  dd: bits('dt dd'),
  td: bits('td th caption'),
  th: bits('td th caption'),
  tr: bits('tr td th caption'),
  tbody: bits('thead tbody tfoot tr td th caption'),
  thead: bits('thead tbody tfoot tr td th caption'),
  tfoot: bits('thead tbody tfoot tr td th caption'),
}
const LIMITS = bits('table td th caption ul ol dl')
/** The lists that may contain an item. Outside of them, it would end the item in which a page shows the HTML. */
const LISTS: Readonly<Record<string, number>> = { li: bits('ul ol'), dd: bits('dl'), dt: bits('dl') }
const CELLS = bits('td th caption')
const TABLE = bits('table')

/** Deeper tags are dropped; their text stays. */
const MAX_DEPTH = 100

/**
 * HTML that is safe to show, in canonical form: sanitizing it again changes nothing. It never closes the block in which
 * a page shows it.
 */
export const sanitizeHtml = (html: string): string => sanitize(html, TEXT_TAGS)

function sanitize(html: string, allowed: ReadonlySet<string>): string {
  const out: string[] = []
  /** Whether a dropped block began or ended here. A space replaces it. */
  let isBroken = false
  const stack: string[] = []
  /** The bit of each element in `stack`. */
  const open: number[] = []
  const closeTo = (size: number): void => {
    while (stack.length > size) out.push(`</${stack.pop()}>`)
    open.length = size
  }
  const breakAt = (name: string): void => {
    isBroken ||= out.length > 0 && TEXT_TAGS.has(name) && !INLINE.has(name)
  }
  const joinTo = (next: string): void => {
    if (isBroken && !/^\s/.test(next) && !/\s$/.test(out.at(-1) ?? '')) out.push(' ')
    isBroken = false
    out.push(next)
  }
  readHtml(html, {
    text: (raw) => joinTo(canonicalText(raw)),
    open(name, attributes) {
      if (!allowed.has(name)) return breakAt(name)
      const isTablePart = TABLE_PARTS.has(name)
      // Without a table of their own, these would break the table in which a page shows them.
      if (isTablePart && !stack.includes('table')) return
      if (!isTablePart && isBetweenCells(open)) {
        // A browser moves this element out of the table; a new table ends the open one.
        if (name !== 'table') return
        closeTo(stack.lastIndexOf('table'))
      }
      const lists = LISTS[name]
      if (lists !== undefined && (lists & nearestLimit(open)) === 0) return
      const ended = ENDS[name] ?? (BLOCKS.has(name) ? PARAGRAPH : 0)
      const limits = isTablePart ? TABLE : LIMITS
      let size = stack.length
      for (let i = size - 1; i >= 0; i--) {
        const bit = open[i] ?? 0
        if (ended & bit) size = i
        else if (limits & bit) break
      }
      closeTo(size)
      if (stack.length >= MAX_DEPTH) return
      joinTo(`<${name}${writeAttributes(name, attributes)}>`)
      if (VOID.has(name)) return
      stack.push(name)
      open.push(bitOf(name))
    },
    close(name) {
      if (!allowed.has(name)) return breakAt(name)
      const index = stack.lastIndexOf(name)
      if (index !== -1) closeTo(index)
    },
  })
  closeTo(0)
  return out.join('')
}

/** The bit of the innermost open list, table, cell or caption; 0 when none is open. */
function nearestLimit(open: readonly number[]): number {
  for (let i = open.length - 1; i >= 0; i--) {
    const bit = (open[i] ?? 0) & LIMITS
    if (bit !== 0) return bit
  }
  return 0
}

/** Whether a table is open, but none of its cells or captions. */
function isBetweenCells(open: readonly number[]): boolean {
  for (let i = open.length - 1; i >= 0; i--) {
    const bit = open[i] ?? 0
    if (bit & (TABLE | CELLS)) return bit === TABLE
  }
  return false
}

function writeAttributes(tag: string, attributes: ReadonlyMap<string, string>): string {
  const allowed = new Map<string, string>()
  for (const [name, raw] of attributes) {
    const rule = RULES[`${tag} ${name}`] ?? RULES[`* ${name}`]
    if (rule === undefined) continue
    const isUrl = rule === LINK || rule === WEB
    const value = isUrl ? cleanUrl(raw, rule) : raw
    if (value !== undefined && (isUrl || rule.test(decodeReferences(value))))
      allowed.set(name, canonicalValue(value))
  }
  if (allowed.has('target')) {
    const rel = allowed.get('rel') ?? ''
    if (!/(?:^| )noopener(?: |$)/i.test(rel)) allowed.set('rel', `${rel} noopener`.trim())
  }
  let text = ''
  for (const [name, value] of allowed) text += ` ${name}="${value}"`
  return text
}

/**
 * The URL with its references decoded, if the rule allows it. A URL that could be decoded again is rejected, even if
 * the name is unknown: there is no honest use for it, and clients that decode twice would see another URL than we
 * checked.
 */
function cleanUrl(raw: string, rule: RegExp): string | undefined {
  const url = decodeReferences(raw)
    .replace(/[\t\n]/g, '')
    .trim()
  if (/&(?:#x?[\da-f]|[a-z][\da-z]*;)/i.test(url) || !rule.test(url.replace(/\s/g, ''))) return undefined
  return url.replaceAll('&', '&amp;')
}

/** The stored form of an HTML field: sanitized, without white space at its ends. */
export const cleanHtml = (html: string): string => sanitizeHtml(html).trim()

/**
 * The stored form of a title or name: inline elements without links, so that any element of a page can contain it.
 * Spaces replace the block boundaries.
 */
export const cleanLine = (html: string): string => withoutDirections(sanitize(html, LINE_TAGS)).trim()

/**
 * Whether a text is an absolute http(s) URL in ASCII. It must not contain spaces, backslashes, or the quotes and angle
 * brackets that are invalid in URLs and could end the attribute around it.
 */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[!#-;=?-[\]-~]+$/i.test(text) && !/^https?:\/\/\//i.test(text) && URL.canParse(text)
}
