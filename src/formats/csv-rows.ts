import { Slices } from './give-way.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * CSV, RFC 4180: separated by commas, semicolons or tabs, with any line breaks.
 */

export interface CsvRow {
  /** Where it begins, from 1 on. */
  readonly line: number
  readonly cells: readonly string[]
}

const SEPARATORS = [',', ';', '\t'] as const

type Separator = (typeof SEPARATORS)[number]

/** What ends a cell without quotes. */
const ENDS = { ',': /[,\r\n]/g, ';': /[;\r\n]/g, '\t': /[\t\r\n]/g } as const satisfies Record<
  Separator,
  RegExp
>

/** The rows with content, the header among them. Throws `UnreadableFile` if a quote is not closed. */
export async function readRows(text: string, slices = new Slices()): Promise<CsvRow[]> {
  // Excel may put a line `sep=;` before the header.
  const [hint = '', own] = /^sep=(.)\r?\n/i.exec(text) ?? []
  const separator = SEPARATORS.find((one) => one === own) ?? separatorOf(text)
  const rows: CsvRow[] = []
  let line = hint === '' ? 1 : 2
  let first = line
  let cells: string[] = []
  for (let at = hint.length; ; ) {
    if (slices.isOver()) await slices.next()
    const { cell, end, breaks } = readCell(text, at, separator)
    if (cell === undefined) {
      throw new UnreadableFile(`line ${line}: the file is damaged or was cut off; a quote has no end`)
    }
    cells.push(cell)
    line += breaks
    at = end + 1
    if (text[end] === separator) continue
    if (cells.some((one) => one.trim() !== '')) rows.push({ line: first, cells })
    if (end === text.length) return rows
    if (text[end] === '\r' && text[at] === '\n') at++
    line++
    first = line
    cells = []
  }
}

interface ReadCell {
  /** `undefined`: its quote has no end. */
  readonly cell: string | undefined
  /** Where the separator or the line break after it is. */
  readonly end: number
  /** Line breaks inside of it. */
  readonly breaks: number
}

/** Read by hand: an expression for quoted cells needs a stack as long as the cell. */
function readCell(text: string, from: number, separator: Separator): ReadCell {
  const start = blanksUntil(text, from, separator)
  if (text[start] !== '"') {
    const end = plainEnd(text, from, separator)
    return { cell: text.slice(from, end), end, breaks: 0 }
  }
  const close = closingQuote(text, start + 1)
  const end = blanksUntil(text, close + 1, separator)
  const isEnd = end === text.length || text[end] === separator || text[end] === '\r' || text[end] === '\n'
  if (close === -1 || !isEnd) return { cell: undefined, end, breaks: 0 }
  const cell = text.slice(start + 1, close).replaceAll('""', '"')
  return { cell, end, breaks: cell.match(/\r\n?|\n/g)?.length ?? 0 }
}

function plainEnd(text: string, from: number, separator: Separator): number {
  // Most cells of hostile files are empty.
  const next = text[from]
  if (next === separator || next === '\n' || next === '\r') return from
  const ends = ENDS[separator]
  ends.lastIndex = from
  return ends.exec(text)?.index ?? text.length
}

/** Where the white space ends that begins at `from`. It has no line breaks. */
function blanksUntil(text: string, from: number, separator: Separator): number {
  let at = from
  while (at < text.length && text[at] !== separator && /[^\S\r\n]/.test(text[at] ?? '')) at++
  return at
}

/** Two quotes are one inside of the cell. -1 if there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at !== -1; at = text.indexOf('"', at + 2)) {
    if (text[at + 1] !== '"') return at
  }
  return -1
}

/** The one that the header has most of. Separators inside of quotes do not count. */
function separatorOf(text: string): Separator {
  const header = /^[^\r\n]*/.exec(text.trimStart())?.[0] ?? ''
  const open = header.split('"').filter((_, at) => at % 2 === 0)
  const count = (separator: Separator) => open.join(' ').split(separator).length
  return SEPARATORS.reduce((a, b) => (count(b) > count(a) ? b : a))
}
