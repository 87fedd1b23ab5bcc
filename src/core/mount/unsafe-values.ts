import { ApiError, type Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { unsafeText } from '../domain/text/unsafe-text.ts'
import type { Params } from './request.ts'

const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/** Whether an object with this name could reach a prototype. */
export const isReserved = (name: string): boolean => RESERVED_NAMES.has(name)

/** Entries of one list or object in a body, unless `limits.list` is more. Slow checks may look at fewer. */
const MAX_ENTRIES = 10_000

/** Removes the fields that are unsafe to process, and reports them. Throws 400 when one is nested too deep. */
export function dropUnsafe(params: Params, limits: Limits, problems: Problems): Params {
  const inside = { ...limits, depth: limits.depth - 1 }
  for (const name of Object.keys(params)) {
    const reason = unsafeName(name) ?? unsafeValue(params[name], inside)
    if (reason === undefined) continue
    if (reason === 'depth') throw tooDeep(limits)
    problems.invalid(name.slice(0, 80), reason)
    delete params[name]
  }
  return params
}

export const tooDeep = ({ depth }: Pick<Limits, 'depth'>): ApiError =>
  new ApiError('rest_invalid_json', { message: `The body is nested deeper than ${depth} levels.` })

/**
 * Why a value is unsafe, or `undefined` for a safe one. Unsafe are NUL and lone surrogates, which no storage keeps
 * faithfully; names that reach a prototype; more entries than any field takes; and `'depth'`, too many levels.
 */
export function unsafeValue(
  value: unknown,
  { depth, list }: Pick<Limits, 'depth' | 'list'>,
): 'depth' | string | undefined {
  if (typeof value === 'string') return unsafeText(value)
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === 0) return 'depth'
  const inside = { depth: depth - 1, list }
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  const most = Math.max(MAX_ENTRIES, list)
  if (children.length > most) return `must not hold more than ${most} entries`
  const names = Array.isArray(value) ? [] : Object.keys(value)
  for (const name of names) {
    const reason = unsafeName(name)
    if (reason !== undefined) return reason
  }
  for (const child of children) {
    const reason = unsafeValue(child, inside)
    if (reason !== undefined) return reason
  }
  return undefined
}

const unsafeName = (name: string): string | undefined =>
  isReserved(name) ? `must not hold the name ${name}` : unsafeText(name)

/** Why a UID of others cannot be stored. */
export const unsafeUid = (uid = '', { line }: Pick<Limits, 'line'>): string | undefined =>
  uid.length > line ? `must be at most ${line} characters` : unsafeText(uid)
