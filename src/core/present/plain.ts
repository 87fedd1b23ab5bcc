import { eachPlain, memberOf, type PlainName, type PlainOf, type Table, type ValueIn } from '../fields/row.ts'

/*
 * The plain fields of answers. A type test compares them with the types of answers.
 */

type ShownOfEvent<T> = {
  [N in PlainName<T>]: PlainOf<T[N]> extends 'line' | 'url'
    ? string | Extract<ValueIn<T[N]>, undefined>
    : ValueIn<T[N]> | (T[N] extends { readonly secret: true } ? null : never)
}

/** `open`: `undefined` for callers without the password. What is `undefined` is left out. */
export const shownOfEvent = <T extends Table>(
  table: T,
  event: object,
  open: object | undefined,
): ShownOfEvent<T> =>
  eachPlain(table, (name, row) => {
    const { beside, words } = row
    if (beside !== undefined && memberOf(event, beside) === undefined) return undefined
    if (open !== undefined || !('secret' in row && row.secret === true))
      return memberOf(event, name) ?? (beside === undefined ? row.older : words?.[0])
    return row.plain === 'line' || row.plain === 'url' ? '' : null
  })

type ShownOfLinked<T> = {
  [N in PlainName<T>]: PlainOf<T[N]> extends 'flag' | 'word'
    ? ValueIn<T[N]>
    : Exclude<ValueIn<T[N]>, null> | undefined
}

/** Empty fields are left out. */
export const shownOfLinked = <T extends Table>(table: T, record: object): ShownOfLinked<T> =>
  eachPlain(table, (name) => {
    const value = memberOf(record, name)
    return value === '' || value === null ? undefined : value
  })
