import type { Outcome } from './messages.ts'
import { type Suite, suitesOf, type Test } from './tree.ts'

const LATE = Symbol('late')

async function within(limit: number, work: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(LATE), limit)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 400) : String(error)

export interface Running {
  readonly bail: boolean
  /** How long a test may take, in milliseconds. */
  readonly limit: number
  /** Told which test is at work, and when none is. */
  readonly at?: (id: string | undefined) => void
}

/** Runs tests one after the other, the hooks of their suites around them, until the first failure or to the end. */
export async function runTests(tests: readonly Test[], { bail, limit, at }: Running): Promise<Outcome[]> {
  const entered = new Set<Suite>()
  const outcomes: Outcome[] = []
  for (const one of tests) {
    const began = performance.now()
    let failure: string | undefined
    let timedOut = false
    at?.(one.id)
    try {
      await within(limit, () => runTest(one, entered))
    } catch (error) {
      timedOut = error === LATE
      failure = timedOut ? `took longer than ${limit} ms` : textOf(error)
    }
    at?.(undefined)
    outcomes.push({ id: one.id, file: one.file, failure, timedOut, duration: performance.now() - began })
    if (failure !== undefined && bail) break
  }
  for (const suite of entered) {
    for (const hook of suite.after) {
      try {
        await hook()
      } catch {
        // What a fault left in disorder need not be put in order: what comes next is run apart from it.
      }
    }
  }
  return outcomes
}

async function runTest(one: Test, entered: Set<Suite>): Promise<void> {
  const suites = suitesOf(one)
  for (const suite of suites) {
    if (entered.has(suite)) continue
    entered.add(suite)
    for (const hook of suite.before) await hook()
  }
  for (const suite of suites) for (const hook of suite.beforeEach) await hook()
  try {
    await one.run()
  } finally {
    for (const suite of suites) for (const hook of suite.afterEach) await hook()
  }
}
