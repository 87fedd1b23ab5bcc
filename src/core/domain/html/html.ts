import { decodeReferences } from './entities.ts'
import { INLINE, readHtml } from './html-tokens.ts'

export { escapeHtml } from './entities.ts'

/*
 * The text of HTML.
 */

/** The tags of sanitized HTML on one line, so that searches find attributes such as links. */
export const markupOf = (html: string): string => decodeReferences((html.match(/<[^<>]*>/g) ?? []).join(' '))

/**
 * The plain text of HTML on one line. Tags are removed, tags that break lines become spaces, references are decoded.
 */
export const htmlToText = (html: string): string => plainText(html)

/**
 * The first `most` words of HTML, with an ellipsis when more follow. It stops reading there, because HTML can be long.
 */
export function summaryOf(html: string, most: number): string {
  const words = plainText(html, most).split(' ')
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')} …`
}

/** What plain text does not need: most names have none of it, and looking is faster than reading. */
const NEEDS_READING = /[<&\p{Cc}]|[^\S ]| {2}/u

/** The whole text, or enough of it to include the start of more than `most` words. */
function plainText(html: string, most?: number): string {
  if (!NEEDS_READING.test(html)) return html.trim()
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
  // Skips single spaces, which are most of the white space.
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim()
}

/** Embeddings, overrides and isolates: with them, a name looks like another one, and turns the text around it. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '')

/**
 * Plain text for names and one-line fields. The result has no tags and no references, however often the text was
 * escaped. So reading it as HTML or as text, and writing it back, changes nothing.
 */
export function plainLine(text: string): string {
  let line = text
  for (let round = 0; round < 8; round++) {
    const plainer = withoutDirections(htmlToText(line))
    if (plainer === line) return line
    line = plainer
  }
  // No honest client escapes a name this often.
  return withoutDirections(htmlToText(line.replace(/[<&]/g, '')))
}
