import { occurrencesOf } from '../../../../core/domain/recurrence/expand.ts'
import { parseRule } from '../../../../core/domain/recurrence/rule.ts'

/*
 * The next dates of a rule, by the calendar's own reading of rules, so that the form promises what will be. Loaded with
 * the first event that repeats.
 */

/** Days from `from` on. `undefined`: the rule is not one. */
export function datesOfRule(
  rule: string,
  start: string,
  from: string,
  skipped: readonly string[],
  limit: number,
): string[] | undefined {
  const read = parseRule(rule)
  if (typeof read === 'string') return undefined
  const dates: string[] = []
  for (const wall of occurrencesOf(read, `${start}:00`, `${from} 00:00:00`)) {
    const day = wall.slice(0, 10)
    if (skipped.some((one) => one === day || wall.startsWith(one))) continue
    dates.push(day)
    if (dates.length >= limit) break
  }
  return dates
}
