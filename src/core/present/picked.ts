import { isObject } from '../domain/json.ts'

/*
 * Parts of records, for `_fields`.
 */

/** The names below a name; `true`: the whole value. */
type Names = Map<string, Names | true>

/**
 * The JSON of a parsed answer with these keys of each record only. A name with dots is a path; in a list, it is a path into
 * each member. `list`: the key of the records, if the answer is a page of a list.
 */
export function pickFields(answer: unknown, names: readonly string[], list: string | undefined): string {
  const wanted = treeOf(names)
  if (list === undefined) return JSON.stringify(pick(answer, wanted) ?? {})
  const page = isObject(answer) ? answer : {}
  const records = page[list]
  const picked = Array.isArray(records) ? records.map((record) => pick(record, wanted) ?? {}) : []
  return JSON.stringify({ ...page, [list]: picked })
}

function treeOf(names: readonly string[]): Names {
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

/** `undefined`: nothing of the value is wanted. */
function pick(value: unknown, wanted: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, wanted) ?? {})
  if (!isObject(value)) return undefined
  const picked: [string, unknown][] = []
  for (const [key, member] of Object.entries(value)) {
    const below = wanted.get(key)
    const part = below === true ? member : below === undefined ? undefined : pick(member, below)
    if (part !== undefined) picked.push([key, part])
  }
  return picked.length === 0 ? undefined : Object.fromEntries(picked)
}
