/*
 * Texts as they were written. The site made paragraphs of their empty lines when it showed them, and so do we, once.
 */

const BLOCK = /<(?:p|div|h[1-6]|ul|ol|dl|table|blockquote|pre|figure|section|hr)\b/i

/** HTML with paragraphs. A text with blocks of its own stays as it is. */
export function paragraphs(written: string): string {
  const html = withoutComments(written).replace(/\r\n?/g, '\n').trim()
  if (html === '' || BLOCK.test(html)) return html
  return html
    .split(/\n\s*\n/)
    .map((part) => `<p>${part.trim().replace(/\n/g, '<br>')}</p>`)
    .join('\n')
}

/** The block editor puts comments around its blocks. */
export function withoutComments(html: string): string {
  const kept: string[] = []
  let from = 0
  for (let at = html.indexOf('<!--'); at !== -1; at = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', at + 4)
    if (end === -1) break
    kept.push(html.slice(from, at))
    from = end + 3
  }
  return [...kept, html.slice(from)].join('')
}
