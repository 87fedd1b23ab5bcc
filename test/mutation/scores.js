const count = (mutants, status) => mutants.filter((mutant) => mutant.status === status).length

const mutantsOf = (report) => Object.values(report.files).flatMap((file) => file.mutants)

/** One line of the table: what came of the mutants of a room. */
export function rowOf(name, report, seconds) {
  const mutants = mutantsOf(report)
  const [killed, timeout, survived, uncovered, ignored] = [
    'Killed',
    'Timeout',
    'Survived',
    'NoCoverage',
    'Ignored',
  ].map((status) => count(mutants, status))
  const detected = killed + timeout
  const valid = detected + survived + uncovered
  const score = `${((100 * detected) / Math.max(valid, 1)).toFixed(1)} %`
  return [name, { score, valid, killed, timeout, survived, uncovered, ignored, seconds }]
}

/** What no test noticed, a line each: where, what was there, what was put in its place. */
export function survivorsOf(report) {
  const lines = []
  for (const [file, { source, mutants }] of Object.entries(report.files)) {
    const rows = source.split('\n')
    for (const { status, location, mutatorName, replacement } of mutants) {
      if (status !== 'Survived' && status !== 'NoCoverage' && status !== 'Timeout') continue
      const { start, end } = location
      const row = rows[start.line - 1] ?? ''
      const original =
        start.line === end.line
          ? row.slice(start.column - 1, end.column - 1)
          : `${row.slice(start.column - 1)} …`
      lines.push(
        `${status} ${file}:${start.line} ${mutatorName}: ${original} → ${replacement.replace(/\s+/g, ' ')}`,
      )
    }
  }
  return `${lines.join('\n')}\n`
}
