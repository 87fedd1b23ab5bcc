import { canonicalText, canonicalValue, decodeReferences } from './entities.ts'
import { readHtml, words } from './html-tokens.ts'

export { escapeHtml } from './entities.ts'

/*
 * One allow-list for all HTML that comes in. It is our own because a parser would be a third of the library; it can
 * be small because its safety rests on what it writes, not on what it reads: known tags with known attributes in
 * one canonical form, and everything else as escaped text.
 */

const TABLE_PARTS = words('caption thead tbody tfoot tr td th')
const BLOCKS = words(
  'blockquote details div dl figcaption figure h1 h2 h3 h4 h5 h6 hr ol p pre summary table ul',
)
const INLINE = words(
  'a abbr b big cite code del em i img ins kbd mark q s samp small span strike strong sub sup time u var wbr',
)
const VOID = words('br hr img wbr')
const ALLOWED = new Set([...TABLE_PARTS, ...BLOCKS, ...INLINE, 'br', 'dd', 'dt', 'li'])

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

// What is looked for among the open elements, a bit each: a hundred of them may be looked through at every tag.
const BITS = new Map(
  [...words('p h1 h2 h3 h4 h5 h6 a li dt dd td th caption tr thead tbody tfoot table ul ol dl')].map(
    (name, at) => [name, 1 << at],
  ),
)
const bitOf = (name: string): number => BITS.get(name) ?? 0
const bits = (names: string): number => [...words(names)].reduce((all, name) => all | bitOf(name), 0)

const PARAGRAPH = bits('p')
const HEADING = bits('p h1 h2 h3 h4 h5 h6')

// What a start tag ends, besides a block ending a paragraph; and what stands in the way of looking further up.
// Where a browser ends more than is ended here, an end tag is left over, and ends what the page has opened.
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
const CELLS = bits('td th caption')
const TABLE = bits('table')

/** Deeper tags vanish; their text stays. */
const MAX_DEPTH = 100

/** HTML that is safe to show, in one canonical form: sanitized again, it stays as it is. */
export function sanitizeHtml(html: string): string {
  const out: string[] = []
  const stack: string[] = []
  /** The bit of each. */
  const open: number[] = []
  const closeTo = (size: number): void => {
    while (stack.length > size) out.push(`</${stack.pop()}>`)
    open.length = size
  }
  readHtml(html, {
    text: (raw) => out.push(canonicalText(raw)),
    open(name, attributes) {
      if (!ALLOWED.has(name)) return
      const isTablePart = TABLE_PARTS.has(name)
      // Alone, these would tear the table that a page shows them in.
      if (isTablePart && !stack.includes('table')) return
      if (!isTablePart && isBetweenCells(open)) {
        // A browser takes it out of the table, and ends the table where another begins.
        if (name !== 'table') return
        closeTo(stack.lastIndexOf('table'))
      }
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
      out.push(`<${name}${writeAttributes(name, attributes)}>`)
      if (VOID.has(name)) return
      stack.push(name)
      open.push(bitOf(name))
    },
    close(name) {
      const index = stack.lastIndexOf(name)
      if (index !== -1) closeTo(index)
    },
  })
  closeTo(0)
  return out.join('')
}

/** Whether a table is open, and no cell or caption of it. */
function isBetweenCells(open: readonly number[]): boolean {
  for (let i = open.length - 1; i >= 0; i--) {
    const bit = open[i] ?? 0
    if (bit & (TABLE | CELLS)) return bit === TABLE
  }
  return false
}

function writeAttributes(tag: string, given: ReadonlyMap<string, string>): string {
  const kept = new Map<string, string>()
  for (const [name, raw] of given) {
    const rule = RULES[`${tag} ${name}`] ?? RULES[`* ${name}`]
    if (rule === undefined) continue
    const isUrl = rule === LINK || rule === WEB
    const value = isUrl ? cleanUrl(raw, rule) : raw
    if (value !== undefined && (isUrl || rule.test(decodeReferences(value))))
      kept.set(name, canonicalValue(value))
  }
  if (kept.has('target')) {
    const rel = kept.get('rel') ?? ''
    if (!/(?:^| )noopener(?: |$)/i.test(rel)) kept.set('rel', `${rel} noopener`.trim())
  }
  let text = ''
  for (const [name, value] of kept) text += ` ${name}="${value}"`
  return text
}

/**
 * A URL with its references decoded, if the rule allows it. One that would decode any further is refused, known
 * name or not: there is no honest use for it, and clients that decode twice would see another URL than we did.
 */
function cleanUrl(raw: string, rule: RegExp): string | undefined {
  const url = decodeReferences(raw)
    .replace(/[\t\n]/g, '')
    .trim()
  if (/&(?:#x?[\da-f]|[a-z][\da-z]*;)/i.test(url) || !rule.test(url.replace(/\s/g, ''))) return undefined
  return url.replaceAll('&', '&amp;')
}

/** A text field of HTML as it is stored: sanitized, without white space at its ends. */
export const cleanHtml = (html: string): string => sanitizeHtml(html).trim()

/** The tags of sanitized HTML, on one line: what is in it beside its text, links among it. */
export const markupOf = (html: string): string => decodeReferences((html.match(/<[^>]*>/g) ?? []).join(' '))

/** The plain text of HTML on one line: tags out, those that break lines as blanks, references decoded. */
export const htmlToText = (html: string): string => plainText(html)

/** Its first words, with an ellipsis where more follow. Long HTML is read no further than that takes. */
export function summaryOf(html: string, most: number): string {
  const words = plainText(html, most).split(' ')
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')} …`
}

/** All of it, or at least so much that more than `most` words have begun. */
function plainText(html: string, most?: number): string {
  let text = ''
  let begun = 0
  const breakAt = (name: string): void => {
    if (!INLINE.has(name)) text += ' '
  }
  readHtml(html, {
    text(raw) {
      const piece = decodeReferences(raw)
      text += piece
      if (most === undefined) return true
      begun += piece.match(/\s\S/g)?.length ?? 0
      return begun <= most
    },
    open: breakAt,
    close: breakAt,
  })
  // Most white space is a single blank, which stays.
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim()
}

/**
 * Plain text for names and one-line fields, however often it was escaped: what comes out holds neither tags nor
 * references, so that reading it, as HTML or as text, and writing it back changes nothing.
 */
export function plainLine(text: string): string {
  let line = text
  for (let round = 0; round < 8; round++) {
    const plainer = htmlToText(line)
    if (plainer === line) return line
    line = plainer
  }
  // Nobody escapes a name so often in good faith.
  return htmlToText(line.replace(/[<&]/g, ''))
}

/**
 * Whether a text is an absolute http(s) URL of ASCII letters, without blanks, backslashes, and the quotes and angle
 * brackets that no URL may hold and that would end an attribute it is put in.
 */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[!#-;=?-[\]-~]+$/i.test(text) && !/^https?:\/\/\//i.test(text) && URL.canParse(text)
}
