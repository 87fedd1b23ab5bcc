import { isObject } from '../domain/json.ts'

/*
 * Parts of records, for `_fields`.
 */

/** What is shown of a value: the members with these names, and what of each. `true`: the whole value. */
export type Mask = true | ReadonlyMap<string, Mask>

/** What a request asks for that answers do not show otherwise. Records are found by their ID. */
export interface Asked {
  readonly mask: Mask
  /** The start of the next date of a series, or null. */
  readonly next?: ReadonlyMap<number, string | null>
  /** Members at the end of a record. */
  readonly members?: ReadonlyMap<number, Readonly<Record<string, unknown>>>
}

export const WHOLE: Asked = { mask: true }

/** A name with dots is a path; in a list, it is a path into each member. */
export function maskOf(names: readonly string[]): Mask {
  const tree: Names = new Map()
  for (const name of names) {
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    // `true`: the whole value is shown already.
    let branch: Names | true = tree
    for (const part of parts) {
      if (branch === true) break
      const below: Names | true = branch.get(part) ?? new Map<string, Names | true>()
      branch.set(part, below)
      branch = below
    }
    if (branch !== true) branch.set(last, true)
  }
  return tree
}

type Names = Map<string, Names | true>

/** `undefined`: nothing of the member is shown. */
export const maskAt = (mask: Mask, name: string): Mask | undefined => (mask === true ? true : mask.get(name))

/** The JSON of a record, or of a member of a list. */
export const maskedJson = (record: object, mask: Mask): string => JSON.stringify(masked(record, mask) ?? {})

/** The JSON of a member of a record. `undefined`: the member is left out. */
export const memberJson = (value: unknown, mask: Mask | undefined): string | undefined =>
  mask === undefined ? undefined : JSON.stringify(masked(value, mask))

/** `undefined`: nothing of the value is shown. */
function masked(value: unknown, mask: Mask): unknown {
  if (mask === true) return value
  if (Array.isArray(value)) return value.map((one) => masked(one, mask) ?? {})
  if (!isObject(value)) return undefined
  const shown: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const below = mask.get(name)
    const part = below === undefined ? undefined : masked(member, below)
    if (part !== undefined) shown.push([name, part])
  }
  return shown.length === 0 ? undefined : Object.fromEntries(shown)
}
