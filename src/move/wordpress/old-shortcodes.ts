import { escapeHtml, htmlToText } from '../../core/domain/html/html.ts'
import { isWebUrl } from '../../core/domain/html/html-sanitizer.ts'
import { paragraphs, withoutComments } from '../../formats/paragraphs.ts'

/*
 * Texts as they were written hold words for the old site: `[gallery ids="1,2"]`. Only the site can follow most of them,
 * and it shows what it makes of them. Captions are figures, so they need no site.
 */

/** A shortcode, its end, or one that is escaped by a second bracket. Brackets end it, so none is read twice. */
const SHORTCODE = /(\[\[?)(\/?)([a-z][\w-]{0,59})(?=[\s/\]=])([^[\]]{0,2000})\]/gi
/** A block that the site fills itself, such as one that many texts share. Those of the plugin repeat fields of the event. */
const FILLED_BLOCK = /<!--\s+wp:(?!tribe\/)[a-z][a-z\d/-]{0,99}\s[^<>]{0,5000}\/-->/

/** Those of WordPress itself. In a text, other words in brackets may be just that. */
const OF_WORDPRESS = new Set(['caption', 'wp_caption', 'gallery', 'audio', 'video', 'playlist', 'embed'])
/** Names that are told of one text. */
const MOST_NAMES = 20

/**
 * The HTML of a text as it was written, before it is cleaned.
 * @param rendered what the site shows; `undefined` if it does not say
 */
export function writtenHtml(written: string, rendered: string | undefined): string {
  const pieces = piecesOf(written)
  const rest = pieces.map(({ text = '' }) => text).join('\n')
  if (rendered !== undefined && needsSite(rest, rendered)) return rendered
  return pieces.map(({ text, html }) => html ?? paragraphs(text ?? '')).join('\n')
}

/** A text as it was written, without the words for the site. */
export const withoutShortcodes = (written: string): string => withoutComments(written).replace(SHORTCODE, ' ')

/** Names of the shortcodes that are left in a text. */
export function shortcodesIn(html: string): readonly string[] {
  const names = new Set<string>()
  for (const [, , end, name = '', attributes = ''] of html.matchAll(SHORTCODE)) {
    const isOne = end === '/' || OF_WORDPRESS.has(name) || /[_-]/.test(name) || /\w=/.test(attributes)
    if (isOne) names.add(name)
    if (names.size === MOST_NAMES) break
  }
  return [...names]
}

/** Whether the site has made something else of the text than is written. */
function needsSite(written: string, rendered: string): boolean {
  const shown = countsIn(rendered)
  const isRun = [...countsIn(written)].some(([name, count]) => count > (shown.get(name) ?? 0))
  if (!isRun && !FILLED_BLOCK.test(written)) return false
  // It may show nothing of a text to this user, which is no reason to lose it.
  return isBlank(withoutShortcodes(written)) || !isBlank(rendered)
}

const isBlank = (html: string): boolean => !html.includes('<img') && htmlToText(html) === ''

function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, bracket = '', , name = ''] of text.matchAll(SHORTCODE)) {
    const key = bracket + name
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

interface Piece {
  readonly text?: string
  readonly html?: string
}

const OPENING = /(?<!\[)\[(caption|wp_caption|embed)(?=[\s\]])([^[\]]{0,2000})\]/gi

/** The text, and between its parts what captions and embeddings have become. */
function piecesOf(written: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const { index, 0: opening, 1: name = '', 2: attributes = '' } of written.matchAll(OPENING)) {
    if (index < from) continue
    const closing = `[/${name}]`
    const begin = index + opening.length
    const end = written.indexOf(closing, begin)
    // Nothing is searched for twice.
    if (end === -1) break
    const content = written.slice(begin, end)
    const html = name.toLowerCase() === 'embed' ? linkTo(content.trim()) : figureOf(content, attributes)
    if (html === undefined) continue
    pieces.push({ text: written.slice(from, index) }, { html })
    from = end + closing.length
  }
  return [...pieces, { text: written.slice(from) }].filter(
    ({ text }) => text === undefined || text.trim() !== '',
  )
}

const linkTo = (url: string): string | undefined =>
  isWebUrl(url) ? `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>` : undefined

const PICTURE = /((?:<a\s[^<>]*>\s*)?<img\s[^<>]*>(?:\s*<\/a>)?)([\s\S]*)$/i

function figureOf(content: string, attributes: string): string {
  if (!/<img\s/i.test(content)) return content
  const [, quoted, plain] = /\bcaption=(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? []
  const given = quoted ?? plain
  const [, picture = content, rest = ''] = given === undefined ? (PICTURE.exec(content.trim()) ?? []) : []
  const caption = (given ?? rest).trim()
  return caption === ''
    ? `<figure>${picture.trim()}</figure>`
    : `<figure>${picture.trim()}<figcaption>${caption}</figcaption></figure>`
}
