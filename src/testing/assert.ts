/* The suite's own assertions. It runs with every test runner and on every platform without an import. */

import { isUnavailable } from '../storage/contract.ts'

export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed'
}

export function check(condition: boolean, what: string): asserts condition {
  if (!condition) throw new AssertionFailed(what)
}

/** Deep equality of lists, maps and plain objects. 0 equals -0. */
export function equal(actual: unknown, expected: unknown, what: string): void {
  if (isSame(actual, expected)) return
  throw new AssertionFailed(`${what}\n  expected: ${show(expected)}\n  but got:  ${show(actual)}`)
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b || Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (a instanceof Map || b instanceof Map) {
    return a instanceof Map && b instanceof Map && isSame(sorted(a), sorted(b))
  }
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = Object.entries(a)
  const right = new Map<string, unknown>(Object.entries(b))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isSame(value, right.get(key)))
  )
}

const sorted = (map: ReadonlyMap<unknown, unknown>) =>
  [...map].sort(([a], [b]) => Number(a) - Number(b) || String(a).localeCompare(String(b)))

const LONGEST = 600

function show(value: unknown): string {
  const text =
    JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? sorted(part) : part)) ?? String(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text
}

/** Fails unless the call rejects with `StorageUnavailable`. */
export async function unavailable(call: () => Promise<unknown>, what: string): Promise<void> {
  let error: unknown
  try {
    await call()
  } catch (thrown) {
    error = thrown
  }
  check(isUnavailable(error), `${what} rejects with StorageUnavailable`)
}
