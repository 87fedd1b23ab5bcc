import { type Mark, type Node, DOMParser as Reader } from 'prosemirror-model'
import { escapeHtml, parsed } from '../html.ts'
import { schema } from './schema.ts'

/*
 * From the HTML of a description to a document, and back.
 */

/** Elements that the document has, with the attributes that it keeps. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p h1 h2 h3 h4 h5 h6 ul ol li blockquote hr br strong b em i u s del code sub sup'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt'],
}

/** Whether nothing of an element would be lost. */
function isKnown(element: Element): boolean {
  const attributes = KNOWN[element.localName]
  if (attributes === undefined) return false
  if (
    element.localName === 'li' &&
    /^(?!P$|#text$)/.test(firstName(element)) &&
    INLINE_FIRST.test(firstName(element)) === false
  )
    return false
  return (
    element.getAttributeNames().every((name) => attributes.includes(name)) &&
    [...element.children].every(isKnown)
  )
}

const INLINE_FIRST = /^(A|STRONG|B|EM|I|U|S|DEL|CODE|SUB|SUP|BR|IMG)$/

const firstName = ({ firstChild }: Element): string => firstChild?.nodeName ?? '#text'

const reader = Reader.fromSchema(schema)

const blockOf = (html: string): Node => schema.nodes.source.create({ html })

/** The document of a description. */
export function readHtml(html: string): Node {
  const { body } = parsed(html)
  const blocks: Node[] = []
  let inline: globalThis.Node[] = []
  const flush = () => {
    if (inline.some((node) => node.nodeType === 1 || (node.textContent ?? '').trim() !== '')) {
      const paragraph = document.createElement('p')
      paragraph.append(...inline)
      blocks.push(...blocksOf(paragraph))
    }
    inline = []
  }
  for (const node of [...body.childNodes]) {
    if (isElement(node) && !isInline(node)) {
      flush()
      blocks.push(...blocksOf(node))
    } else inline.push(node)
  }
  flush()
  return schema.nodes.doc.create(null, blocks.length === 0 ? [schema.nodes.paragraph.create()] : blocks)
}

/** Also one of another document, which is no instance of our `Element`. */
const isElement = (node: globalThis.Node): node is Element => node.nodeType === 1

const isInline = ({ localName }: Element): boolean =>
  /^(a|abbr|b|bdi|bdo|br|cite|code|data|del|dfn|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/.test(
    localName,
  )

function blocksOf(element: Element): readonly Node[] {
  if (!isKnown(element)) return [blockOf(element.outerHTML)]
  const wrapper = document.createElement('div')
  wrapper.append(element)
  const { content } = reader.parse(wrapper)
  return content.content
}

/** The HTML of a document, in the form in which the calendar keeps it. */
export const writeHtml = (doc: Node): string =>
  isEmpty(doc) ? '' : doc.content.content.map(writeBlock).join('\n')

const isEmpty = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph && doc.firstChild.childCount === 0

function writeBlock(node: Node): string {
  const { type, attrs } = node
  const { nodes } = schema
  const inside = () => node.content.content.map(writeBlock).join('')
  if (type === nodes.source) return String(attrs.html)
  if (type === nodes.paragraph) return `<p>${writeInline(node)}</p>`
  if (type === nodes.heading) return `<h${attrs.level}>${writeInline(node)}</h${attrs.level}>`
  if (type === nodes.horizontal_rule) return '<hr>'
  if (type === nodes.bullet_list) return `<ul>${inside()}</ul>`
  if (type === nodes.ordered_list) return `<ol>${inside()}</ol>`
  if (type === nodes.blockquote) return `<blockquote>${inside()}</blockquote>`
  // A list item of one paragraph is written without it.
  const [first, ...rest] = node.content.content
  return `<li>${first === undefined ? '' : writeInline(first)}${rest.map(writeBlock).join('')}</li>`
}

function tagOf({ type, attrs }: Mark): string {
  return type === schema.marks.link ? 'a' : String(attrs.tag)
}

function openOf(mark: Mark): string {
  if (mark.type !== schema.marks.link) return `<${tagOf(mark)}>`
  const attributes = ['href', 'title', 'target', 'rel']
    .filter((name) => typeof mark.attrs[name] === 'string')
    .map((name) => ` ${name}="${escapeHtml(mark.attrs[name])}"`)
  return `<a${attributes.join('')}>`
}

/** Neighbours that share marks share their elements. */
function writeInline(node: Node): string {
  let html = ''
  let open: readonly Mark[] = []
  const closeTo = (depth: number) => {
    for (const mark of open.slice(depth).reverse()) html += `</${tagOf(mark)}>`
    open = open.slice(0, depth)
  }
  node.forEach((child) => {
    const shared = open.findIndex((mark, at) => child.marks[at] === undefined || !mark.eq(child.marks[at]))
    closeTo(shared === -1 ? open.length : shared)
    for (const mark of child.marks.slice(open.length)) html += openOf(mark)
    open = child.marks
    if (child.isText) html += escapeText(child.text ?? '')
    else if (child.type === schema.nodes.hard_break) html += '<br>'
    else
      html += `<img src="${escapeHtml(child.attrs.src)}"${typeof child.attrs.alt === 'string' ? ` alt="${escapeHtml(child.attrs.alt)}"` : ''}>`
  })
  closeTo(0)
  return html
}

const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
