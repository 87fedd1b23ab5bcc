import type { Problems } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'
import { Repeated } from '../domain/repeated.ts'
import type { Params } from '../mount/request.ts'
import { isReserved } from '../mount/unsafe-values.ts'

/** An object without a prototype, so that no name from a client can reach one. */
export const noParams = (): Params => Object.create(null)

/** Pairs in one query or form. More are rejected before the first one is read. */
export const MAX_PAIRS = 2000

/**
 * Reads pairs in the form-urlencoded format: `a=1`, lists as `a[]=1` or `a[0]=1`, objects as `a[b]=1`, nested as
 * deep as `depth` allows. A plain name that comes twice is `Repeated`. Pairs that cannot be read go into `problems`,
 * under their names.
 */
export function readPairs(text: string, problems: Problems, limits: Pick<Limits, 'depth'>): Params {
  const pairs = new Pairs(problems, limits)
  if (text === '') return pairs.params()
  const parts = text.split('&', MAX_PAIRS + 1)
  if (parts.length > MAX_PAIRS) {
    problems.invalid('', `more than ${MAX_PAIRS} parameters`)
    return pairs.params()
  }
  for (const pair of parts) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decode(at < 0 ? pair : pair.slice(0, at))
    const value = decode(at < 0 ? '' : pair.slice(at + 1))
    if (name === undefined) problems.invalid(pair.slice(0, 80), 'has an invalid percent escape')
    else if (value === undefined) problems.invalid(topName(name), 'has an invalid percent escape')
    else pairs.put(name, value)
  }
  return pairs.params()
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

/** The values of one name with brackets, in the order sent. Only all of its names tell whether it is a list or an object. */
class Branch {
  readonly values = new Map<string, unknown>()
  #next = 0

  /** The name itself. For `[]` the index after the highest one, as in PHP: `a[1]=x&a[]=y` are 1 and 2. */
  nameOf(step: string): string {
    return step === '' ? String(this.#next) : step
  }

  set(name: string, value: unknown): void {
    if (/^(?:0|[1-9]\d{0,14})$/.test(name)) this.#next = Math.max(this.#next, Number(name) + 1)
    this.values.set(name, value)
  }
}

/** Collects the pairs of a query or form by names such as `a`, `a[]`, `a[b]`, `a[0][b]`. */
export class Pairs {
  readonly #top = new Branch()
  readonly #problems: Problems
  readonly #depth: number

  constructor(problems: Problems, { depth }: Pick<Limits, 'depth'>) {
    this.#problems = problems
    this.#depth = depth
  }

  put(name: string, value: unknown): void {
    const top = topName(name)
    const rest = name.slice(top.length)
    const steps = rest === '' ? [] : rest.slice(1, -1).split('][')
    const wrong = wrongName(top, rest, steps, this.#depth)
    if (wrong !== undefined) {
      this.#problems.invalid((top || name).slice(0, 80), wrong)
      return
    }
    let branch = this.#top
    let key = top
    for (const step of steps) {
      const child = branch.values.get(key)
      const next = child instanceof Branch ? child : new Branch()
      branch.set(key, next)
      branch = next
      key = branch.nameOf(step)
    }
    branch.set(key, steps.length === 0 ? withEarlier(branch.values.get(key), value) : value)
  }

  params(): Params {
    return objectOf(this.#top)
  }
}

/** The value of a plain name, with those that came before it. */
function withEarlier(earlier: unknown, value: unknown): unknown {
  if (earlier === undefined || earlier instanceof Branch) return value
  return earlier instanceof Repeated ? earlier.concat([value]) : Repeated.of(earlier, value)
}

function wrongName(top: string, rest: string, steps: readonly string[], depth: number): string | undefined {
  if (top === '' || (rest !== '' && !rest.endsWith(']'))) return 'is not a valid parameter name'
  if (steps.length >= depth) return `is nested deeper than ${depth} levels`
  return [top, ...steps].some((step) => isReserved(step)) ? 'is a reserved name' : undefined
}

function objectOf(branch: Branch): Params {
  const params = noParams()
  for (const [name, value] of branch.values) params[name] = listOrObject(value)
  return params
}

/** A branch whose names are all numbers is a list, in the order sent. */
function listOrObject(value: unknown): unknown {
  if (!(value instanceof Branch)) return value
  const isList = [...value.values.keys()].every((name) => /^\d{1,16}$/.test(name))
  return isList ? Array.from(value.values.values(), listOrObject) : objectOf(value)
}
