/*
 * Titles and names of the API are HTML, in one canonical form: these references, and a `>` only at the end of a tag.
 */

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
}

/** The text of the API's HTML, for where no HTML is read: titles of pages, attributes, calendar files. */
export function textOf(html: string): string {
  return html
    .replace(/<\/?(?:p|br|li|ul|ol|h\d|div|blockquote)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (reference) => CHARACTERS[reference] ?? reference)
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
}

/** Its first characters, up to a whole word. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most).replace(/\s+\S*$/, '')} …`
}
