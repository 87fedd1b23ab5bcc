/*
 * What the command says: the result on stdout, progress and remarks on stderr.
 */

export interface Terminal {
  /** A line of the result. Nothing with `--json` and `--quiet`. */
  print(text: string): void
  /** A remark. Nothing with `--quiet`. */
  tell(text: string): void
  /** Shows how far a work is. */
  progress(label: string): Progress
  /** The one result with `--json`; in words otherwise. */
  report(report: object, words: () => readonly string[]): void
}

export type Progress = (done: number, total: number) => void

export interface TerminalOptions {
  readonly json?: boolean | undefined
  readonly quiet?: boolean | undefined
}

export function createTerminal({ json = false, quiet = false }: TerminalOptions): Terminal {
  const isSilent = json || quiet
  const print = (text: string) => {
    if (!isSilent) console.log(text)
  }
  return {
    print,
    tell(text) {
      if (!quiet) console.error(text)
    },
    progress: (label) => (quiet ? () => {} : progressBar(label)),
    report(report, words) {
      if (json) console.log(JSON.stringify(report))
      else for (const line of words()) print(line)
    },
  }
}

/** Of a stream of a terminal or a log. */
interface Screen {
  readonly isTTY: boolean
  readonly columns: number
  write(text: string): unknown
}

let isLineOpen = false

/** Ends the line of a bar that was left unfinished. */
export function endLine(): void {
  if (isLineOpen) process.stderr.write('\n')
  isLineOpen = false
}

/**
 * One line that is rewritten on a terminal; elsewhere a plain line for each tenth, so that a log stays readable.
 */
export function progressBar(label: string, out: Screen = process.stderr): Progress {
  const started = performance.now()
  let tenths = 0
  return (done, total) => {
    // Of what there is none there is no progress.
    if (total === 0) return
    const share = Math.min(1, done / total)
    const rate = done / Math.max((performance.now() - started) / 1000, 0.001)
    const speed =
      done === 0 ? '' : ` ${Math.round(rate)}/s ETA ${Math.max(0, Math.ceil((total - done) / rate))} s`
    const text = `${label} ${Math.floor(share * 100)}% ${done}/${total}${speed}`
    const bar = '█'.repeat(Math.floor(share * 24)).padEnd(24, '░')
    if (out.isTTY) {
      isLineOpen = share < 1
      out.write(`\r${`${bar} ${text}`.slice(0, (out.columns || 80) - 1)}\x1b[K${isLineOpen ? '' : '\n'}`)
    } else if (share * 10 >= tenths + 1) out.write(`${text}\n`)
    tenths = Math.floor(share * 10)
  }
}

/** Numbers below each other, names on the left. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const all = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
