import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expectAlive } from './alive.ts'
import { namesIn } from './error-shape.ts'
import { endpointsOf } from './generate/endpoints.ts'
import { faulty } from './generate/faults.ts'
import { shots } from './generate/shots.ts'
import { openWorld } from './world.ts'

const isFull = process.env.FUZZ === 'full'
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (isFull ? 1_000_000 : 5_000))
/** A tenth of the requests have faults that are known beforehand. */
const BATCH = 900
const FAULTY_BATCH = 100
const BATCHES = Math.ceil(REQUESTS / (BATCH + FAULTY_BATCH))
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

/** So that a million requests may take a night. */
const TIMEOUT = 300_000 + REQUESTS * 60

test(
  `generated requests are answered as they should be (SEED=${SEED})`,
  async () => {
    const statuses = new Map<number, number>()
    const start = performance.now()
    let slowest = { time: 0, path: '' }
    for (let batch = 0; batch < BATCHES; batch++) {
      const world = await openWorld()
      const { range, ids } = world
      // A failing request is made smaller; its seed, as SEED, sends the whole batch again first of all.
      const settings = { seed: SEED + batch }
      const counted = async (...asked: Parameters<typeof range.fire>) => {
        const outcome = await range.fire(...asked)
        statuses.set(outcome.status, (statuses.get(outcome.status) ?? 0) + 1)
        if (outcome.time > slowest.time) slowest = { time: outcome.time, path: asked[0].path.slice(0, 80) }
        return outcome
      }
      const anything = fc.asyncProperty(shots(await endpointsOf(world), ids), async (shot) => {
        await counted(shot)
      })
      await fc.assert(anything, { ...settings, numRuns: BATCH })
      const wrong = fc.asyncProperty(faulty, async ({ shot, names }) => {
        const { text } = await counted(shot, [400])
        expect(namesIn(text)).toEqual(expect.arrayContaining([...names]))
      })
      await fc.assert(wrong, { ...settings, numRuns: FAULTY_BATCH })
      await expectAlive(world)
    }
    report(statuses, performance.now() - start, slowest)
    expect(share(statuses, 2)).toBeGreaterThan(0.2)
  },
  TIMEOUT,
)

/** Of all answers, those whose status begins so. */
function share(statuses: ReadonlyMap<number, number>, first: number): number {
  const all = [...statuses]
  const sum = (list: readonly (readonly [number, number])[]) =>
    list.reduce((total, [, count]) => total + count, 0)
  return sum(all.filter(([status]) => Math.floor(status / 100) === first)) / sum(all)
}

function report(
  statuses: ReadonlyMap<number, number>,
  time: number,
  slowest: { time: number; path: string },
): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const percent = (first: number) => `${first}xx ${Math.round(share(statuses, first) * 100)} %`
  const sent = BATCHES * (BATCH + FAULTY_BATCH)
  console.log(
    `SEED=${SEED}: ${sent} requests, ${Math.round((sent / time) * 1000)} a second; ${[2, 3, 4].map(percent).join(', ')}`,
    `(${counts.join(', ')}); slowest ${Math.round(slowest.time)} ms, ${slowest.path}`,
  )
}
