/*
 * What filters and versions mean, as functions. A file of its own, by the shape of the contract: the core needs these,
 * and not the keys of all kinds.
 */

/** The version of the document that a `put` writes. */
export const versionAfter = ({
  expect,
  version,
}: {
  readonly expect: number
  readonly version?: number
}): number => version ?? expect + 1

type Single = string | number | boolean | null
type Value = Single | readonly Single[]

interface Bounds {
  readonly in?: readonly Single[]
  readonly notIn?: readonly Single[]
  readonly gte?: string | number
  readonly gt?: string | number
  readonly lte?: string | number
  readonly lt?: string | number
}

interface Words {
  readonly all: readonly string[]
  readonly none: readonly string[]
  readonly oneField: boolean
}

/** Reference implementation of filters. Storages are tested against it. */
export function passes(
  document: {
    readonly id: number
    readonly keys: Readonly<Record<string, Value>>
    readonly text: readonly string[]
  },
  filter: { readonly where?: readonly (Bounds & { readonly key: string })[]; readonly text?: Words },
): boolean {
  const values: Readonly<Record<string, Value>> = { ...document.keys, id: document.id }
  for (const condition of filter.where ?? []) {
    const value = values[condition.key]
    if (value === undefined || !meets(value, condition)) return false
  }
  return filter.text === undefined || containsText(document.text, filter.text)
}

export function meets(value: Value, condition: Bounds): boolean {
  if (typeof value === 'object' && value !== null) {
    return (
      (condition.in === undefined || value.some((one) => condition.in?.includes(one))) &&
      (condition.notIn === undefined || !value.some((one) => condition.notIn?.includes(one))) &&
      (!isBounded(condition) || value.some((one) => isWithin(one, condition)))
    )
  }
  if (condition.in !== undefined && !condition.in.includes(value)) return false
  if (condition.notIn?.includes(value)) return false
  return isWithin(value, condition)
}

const isBounded = ({ gte, gt, lte, lt }: Bounds): boolean =>
  gte !== undefined || gt !== undefined || lte !== undefined || lt !== undefined

const isWithin = (value: Single, { gte, gt, lte, lt }: Bounds): boolean =>
  (gte === undefined || (value !== null && value >= gte)) &&
  (gt === undefined || (value !== null && value > gt)) &&
  (lte === undefined || (value !== null && value <= lte)) &&
  (lt === undefined || (value !== null && value < lt))

export function containsText(fields: readonly string[], query: Words): boolean {
  if (query.none.some((part) => fields.some((field) => field.includes(part)))) return false
  return query.oneField
    ? query.all.length === 0 || fields.some((field) => query.all.every((part) => field.includes(part)))
    : query.all.every((part) => fields.some((field) => field.includes(part)))
}
