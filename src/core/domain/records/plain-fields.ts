import {
  eachPlain,
  memberOf,
  type PlainName,
  type PlainRow,
  type PlainTypes,
  type PlainValues,
  type Table,
} from '../../fields/row.ts'
import { plainLine } from '../html/html.ts'

const DEFAULTS: { readonly [P in keyof PlainTypes]: PlainTypes[P] } = {
  flag: false,
  line: '',
  url: '',
  count: null,
  word: '',
}

/** The value that bodies and files have for none, of rare fields too. */
export const defaultOf = ({ plain, words }: Pick<PlainRow, 'plain' | 'words'>) =>
  words?.[0] ?? DEFAULTS[plain]

/** The plain fields of a record after a write. Absent fields keep their value. */
export const nextPlain = <T extends Table>(
  table: T,
  sent: { readonly [N in PlainName<T>]?: unknown },
  before: PlainValues<T>,
): PlainValues<T> =>
  eachPlain(table, (name, row) => {
    const value = memberOf(sent, name)
    if (value === undefined) return memberOf(before, name)
    const next = row.plain === 'line' && typeof value === 'string' ? plainLine(value) : value
    return row.rare === true && next === defaultOf(row) ? undefined : next
  })
