/** Receives the tokens of HTML in document order, without comments, declarations and skipped elements. */
export interface HtmlReader {
  /** With its character references. Returns `false` to stop reading. */
  readonly text: (raw: string) => unknown
  /**
   * Names are in lower case, and values keep their character references. If an attribute is repeated, the first one
   * counts.
   */
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void
  readonly close: (name: string) => void
}

export const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that do not break the line. */
export const INLINE = words(
  'a abbr b big cite code del em i img ins kbd mark q s samp small span strike strong sub sup time u var wbr',
)

// The content of these is not markup. They end only at their own end tag.
const RAW = words('script style iframe noscript textarea title xmp plaintext noembed noframes')

// The content of these is useless without the element, so it is skipped, too.
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
 * Reads HTML once, in time proportional to its length. A construct without an end takes the rest of the text, so
 * nothing is searched for twice. The reader only approximates what a browser sees. A wrong guess can change which
 * content is kept, but not the safety of the output: callers must write only tags and attributes that they know.
 */
export function readHtml(source: string, reader: HtmlReader): void {
  const html = source.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, '')
  let textFrom = 0
  let skipped = ''
  let depth = 0
  /** Returns whether to continue. */
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
      // Not an element name, and nothing that could run: probably text such as "<ann@a.example>".
      at = end
      continue
    }
    if (!tellText(at)) return
    if (end === undefined) {
      // A tag that never ends. Without an equals sign, it is probably a less-than sign: "if a<b then".
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

/** The attributes from `from` on, and the position after their tag. `end` is `undefined` when the tag does not end. */
function readAttributes(
  html: string,
  from: number,
): { attributes: ReadonlyMap<string, string>; end: number | undefined } {
  // Fast path: most tags have no attributes.
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
