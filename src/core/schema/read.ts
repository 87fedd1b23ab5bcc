import type * as z from 'zod/mini'
import type { Problems } from '../../errors.ts'

/**
 * Parses the fields of a schema that a request has. Returns the valid ones, and defaults; adds each invalid one to
 * `problems`.
 */
export function readFields<S extends z.ZodMiniObject>(
  schema: S | undefined,
  params: Readonly<Record<string, unknown>>,
  problems: Problems,
): z.output<S>
export function readFields(
  schema: z.ZodMiniObject | undefined,
  params: Readonly<Record<string, unknown>>,
  problems: Problems,
): object {
  if (schema === undefined) return {}
  const all = schema.safeParse(params)
  if (all.success) return all.data
  const rest: Record<string, unknown> = {}
  const wrong = new Set<string>()
  for (const issue of all.error.issues) {
    const name = String(issue.path[0] ?? '')
    wrong.add(name)
    problems.invalid(name, reasonOf(issue))
  }
  for (const [name, value] of Object.entries(params)) if (!wrong.has(name)) rest[name] = value
  return schema.parse(rest)
}

function reasonOf(issue: z.core.$ZodIssue): string {
  const inside = issue.path.slice(1).map(String).join('.')
  return inside === '' ? issue.message : `${inside}: ${issue.message}`
}

/** On creation, required fields must be present. `null` counts as absent. */
export function requireFields(
  names: readonly string[] | undefined,
  params: Record<string, unknown>,
  problems: Problems,
): void {
  for (const name of names ?? []) {
    if (params[name] !== undefined && params[name] !== null) continue
    problems.missing(name)
    delete params[name]
  }
}
