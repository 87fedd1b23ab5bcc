/** What is told of a piece of HTML, in its order. Comments, declarations and skipped elements are not told of. */
export interface HtmlReader {
  /** With its character references. The answer `false` ends the reading. */
  readonly text: (raw: string) => unknown
  /** Names in lower case, values with their character references; of a repeated attribute the first. */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void
  readonly close: (name: string) => void
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// These hold text that is no markup: they end at their own end tag, whatever stands before it.
const RAW = words('script style iframe noscript textarea title xmp plaintext noembed noframes')

// These hold markup that is nothing without them.
const SKIPPED = words(
  'svg math object template select datalist button head frameset applet audio video canvas map',
)

const OPENING = /<(?=[a-z/!?])/gi
const DECLARATION = /<(?:!(--|[a-z[])|\?)/iy
const TAG = /<(\/?)([a-z][^ \t\n/<>]*)(?=[ \t\n/>]|$)/iy
const NAME = /^[a-z][\da-z:-]*$/
const ATTRIBUTE =
  /[ \t\n/]*([^ \t\n/>][^ \t\n/>=]*)(?:[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|([^ \t\n>]*)))?/y
const TAG_END = /[ \t\n/]*>/y
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map()

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/**
 * Goes through HTML once, in time proportional to its length: whatever has no end takes the rest with it, so that
 * nothing is looked for twice. How well it guesses what a browser would see decides what is kept, never what is
 * safe: whoever writes must write only what it knows.
 */
export function readHtml(source: string, reader: HtmlReader): void {
  const html = source.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
  let textFrom = 0
  let skipped = ''
  let depth = 0
  /** Answers whether to go on. */
  const tellText = (end: number): boolean =>
    skipped !== '' || end <= textFrom || reader.text(html.slice(textFrom, end)) !== false
  const findEnd = (pattern: RegExp, from: number): number => {
    const found = matchAt(pattern, html, from)
    return found === null ? html.length : found.index + found[0].length
  }

  let at = 0
  for (let opening = matchAt(OPENING, html, at); opening !== null; opening = matchAt(OPENING, html, at)) {
    at = opening.index
    const mark = html[at + 1]
    const declaration = mark === '!' || mark === '?' ? matchAt(DECLARATION, html, at) : null
    if (declaration !== null) {
      if (!tellText(at)) return
      at = findEnd(declaration[1] === '--' ? /--!?>/g : />/g, at + 2)
      textFrom = at
      continue
    }
    const tag = matchAt(TAG, html, at)
    if (tag === null) {
      at++
      continue
    }
    const isEnd = tag[1] === '/'
    const name = (tag[2] ?? '').toLowerCase()
    const nameEnd = TAG.lastIndex
    const { attributes, end } = readAttributes(html, nameEnd)
    if (end !== undefined && !NAME.test(name) && !html.slice(nameEnd, end).includes('=')) {
      // No name of an element, and nothing that could run: rather "<ann@a.example>".
      at = end
      continue
    }
    if (!tellText(at)) return
    if (end === undefined) {
      // A tag that never ends. Without an equals sign it is rather a lesser-than: "if a<b then".
      textFrom = html.includes('=', at) ? html.length : at
      break
    }
    at = end
    if (!isEnd && RAW.has(name)) {
      at = matchAt(new RegExp(`</${name}[ \\t\\n/>]`, 'gi'), html, at)?.index ?? html.length
    } else if (skipped === '' ? !isEnd && SKIPPED.has(name) : name === skipped) {
      if (isEnd) depth--
      else if (html[end - 2] !== '/') depth++
      skipped = depth > 0 ? name : ''
    } else if (skipped === '') {
      if (isEnd) reader.close(name)
      else reader.open(name, attributes)
    }
    textFrom = at
  }
  tellText(html.length)
}

/** The attributes from `from` on, and where their tag ends, if it does. */
function readAttributes(
  html: string,
  from: number,
): { attributes: ReadonlyMap<string, string>; end: number | undefined } {
  // Most tags have none, and much HTML is mostly tags.
  if (html[from] === '>') return { attributes: NO_ATTRIBUTES, end: from + 1 }
  const attributes = new Map<string, string>()
  let at = from
  for (let found = matchAt(ATTRIBUTE, html, at); found !== null; found = matchAt(ATTRIBUTE, html, at)) {
    at = ATTRIBUTE.lastIndex
    const name = (found[1] ?? '').toLowerCase()
    if (!attributes.has(name)) attributes.set(name, found[2] ?? found[3] ?? found[4] ?? '')
  }
  return { attributes, end: matchAt(TAG_END, html, at) === null ? undefined : TAG_END.lastIndex }
}
