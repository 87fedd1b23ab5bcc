/** Of the rounds of one measurement. */
export interface Spread {
  readonly least: number
  readonly median: number
  readonly most: number
}

export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [least, most, upper] = [sorted[0], sorted.at(-1), sorted[middle]]
  if (least === undefined || most === undefined || upper === undefined) return undefined
  const lower = sorted.length % 2 === 0 ? (sorted[middle - 1] ?? upper) : upper
  return { least, median: (lower + upper) / 2, most }
}

/** Round by round, so that what else the machine did in a round is on both sides. */
export const ratioOf = (values: readonly number[], others: readonly number[]): Spread | undefined =>
  spreadOf(
    values.flatMap((value, round) => {
      const other = others[round]
      return other === undefined || other === 0 ? [] : [value / other]
    }),
  )
