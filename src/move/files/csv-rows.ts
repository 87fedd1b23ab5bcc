import { MoveError } from '../move-error.ts'

/*
 * CSV, RFC 4180: separated by commas, semicolons or tabs, with any line breaks.
 */

export interface CsvRow {
  /** Where it begins, from 1 on. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A cell and what ends it. Excel may put a line `sep=;` before the header. */
const CELL = {
  ',': /[^\S\r\n]*"((?:[^"]|"")*)"[^\S\r\n]*(?=[,\r\n]|$)|([^,\r\n]*)/y,
  ';': /[^\S\r\n]*"((?:[^"]|"")*)"[^\S\r\n]*(?=[;\r\n]|$)|([^;\r\n]*)/y,
  '\t': / *"((?:[^"]|"")*)" *(?=[\t\r\n]|$)|([^\t\r\n]*)/y,
}

type Separator = keyof typeof CELL

const SEPARATORS = [',', ';', '\t'] as const satisfies Separator[]

/** The rows with content, the header among them. Throws `MoveError` if a quote is not closed. */
export function readRows(text: string): CsvRow[] {
  const [hint = '', own] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const separator = SEPARATORS.find((one) => one === own) ?? separatorOf(text)
  const cell = CELL[separator]
  const rows: CsvRow[] = []
  let line = hint === '' ? 1 : 2
  let first = line
  let cells: string[] = []
  cell.lastIndex = hint.length
  for (;;) {
    const [written = '', quoted, plain = ''] = cell.exec(text) ?? []
    if (quoted === undefined && plain.trimStart().startsWith('"')) {
      throw new MoveError(`line ${line}: the file is damaged or was cut off; a quote has no end`)
    }
    cells.push(quoted?.replaceAll('""', '"') ?? plain)
    line += written.split(/\r\n|\n|\r/).length - 1
    const end = text[cell.lastIndex]
    cell.lastIndex++
    if (end === separator) continue
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: first, cells })
    if (end === undefined) return rows
    if (end === '\r' && text[cell.lastIndex] === '\n') cell.lastIndex++
    line++
    first = line
    cells = []
  }
}

/** The one that the header has most of. */
function separatorOf(text: string): Separator {
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0].replace(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (separator: Separator) => header.split(separator).length
  return SEPARATORS.reduce((a, b) => (count(b) > count(a) ? b : a))
}
