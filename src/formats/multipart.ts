/*
 * Reads multipart bodies (RFC 7578) without copying: files stay stretches of the body. `FormData` would hold each file
 * three times.
 */

export interface Part {
  readonly name: string
  /** `undefined`: not a file. */
  readonly filename: string | undefined
  readonly content: Uint8Array
}

/** Parts of one body, at most. */
const MOST_PARTS = 100

/** Bytes of the header fields of a part, at most. */
const LONGEST_HEAD = 8192

/** Bytes that are searched at a time. */
const WINDOW = 2 ** 20

const bytesAs = new TextDecoder('latin1')

/** `undefined`: the body does not parse, or has too many parts. */
export function partsOf(bytes: Uint8Array, contentType: string): readonly Part[] | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return undefined
  const line = `--${boundary}`
  const starts = bytesAs.decode(bytes.subarray(0, line.length)) === line
  let at = starts ? line.length : after(bytes, `\r\n${line}`, 0)
  const parts: Part[] = []
  while (at !== undefined) {
    // The last line ends with two more hyphens.
    if (bytesAs.decode(bytes.subarray(at, at + 2)) === '--') return parts
    const head = after(bytes, '\r\n', at)
    const content = head === undefined ? undefined : after(bytes, '\r\n\r\n', head - 2, LONGEST_HEAD)
    if (head === undefined || content === undefined || parts.length === MOST_PARTS) return undefined
    const end = after(bytes, `\r\n${line}`, content - 2)
    if (end === undefined) return undefined
    const part = partIn(new TextDecoder().decode(bytes.subarray(head, content - 4)))
    if (part === undefined) return undefined
    const to = end - line.length - 2
    parts.push({ ...part, content: bytes.subarray(Math.min(content, to), to) })
    at = end
  }
  return undefined
}

/** Where the text ends that follows `from`; it begins within the next `most` bytes. */
function after(bytes: Uint8Array, text: string, from: number, most = bytes.length): number | undefined {
  const last = Math.min(bytes.length, from + most)
  for (let start = from; start < last; start += WINDOW) {
    const found = bytesAs.decode(bytes.subarray(start, start + WINDOW + text.length - 1)).indexOf(text)
    if (found >= 0) return start + found + text.length
  }
  return undefined
}

function partIn(head: string): Omit<Part, 'content'> | undefined {
  const [, disposition] = /^content-disposition:[ \t]*form-data[ \t]*(;.*)$/im.exec(head) ?? []
  const name = disposition === undefined ? undefined : parameter(disposition, 'name')
  return disposition === undefined || name === undefined
    ? undefined
    : { name, filename: filenameOf(disposition) }
}

/** The name of the file in a Content-Disposition (RFC 6266). The encoded form wins. */
export function filenameOf(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // Then the plain one.
    }
  }
  return parameter(disposition, 'filename')
}

/** Browsers write quotes and line breaks as percent escapes, other programs quotes with a backslash. */
function parameter(disposition: string, name: string): string | undefined {
  const pattern = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i')
  const [, quoted, plain] = pattern.exec(disposition) ?? []
  return (quoted?.replace(/\\(["\\])/g, '$1') ?? plain)?.replace(/%(22|0D|0A)/gi, (escaped) =>
    decodeURIComponent(escaped),
  )
}
