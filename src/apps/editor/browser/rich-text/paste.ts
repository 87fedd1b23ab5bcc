import { Fragment, Slice } from 'prosemirror-model'
import { escapeHtml, parsed } from '../html.ts'
import { readHtml } from './html.ts'
import { Lists } from './paste-lists.ts'
import { isHidden, type Marks, marksAt, NO_MARKS, stylesOf, wrappersOf } from './paste-styles.ts'
import { schema } from './schema.ts'

/*
 * What is pasted, in the few elements that a description has. Programs say by styles what they mean, wrap blocks in inline
 * elements, and bring what nobody sees. So nothing is taken over as it is: each text is written anew, with the marks that it
 * has there.
 */

/** Characters of a clipboard, and its elements. What is larger comes as text. */
const LONGEST = 5_000_000
const MOST_ELEMENTS = 50_000
const LONGEST_TEXT = 500_000

/** Elements that say nothing in a text. */
const DROPPED =
  /^(style|script|noscript|template|meta|link|title|base|head|xml|svg|math|canvas|button|input|select|textarea|object|embed|iframe|col|colgroup|[ovwm]:.*)$/

/** Elements that are kept with what they hold, and their attributes. The editor shows them as blocks of source. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'table caption thead tbody tfoot tr dl dt dd details summary figure figcaption'
      .split(' ')
      .map((name) => [name, []]),
  ),
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
}

/** Elements that begin and end a paragraph. */
const BLOCK = /^(address|article|aside|center|div|fieldset|footer|form|header|hgroup|main|nav|p|section)$/

const isList = ({ localName }: Element): boolean => localName === 'ul' || localName === 'ol'

/** A table for the layout of a page or a mail: its cells are blocks. */
const isLayout = (table: Element): boolean =>
  /^(presentation|none)$/.test(table.getAttribute('role') ?? '') ||
  table.querySelector('table') !== null ||
  (table.querySelector('th') === null && table.querySelectorAll('td').length <= 1)

/** What is pasted, as a part of the document. */
export function readPasted(html: string, text: string): Slice {
  const { content } = readHtml(normalized(html) ?? paragraphsOf(text.slice(0, LONGEST_TEXT)))
  // The first and the last paragraph are parts of those at the cursor.
  const [first, last] = [content.firstChild, content.lastChild]
  const isOpen = (node: typeof first) => node?.type === schema.nodes.paragraph
  return new Slice(Fragment.from(content), isOpen(first) ? 1 : 0, isOpen(last) ? 1 : 0)
}

const paragraphsOf = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

/** The HTML that stands for what a clipboard holds. `undefined` if it is too large. */
export function normalized(html: string): string | undefined {
  if (html.length > LONGEST) return undefined
  const { body } = parsed(withoutStyles(html))
  if (body.getElementsByTagName('*').length > MOST_ELEMENTS) return undefined
  return new Writer(body.querySelector('h1') === null ? 0 : 1).write(body)
}

/** Browsers report styles and handlers that the policy of the page forbids, also in documents that nobody sees. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, '<$1template')
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\s(style|on[a-z]+)(?=\s*=)/gi, ' data-$1'))

interface Place {
  /** What blocks are put into. */
  readonly blocks: Element
  readonly marks: Marks
}

class Writer {
  readonly #document = parsed('')
  readonly #lists = new Lists(this.#document)
  /** What is added to levels of headings: the page has a first one. */
  readonly #shift: number
  /** The element that the next text goes into. */
  #line: Element | undefined
  #isAfterBlank = true

  constructor(shift: number) {
    this.#shift = shift
  }

  write(from: Element): string {
    const { body } = this.#document
    this.#children(from, { blocks: body, marks: NO_MARKS })
    this.#endLine()
    for (const element of [...body.querySelectorAll('ul, ol, li, blockquote')].reverse())
      if (!element.hasChildNodes()) element.remove()
    for (const element of body.querySelectorAll('a, strong, em, u, s, code, sub, sup')) join(element)
    return body.innerHTML
  }

  #children(element: Element, place: Place): void {
    for (const node of element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE) this.#say(node.textContent ?? '', place)
      else if (node instanceof Element) this.#element(node, place)
    }
  }

  #element(element: Element, outer: Place): void {
    const name = element.localName
    const styles = stylesOf(element)
    if (DROPPED.test(name) || isHidden(element, styles)) return
    const place = { ...outer, marks: marksAt(element, styles, outer.marks) }
    // Safari writes each second blank as one that does not break.
    if (element.classList.contains('Apple-converted-space')) this.#say(' ', place)
    else if (name === 'br') this.#break(element, place)
    else if (name === 'img') this.#image(element, place)
    else if (name === 'hr') this.#block(name, place)
    else if (name === 'pre') this.#block(name, place).textContent = element.textContent
    else if (/^h[1-6]$/.test(name)) this.#heading(element, place)
    else if (isList(element)) this.#list(element, place)
    else if (name === 'li') {
      this.#endLine()
      const { blocks } = place
      this.#item(
        isList(blocks) ? this.#append(blocks, name) : this.#lists.add(blocks, 'ul', 1),
        element,
        place,
      )
    } else if (name === 'table' && isLayout(element)) this.#cells(element, place)
    else if (name === 'blockquote' || Object.hasOwn(KEPT, name)) this.#container(element, place)
    else if (/\blevel\d/.test(styles.get('mso-list') ?? '')) this.#wordItem(element, styles, place)
    else if (BLOCK.test(name)) {
      this.#endLine()
      this.#children(element, place)
      this.#endLine()
    } else this.#children(element, place)
  }

  #heading(element: Element, place: Place): void {
    const level = Math.min(6, Number(element.localName.slice(1)) + this.#shift)
    this.#line = this.#block(`h${level}`, place)
    this.#children(element, { ...place, marks: { ...place.marks, strong: false, isBoldAnyway: true } })
    this.#endLine()
  }

  #container(element: Element, place: Place): void {
    const name = element.localName
    const made = this.#block(name, place)
    for (const attribute of KEPT[name] ?? []) {
      const value = element.getAttribute(attribute)
      if (value !== null && value !== '1') made.setAttribute(attribute, value)
    }
    const marks = name === 'th' ? { ...place.marks, strong: false, isBoldAnyway: true } : place.marks
    this.#children(element, { marks, blocks: made })
    this.#endLine()
    if (name === 'figure' || (name !== 'blockquote' && made.childNodes.length === 1)) unwrapFirst(made)
  }

  #list(element: Element, place: Place): void {
    this.#endLine()
    const { blocks } = place
    const name = element.localName === 'ol' ? 'ol' : 'ul'
    if (element.querySelector(':scope > li[data-aria-level]') !== null) {
      // Word on the web: each item has a list of its own.
      for (const one of element.children)
        this.#item(this.#lists.add(blocks, name, Number(one.getAttribute('data-aria-level'))), one, place)
      return
    }
    // Google writes a list of a list beside its items, not in the last of them.
    const parent = isList(blocks) ? blocks.lastElementChild : blocks
    if (parent === null) {
      this.#children(element, place)
      return
    }
    const made = this.#block(name, { ...place, blocks: parent })
    const start = Number(element.getAttribute('start') ?? 1)
    if (name === 'ol' && Number.isInteger(start) && start > 1) made.setAttribute('start', String(start))
    this.#children(element, { ...place, blocks: made })
    this.#endLine()
  }

  /** Its text begins in the item itself. */
  #item(item: Element, element: Element, place: Place): void {
    this.#children(element, { ...place, blocks: item })
    this.#endLine()
    unwrapFirst(item)
    if (!item.hasChildNodes()) item.remove()
  }

  /** Word writes items as paragraphs, and their bullets as text. */
  #wordItem(element: Element, styles: ReadonlyMap<string, string>, place: Place): void {
    this.#endLine()
    const level = Number(/\blevel(\d)/.exec(styles.get('mso-list') ?? '')?.[1] ?? 1)
    const marker = [...element.querySelectorAll('[data-style], [style]')].find(
      (one) => stylesOf(one).get('mso-list') === 'ignore',
    )
    const isNumber = /^\(?(?:\d{1,3}|[a-z]{1,4})[.)]/i.test((marker ?? element).textContent?.trim() ?? '')
    marker?.remove()
    this.#item(this.#lists.add(place.blocks, isNumber ? 'ol' : 'ul', level), element, place)
  }

  #cells(table: Element, place: Place): void {
    for (const cell of table.querySelectorAll('td, th')) {
      if (cell.closest('table') !== table) continue
      this.#endLine()
      this.#children(cell, place)
      this.#endLine()
    }
  }

  #break({ classList }: Element, place: Place): void {
    const line = this.#line
    // Between blocks, it is a distance.
    if (line === undefined || !line.hasChildNodes() || classList.contains('Apple-interchange-newline')) return
    this.#isAfterBlank = true
    // Two are a new paragraph.
    if (line.lastElementChild?.localName === 'br' && line.lastChild === line.lastElementChild) this.#endLine()
    else this.#lineAt(place).append(this.#document.createElement('br'))
  }

  #image(element: Element, place: Place): void {
    const src = element.getAttribute('src') ?? ''
    const isDot = ['width', 'height'].every((name) => /^[01](px)?$/.test(element.getAttribute(name) ?? ''))
    // Others are files of a computer or of a mail, which readers do not have.
    if (!/^https?:/i.test(src) || isDot) return
    const image = this.#document.createElement('img')
    image.setAttribute('src', src)
    const alt = element.getAttribute('alt')
    if (alt !== null) image.setAttribute('alt', alt)
    this.#lineAt(place).append(this.#marked(image, place.marks))
    this.#isAfterBlank = false
  }

  #say(text: string, place: Place): void {
    const words = text.replace(/[ \t\r\n\f]+/g, ' ')
    const rest = this.#line === undefined || this.#isAfterBlank ? words.replace(/^ /, '') : words
    if (rest === '') return
    this.#lineAt(place).append(this.#marked(this.#document.createTextNode(rest), place.marks))
    this.#isAfterBlank = rest.endsWith(' ')
  }

  /** The line that text goes into. */
  #lineAt({ blocks, marks }: Place): Element {
    if (this.#line !== undefined) return this.#line
    const parent = isList(blocks) ? this.#append(blocks, 'li') : blocks
    const line = this.#block('p', { blocks: parent, marks })
    this.#line = line
    return line
  }

  #block(name: string, { blocks }: Place): Element {
    this.#endLine()
    this.#lists.end(blocks)
    return this.#append(blocks, name)
  }

  #append(parent: Element, name: string): Element {
    const made = this.#document.createElement(name)
    parent.append(made)
    return made
  }

  /** Blanks and breaks at its ends go, and so does a line without anything else. */
  #endLine(): void {
    const line = this.#line
    this.#line = undefined
    this.#isAfterBlank = true
    if (line === undefined) return
    trim(line, 'firstChild')
    trim(line, 'lastChild')
    if (!line.hasChildNodes()) line.remove()
  }

  #marked(node: globalThis.Node, marks: Marks): globalThis.Node {
    return wrappersOf(marks).reduce((inner, [name, href]) => {
      const wrapper = this.#document.createElement(name)
      if (href !== undefined) wrapper.setAttribute('href', href)
      wrapper.append(inner)
      return wrapper
    }, node)
  }
}

/** Its first paragraph without the element. */
function unwrapFirst(element: Element): void {
  const first = element.firstElementChild
  if (first?.localName === 'p') first.replaceWith(...first.childNodes)
}

/** Takes blanks and breaks from one end of a line. */
function trim(line: Element, end: 'firstChild' | 'lastChild'): void {
  for (;;) {
    let node = line[end]
    while (node?.[end]) node = node[end]
    if (node === null || node.nodeName === 'IMG') return
    if (node.nodeType === Node.TEXT_NODE) {
      const text = withoutBlanks(node.textContent ?? '', end)
      node.textContent = text
      if (text !== '') return
    }
    // An element that holds nothing any more goes with what it held.
    let gone: globalThis.Node = node
    while (gone.parentNode !== null && gone.parentNode !== line && gone.parentNode.childNodes.length === 1)
      gone = gone.parentNode
    gone.parentNode?.removeChild(gone)
  }
}

const isBlank = (character: string | undefined) => character === ' ' || character === '\u00a0'

/** At one end. An expression for the last ones would look at each blank again from each blank before it. */
function withoutBlanks(text: string, end: 'firstChild' | 'lastChild'): string {
  let [from, to] = [0, text.length]
  if (end === 'firstChild') while (isBlank(text[from])) from++
  else while (isBlank(text[to - 1])) to--
  return text.slice(from, Math.max(from, to))
}

/** Takes over what the next elements hold if they say the same. */
function join(element: Element): void {
  for (;;) {
    const next = element.nextSibling
    if (!(next instanceof Element) || !element.cloneNode().isEqualNode(next.cloneNode())) return
    element.append(...next.childNodes)
    next.remove()
  }
}
