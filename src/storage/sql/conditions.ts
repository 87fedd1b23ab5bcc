import type { Condition, KeyValue, TextQuery } from '../contract.ts'
import { JS_TYPES, type Key } from '../shared/keys.ts'
import type { StatementBuilder } from './statement-builder.ts'
import type { ColumnType } from './tables.ts'

export type AnyCondition = Omit<Condition, 'key'> & { readonly key: string }

/** A filter of any kind. */
export interface AnyFilter {
  readonly where?: readonly AnyCondition[]
  readonly text?: TextQuery
}

const NEVER = '1 = 0'

/** Whether a column of the type can contain the value. */
const fits = (value: KeyValue, type: ColumnType): boolean =>
  typeof value === JS_TYPES[type] && (type !== 'integer' || Number.isSafeInteger(value))

/** The SQL terms of one condition on a single-valued column, to be joined with AND. */
export function onColumn(
  builder: StatementBuilder,
  name: string,
  { type, nullable }: Pick<Key, 'type' | 'nullable'>,
  condition: AnyCondition,
): string[] {
  const parts: string[] = []
  if (condition.in !== undefined) {
    const some = oneOf(builder, name, type, condition.in)
    const none = nullable && condition.in.includes(null) ? `${name} is null` : undefined
    parts.push(some === undefined ? (none ?? NEVER) : none === undefined ? some : `(${some} or ${none})`)
  }
  if (condition.notIn !== undefined) {
    const some = oneOf(builder, name, type, condition.notIn)
    if (nullable && condition.notIn.includes(null)) parts.push(`${name} is not null`)
    // In SQL, `not in` is never true for NULL. In the contract, null passes `notIn` unless the list contains null.
    if (some !== undefined) {
      parts.push(
        nullable && !condition.notIn.includes(null) ? `(not (${some}) or ${name} is null)` : `not (${some})`,
      )
    }
  }
  const bounds = [
    ['>=', condition.gte],
    ['>', condition.gt],
    ['<=', condition.lte],
    ['<', condition.lt],
  ] as const
  for (const [operator, given] of bounds) {
    if (given === undefined) continue
    const bound = type === 'integer' && typeof given === 'number' ? whole(operator, given) : given
    if (fits(bound, type)) parts.push(`${name} ${operator} ${builder.bind(bound)}`)
    else if (type !== 'integer' || !isMetByAll(operator, bound)) parts.push(NEVER)
  }
  return parts
}

/** A column of an order, and its value at a place. */
interface Bound {
  readonly column: string
  readonly isDescending: boolean
  readonly value: string | number
}

/** The rows after a place in an order, all of whose parts have the same direction. */
export function afterPlace({ dialect, bind }: StatementBuilder, bounds: readonly Bound[]): string {
  const operator = bounds[0]?.isDescending ? '<' : '>'
  if (dialect.comparesRows) {
    const columns = bounds.map(({ column }) => column).join(', ')
    return `(${columns}) ${operator} (${bounds.map(({ value }) => bind(value)).join(', ')})`
  }
  // Each alternative is a range of an index.
  const ranges = bounds.map(({ column, value }, index) => {
    const shared = bounds.slice(0, index).map((bound) => `${bound.column} = ${bind(bound.value)}`)
    return [...shared, `${column} ${operator} ${bind(value)}`].join(' and ')
  })
  return `(${ranges.join(' or ')})`
}

/** Rounds a bound to the equivalent integer. */
const whole = (operator: string, bound: number): number =>
  operator === '>=' || operator === '<' ? Math.ceil(bound) : Math.floor(bound)

/** Whether every integer meets a bound that lies outside the safe integers. */
const isMetByAll = (operator: string, bound: string | number): boolean =>
  typeof bound === 'number' && (operator.startsWith('<') ? bound > 0 : bound < 0)

/** `undefined` if no row can have any of the values. */
export function oneOf(
  builder: StatementBuilder,
  name: string,
  type: ColumnType,
  values: readonly KeyValue[],
): string | undefined {
  const { dialect, bind } = builder
  const sent = new Set<string | number>()
  for (const value of values) {
    if (!fits(value, type) || value === null) continue
    if (typeof value !== 'boolean') sent.add(value)
  }
  if (type === 'boolean') {
    const truths = [true, false].filter((truth) => values.includes(truth))
    if (truths.length === 0) return undefined
    return `(${truths.map((truth) => `${name} = ${bind(dialect.boolean(truth))}`).join(' or ')})`
  }
  const list = [...sent]
  const [only] = list
  if (only === undefined) return undefined
  return list.length === 1 ? `${name} = ${bind(only)}` : dialect.oneOf(name, type, list, bind)
}
