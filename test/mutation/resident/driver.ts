import { resolve } from 'node:path'
import { test, vi } from 'vitest'
import { CHANNEL, type Order, type Outcome, type Report } from './messages.ts'
import { runTests } from './run.ts'
import { collect, type Test } from './tree.ts'

/*
 * One test of vitest's that stays: it loads the tests of a room once and runs those that it is told to run, with the
 * fault that it is told to switch on. A new worker for each fault, as vitest would start it, costs seconds.
 */

/** The switches that Stryker puts into the sources look at this object. */
interface Switches {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  hitCount?: number | undefined
  hitLimit?: number | undefined
  mutantCoverage?: unknown
}

declare global {
  var __stryker__: Switches | undefined
}

globalThis.__stryker__ ??= {}
const switches = globalThis.__stryker__
const FILES: readonly string[] = JSON.parse(process.env.MUTATION_TESTS ?? '[]')
const LIMIT = 10_000
/** Those that open sockets, set `TZ`, which no thread can, or take seconds: of speed, endurance, and random input. */
const LEFT_OUT = new RegExp(
  [
    'over a socket|zone of the machine|for a megabyte|survives being stored|hashes differ',
    'makes anything harmless|own slugs, whatever they are|does nothing to what is folded|whatever the wall clock',
  ].join('|'),
)

let loaded: Map<string, Test> | undefined

/** The tests of a file, from the modules as they are loaded now. */
async function testsOf(file: string): Promise<readonly Test[]> {
  const tests = await collect(file, () => import(/* @vite-ignore */ resolve(file)))
  return tests.filter((one) => !LEFT_OUT.test(one.id))
}

function switchOff(): void {
  switches.activeMutant = undefined
  switches.hitCount = undefined
}

/** All tests, loaded without a fault. */
async function clean(): Promise<Map<string, Test>> {
  if (loaded !== undefined) return loaded
  switchOff()
  vi.resetModules()
  loaded = new Map()
  for (const file of FILES) for (const one of await testsOf(file)) loaded.set(one.id, one)
  return loaded
}

async function dryRun(): Promise<Report> {
  const tests = await clean()
  const outcomes = await runTests([...tests.values()], {
    bail: false,
    limit: LIMIT * 6,
    at: (id) => {
      switches.currentTestId = id
    },
  })
  return { outcomes, coverage: switches.mutantCoverage, hitLimitReached: false }
}

function switchOn(mutant: string, hitLimit: number | undefined): void {
  switches.activeMutant = mutant
  switches.hitLimit = hitLimit
  switches.hitCount = hitLimit === undefined ? undefined : 0
}

const isLimitReached = (): boolean =>
  switches.hitCount !== undefined && switches.hitLimit !== undefined && switches.hitCount > switches.hitLimit

/** With the fault switched on in modules that were loaded without it. */
async function runMutant(order: Order & { kind: 'mutant' }, ids: readonly string[]): Promise<Report> {
  for (let again = false; ; again = true) {
    if (order.fresh) loaded = undefined
    const all = await clean()
    const tests = ids.flatMap((id) => all.get(id) ?? [])
    switchOn(order.mutant, order.hitLimit)
    const outcomes = await runTests(tests, { bail: true, limit: LIMIT })
    const hitLimitReached = isLimitReached()
    switchOff()
    if (order.fresh) loaded = undefined
    const last = outcomes.at(-1)
    if (last?.failure === undefined) return { outcomes, hitLimitReached }
    if (last.timedOut) loaded = undefined
    const killer = all.get(last.id)
    if (again || loaded === undefined || killer === undefined) return { outcomes, hitLimitReached }
    // Something that a former fault left behind would fail this test without this one as well.
    const [without] = await runTests([killer], { bail: true, limit: LIMIT })
    if (without?.failure === undefined) return { outcomes, hitLimitReached }
    loaded = undefined
  }
}

/** With modules that are loaded anew while the fault is switched on. */
async function runStaticMutant(order: Order & { kind: 'mutant' }): Promise<Report> {
  loaded = undefined
  vi.resetModules()
  switchOn(order.mutant, order.hitLimit)
  const outcomes: Outcome[] = []
  for (const file of order.files) {
    try {
      outcomes.push(...(await runTests(await testsOf(file), { bail: true, limit: LIMIT })))
    } catch (error) {
      outcomes.push({ id: file, file, failure: `does not load: ${error}`, timedOut: false, duration: 0 })
    }
    if (outcomes.at(-1)?.failure !== undefined) break
  }
  const hitLimitReached = isLimitReached()
  switchOff()
  return { outcomes, hitLimitReached }
}

function follow(order: Order): Promise<Report> | undefined {
  if (order.kind === 'end') return undefined
  if (order.kind === 'dry') return dryRun()
  return order.tests === undefined ? runStaticMutant(order) : runMutant(order, order.tests)
}

test('the tests of a room, again and again', async () => {
  const channel = new BroadcastChannel(CHANNEL)
  await new Promise<void>((end) => {
    channel.onmessage = async ({ data }: { data: Order }) => {
      try {
        const report = await follow(data)
        if (report === undefined) end()
        else channel.postMessage({ report })
      } catch (error) {
        channel.postMessage({
          report: {
            outcomes: [],
            hitLimitReached: false,
            error: String(error instanceof Error ? error.stack : error),
          },
        })
      }
    }
    channel.postMessage({ ready: true })
  })
  channel.close()
})
