/*
 * Texts as they were written. The site made paragraphs of their empty lines when it showed them, and so do we, once.
 */

const BLOCK = /<(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|figure|section|hr)\b/i
/** Comments that the block editor puts around its blocks. */
const COMMENT = /<!--[\s\S]*?-->/g

/** HTML with paragraphs. A text with blocks of its own stays as it is. */
export function paragraphs(written: string): string {
  const html = written.replace(COMMENT, '').replace(/\r\n?/g, '\n').trim()
  if (html === '' || BLOCK.test(html)) return html
  return html
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replace(/\n/g, '<br>')}</p>`)
    .join('\n')
}
