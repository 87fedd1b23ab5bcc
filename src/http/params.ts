import type { Problems } from '../errors.ts'
import type { Limits } from '../types.ts'

/** What a request says, by name, before anything is checked: texts from a query or form, any JSON from a body. */
export type Params = Record<string, unknown>

/** Without a prototype, so that no name of a client's can reach one. */
export const noParams = (): Params => Object.create(null)

/** Most names and values that one query or form may hold; more is refused before any are read. */
export const MOST_PAIRS = 2000

const HOSTILE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads pairs in the form-urlencoded format: `a=1`, lists as `a[]=1` or `a[0]=1`, objects as `a[b]=1`, nested as
 * deep as `depth` allows. Of a plain name given twice the last one counts. What cannot be read is put into
 * `problems` under its name.
 */
export function readPairs(text: string, problems: Problems, limits: Pick<Limits, 'depth'>): Params {
  const params = noParams()
  if (text === '') return params
  const pairs = text.split('&', MOST_PAIRS + 1)
  if (pairs.length > MOST_PAIRS) {
    problems.invalid('', `more than ${MOST_PAIRS} parameters`)
    return params
  }
  for (const pair of pairs) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    const value = decode(at < 0 ? '' : pair.slice(at + 1))
    if (name === undefined) problems.invalid(pair.slice(0, 80), 'has a percent escape that is none')
    else if (value === undefined) problems.invalid(topName(name), 'has a percent escape that is none')
    else putPair(params, name, value, problems, limits)
  }
  return params
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const topName = (name: string): string => name.slice(0, name.includes('[') ? name.indexOf('[') : undefined)

/** Puts one value where its name says: `a`, `a[]`, `a[b]`, `a[0][b]`. */
export function putPair(
  params: Params,
  name: string,
  value: unknown,
  problems: Problems,
  limits: Pick<Limits, 'depth'>,
): void {
  const top = topName(name)
  const rest = name.slice(top.length)
  const steps = rest === '' ? [] : rest.slice(1, -1).split('][')
  const wrong = wrongName(top, rest, steps, limits.depth)
  if (wrong !== undefined) {
    problems.invalid((top || name).slice(0, 80), wrong)
    return
  }

  let parent = params
  let key = top
  for (const step of steps) {
    const child = parent[key]
    const next: Params = isBranch(child) ? child : noParams()
    parent[key] = next
    parent = next
    key = step === '' ? String(Object.keys(next).length) : step
  }
  parent[key] = value
}

const isBranch = (value: unknown): value is Params => typeof value === 'object' && value !== null

function wrongName(top: string, rest: string, steps: readonly string[], depth: number): string | undefined {
  if (top === '' || (rest !== '' && !rest.endsWith(']'))) return 'is no name'
  if (steps.length >= depth) return `is nested deeper than ${depth} levels`
  return [top, ...steps].some((step) => HOSTILE_NAMES.has(step)) ? 'is no name to be used' : undefined
}

/** Objects whose names are 0, 1, 2 … were lists. */
export function listsFromBranches(value: unknown): unknown {
  if (!isBranch(value)) return value
  const names = Object.keys(value)
  const isList = names.length > 0 && names.every((name) => /^\d{1,6}$/.test(name))
  if (isList) return Object.values(value).map(listsFromBranches)
  for (const name of names) value[name] = listsFromBranches(value[name])
  return value
}

/** Most entries of one list or object in a body, unless `limits.list` is more: what is dear looks at fewer. */
const MOST_ENTRIES = 10_000

/**
 * Why a value must not be looked at any further, or undefined when it may: NUL and lone surrogates, which no
 * storage keeps faithfully, names that would reach a prototype, and more entries than any field takes.
 */
export function hostility(
  value: unknown,
  { depth, list }: Pick<Limits, 'depth' | 'list'>,
): 'depth' | string | undefined {
  if (typeof value === 'string') return textHostility(value)
  if (!isBranch(value)) return undefined
  if (depth === 0) return 'depth'
  const inside = { depth: depth - 1, list }
  const children: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
  const most = Math.max(MOST_ENTRIES, list)
  if (children.length > most) return `must not hold more than ${most} entries`
  const names = Array.isArray(value) ? [] : Object.keys(value)
  for (const name of names) {
    const reason = nameHostility(name)
    if (reason !== undefined) return reason
  }
  for (const child of children) {
    const reason = hostility(child, inside)
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The same for a name. */
export const nameHostility = (name: string): string | undefined =>
  HOSTILE_NAMES.has(name) ? `must not hold the name ${name}` : textHostility(name)

function textHostility(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character NUL'
  return /\p{Surrogate}/u.test(text) ? 'must be well-formed Unicode text' : undefined
}
