/** A table in Markdown, with its first column to the left and the others to the right. */
export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  const line = (cells: readonly string[], blank = ' ') => {
    const padded = widths.map((width, index) => {
      const cell = cells[index] ?? ''
      return index === 0 ? cell.padEnd(width, blank) : cell.padStart(width, blank)
    })
    return `| ${padded.join(' | ')} |`
  }
  const rule = head.map((_, index) => (index === 0 ? '-' : '-:'))
  return [line(head), line(rule, '-'), ...rows.map((row) => line(row))].join('\n')
}
