const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/**
 * The text of the API's HTML, on one line. The HTML is canonical: a `<` only begins a tag. No parser of the browser is
 * used, so that policies for trusted types do not refuse it.
 */
export function plainText(html: string): string {
  return html
    .replace(/<(?:br|\/?(?:p|li|ul|ol|h\d|div|blockquote|tr|td))\b[^<>]*>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      if (name !== undefined) return CHARACTERS[name] ?? whole
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
}
