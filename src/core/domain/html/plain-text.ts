import { decodeReferences } from './entities.ts'
import { readHtml, words } from './html-tokens.ts'

/** Elements with an empty line around them. */
const PARAGRAPHS = words('p h1 h2 h3 h4 h5 h6 blockquote pre ul ol dl table figure hr')
const LINES = words('div li dt dd tr caption figcaption section article header footer address')

/** Most texts need no change, and looking is faster than replacing. */
const oneSpaced = (text: string): string => (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text)

/**
 * HTML as plain text of several lines. A block begins a new line, a list item gets a dash, and the address of a link
 * follows its text in brackets.
 */
export function htmlToPlainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  let text = ''
  let link: { readonly href: string; readonly from: number } | undefined
  /** Ends the line or paragraph, unless it has already ended. */
  const end = (name: string) => {
    const breaks = PARAGRAPHS.has(name) ? '\n\n' : LINES.has(name) ? '\n' : ''
    if (!text.endsWith(breaks)) text = `${text.trimEnd()}${breaks}`
  }
  readHtml(html, {
    text: (raw) => {
      text += oneSpaced(decodeReferences(raw))
    },
    open: (name, attributes) => {
      if (name === 'br') text += '\n'
      end(name)
      if (name === 'li') text += '- '
      if (name === 'a') link = { href: decodeReferences(attributes.get('href') ?? ''), from: text.length }
    },
    close: (name) => {
      if (name === 'a' && link !== undefined) {
        const address = link.href.replace(/^mailto:|^tel:/i, '')
        if (address !== '' && text.slice(link.from).trim() !== address) text += ` (${address})`
        link = undefined
      }
      end(name)
    },
  })
  return (
    text
      // First, so that no search for a line break begins at each of many blanks.
      .replace(/ {2,}/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
