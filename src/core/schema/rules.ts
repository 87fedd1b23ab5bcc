import type { Limits } from '../../types/index.ts'
import type { PostKind } from '../domain/records/records.ts'

/** What schemas depend on. Calendars with equal rules share one object, and so their schemas. */
export interface Rules {
  readonly limits: Limits
  /** The kinds that have custom fields. */
  readonly isCustom: Readonly<Record<PostKind, boolean>>
}

let last: { readonly text: string; readonly rules: Rules } | undefined

/**
 * The same object for equal rules: schemas are the largest part of a calendar in memory, and a process may have a
 * thousand calendars. Only what was made last is kept, so that other limits each time do not add up.
 */
export function sharedRules(rules: Rules): Rules {
  const text = JSON.stringify(rules)
  if (last?.text !== text) last = { text, rules }
  return last.rules
}

/**
 * A schema, made once for each rules, on first use: a process needs only one to respond to its first request. All of them
 * took 10 ms of CPU time at every start, nine tenths of `createEventsApi`.
 */
export function schemaUnder<S extends object>(make: (rules: Rules) => S): (rules: Rules) => S {
  const made = new WeakMap<Rules, S>()
  return (rules) => {
    const known = made.get(rules)
    if (known !== undefined) return known
    const schema = make(rules)
    made.set(rules, schema)
    return schema
  }
}
