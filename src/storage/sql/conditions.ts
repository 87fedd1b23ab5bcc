import type { Condition, KeyValue, TextQuery } from '../contract.ts'
import type { Draft } from './draft.ts'
import type { Column, ColumnType } from './tables.ts'

export type AnyCondition = Omit<Condition, 'key'> & { readonly key: string }

/** A filter of whichever kind. */
export interface AnyFilter {
  readonly where?: readonly AnyCondition[]
  readonly text?: TextQuery
}

const NEVER = '1 = 0'

const JS_TYPES = { integer: 'number', real: 'number', text: 'string', boolean: 'boolean' } as const

/** Whether a column of the type can have the value at all. */
const fits = (value: KeyValue, type: ColumnType): boolean =>
  typeof value === JS_TYPES[type] && (type !== 'integer' || Number.isSafeInteger(value))

/** The parts of one condition on a column with one value per row, to be joined by AND. */
export function onColumn(
  draft: Draft,
  name: string,
  { type, nullable }: Pick<Column, 'type' | 'nullable'>,
  condition: AnyCondition,
): string[] {
  const parts: string[] = []
  if (condition.in !== undefined) {
    const some = oneOf(draft, name, type, condition.in)
    const none = nullable && condition.in.includes(null) ? `${name} is null` : undefined
    parts.push(some === undefined ? (none ?? NEVER) : none === undefined ? some : `(${some} or ${none})`)
  }
  if (condition.notIn !== undefined) {
    const some = oneOf(draft, name, type, condition.notIn)
    if (nullable && condition.notIn.includes(null)) parts.push(`${name} is not null`)
    // SQL's NULL is neither in a list nor not in it; the contract's null is not in one that does not name it.
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
    if (fits(bound, type)) parts.push(`${name} ${operator} ${draft.bind(bound)}`)
    else if (type !== 'integer' || !isMetByAll(operator, bound)) parts.push(NEVER)
  }
  return parts
}

/** The bound between integers that means the same. */
const whole = (operator: string, bound: number): number =>
  operator === '>=' || operator === '<' ? Math.ceil(bound) : Math.floor(bound)

/** Whether a bound that is no safe integer lies beyond all of these, on the side where they meet it. */
const isMetByAll = (operator: string, bound: string | number): boolean =>
  typeof bound === 'number' && (operator.startsWith('<') ? bound > 0 : bound < 0)

/** `undefined` where no row can have any of the values. */
export function oneOf(
  draft: Draft,
  name: string,
  type: ColumnType,
  values: readonly KeyValue[],
): string | undefined {
  const { dialect, bind } = draft
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
