/** Whether two values are the same as JSON: a member that is `undefined` counts as absent. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [left, right] = [
    new Map<string, unknown>(Object.entries(a)),
    new Map<string, unknown>(Object.entries(b)),
  ]
  for (const name of new Set([...left.keys(), ...right.keys()])) {
    if (!isDeepEqual(left.get(name), right.get(name))) return false
  }
  return Array.isArray(a) === Array.isArray(b)
}
