/*
 * Lines of iCalendar, RFC 5545.
 */

/** Octets of a line, the line break excluded (section 3.1). */
const LONGEST = 75

/** What could end a line, for some reader: controls other than tabs (section 3.1), and the separators of Unicode. */
const BREAKS = /[^\P{Cc}\t]|[\u2028\u2029]/gu

/**
 * A property as a line, whatever the name and the value are: nothing in them begins another line. `value` is escaped
 * already, if its type wants that.
 */
export function property(name: string, value: string): string {
  const line = `${name}:${value}`
  return `${fold(line.search(BREAKS) === -1 ? line : line.replace(BREAKS, ''))}\r\n`
}

/** A value of the type TEXT (section 3.3.11). */
export const escapeText = (text: string): string =>
  /[\\;,\r\n\u2028\u2029]/.test(text)
    ? text
        .replaceAll('\\', '\\\\')
        .replaceAll(';', '\\;')
        .replaceAll(',', '\\,')
        .replace(/\r\n?|[\n\u2028\u2029]/g, '\\n')
    : text

/** A value as JSON, without the characters that a line cannot have. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** The value of a parameter. No escape is known to all readers, so quotes become apostrophes (section 3.2). */
export const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`

/** Breaks a long line between characters, never inside of one; each line after the first begins with a blank. */
function fold(line: string): string {
  // A unit of UTF-16 is three octets of UTF-8 at most.
  if (line.length * 3 <= LONGEST) return line
  if (!/\P{ASCII}/u.test(line)) return foldAscii(line)
  let folded = ''
  let from = 0
  let octets = 0
  for (let at = 0; at < line.length; ) {
    const code = line.codePointAt(at) ?? 0
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + size > LONGEST) {
      folded += `${line.slice(from, at)}\r\n `
      from = at
      octets = 1
    }
    octets += size
    at += size === 4 ? 2 : 1
  }
  return folded + line.slice(from)
}

/** The same where each character is one octet, which takes half as long. */
function foldAscii(line: string): string {
  let folded = line.slice(0, LONGEST)
  for (let at = LONGEST; at < line.length; at += LONGEST - 1) {
    folded += `\r\n ${line.slice(at, at + LONGEST - 1)}`
  }
  return folded
}

/** `2027-05-10 18:00:00` as `20270510T180000`. */
export const dateTime = (wall: string): string =>
  `${wall.slice(0, 4)}${wall.slice(5, 7)}${wall.slice(8, 10)}T${wall.slice(11, 13)}${wall.slice(14, 16)}${wall.slice(17, 19)}`

/** `2027-05-10 18:00:00` as `20270510`. */
export const date = (wall: string): string => `${wall.slice(0, 4)}${wall.slice(5, 7)}${wall.slice(8, 10)}`
