/** An object in JSON of others. */
export type Row = Readonly<Record<string, unknown>>

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; none for anything else. */
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : [])

/** Where the old site shows one object alone, and several as a list. */
export const listOf = (value: unknown): readonly Row[] => (isRow(value) ? [value] : rowsOf(value))
