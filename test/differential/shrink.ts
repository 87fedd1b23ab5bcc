import { type Difference, difference } from './compare.ts'
import type { Step } from './steps.ts'
import type { OpenEmpty } from './storages.ts'

/** Most sequences that are tried; where a storage is slow, the time ends it before. */
const MOST_TRIES = 400
const LONGEST_MS = 60_000

/**
 * The least that still shows a difference: steps are left out, in halves, quarters and so on, then parts of those that
 * remain. Every text that names what a step made that is gone now stands for what does not exist.
 */
export async function shrunk(found: Difference, open: OpenEmpty): Promise<Difference> {
  let best = found
  let tries = 0
  const until = Date.now() + LONGEST_MS
  const isWorthIt = () => tries < MOST_TRIES && Date.now() < until
  const improves = async (steps: readonly Step[]): Promise<boolean> => {
    tries++
    const again = await difference(steps, open)
    if (again === undefined) return false
    best = again
    return true
  }

  for (let size = best.steps.length >> 1; size >= 1; size = size === 1 ? 0 : size >> 1) {
    // From the end, since what comes later depends on what came before.
    for (let from = best.steps.length - size; from > -size && isWorthIt(); from -= size) {
      const start = Math.max(0, from)
      const rest = [...best.steps.slice(0, start), ...best.steps.slice(start + size)]
      if (rest.length > 0) await improves(rest)
    }
  }
  for (let index = best.steps.length - 1; index >= 0; index--) {
    for (let isSimpler = true; isSimpler && isWorthIt(); ) {
      isSimpler = false
      const step = best.steps[index]
      if (step === undefined) break
      for (const simpler of simplerThan(step)) {
        if (!isWorthIt()) break
        isSimpler = await improves(best.steps.with(index, simpler))
        if (isSimpler) break
      }
    }
  }
  return best
}

/** The step without one of its parts. */
function simplerThan(step: Step): Step[] {
  const { fields, query, headers } = step
  return [
    ...(step.wait === 0 ? [] : [{ ...step, wait: 0 }]),
    ...(Object.keys(headers).length === 0 ? [] : [{ ...step, headers: {} }]),
    ...query.map((_, at) => ({ ...step, query: query.toSpliced(at, 1) })),
    ...Object.keys(fields ?? {}).map((name) => {
      const { [name]: _left, ...rest } = fields ?? {}
      return { ...step, fields: rest }
    }),
  ]
}
