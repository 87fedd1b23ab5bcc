/*
 * Plain text of the HTML that the API answers with.
 */

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

/** One line of plain text. */
export function plain(html: string): string {
  const text = html.includes('<')
    ? html.replace(/<(?:br|\/p|\/li|\/h\d|\/t[dh])\b[^<>]*>/gi, ' ').replace(/<[^<>]*>/g, '')
    : html
  const decoded = text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, digits, hex, name) => {
        if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
        const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits)
        const isNone = code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
        return isNone ? '' : String.fromCodePoint(code)
      })
    : text
  return decoded
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** At most `length` characters, cut at a word. Words without spaces are cut anywhere. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const part = text.slice(0, length)
  const space = part.lastIndexOf(' ')
  const kept = space > length / 2 ? part.slice(0, space) : part.replace(/[\ud800-\udbff]$/, '')
  return `${kept.replace(/(?<![\s,.;:–-])[\s,.;:–-]+$/, '')}…`
}
