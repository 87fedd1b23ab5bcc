import type { EventsApi } from 'kalends'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { BundledProgram } from '../setup/bundled-program.ts'
import { type Calendar, open } from '../setup/shared-calendar.ts'
import { judgeFreshness } from './checker/freshness.ts'
import { judge, printed } from './checker/judge.ts'
import type { Operation } from './checker/operation.ts'
import { clientOf, Recorder } from './load/client.ts'
import { now, Worker } from './load/fleet.ts'
import {
  apiOf,
  type Crowd,
  idempotencyLoad,
  type Load,
  nameLoad,
  readLoad,
  registerLoad,
  slugLoad,
  together,
} from './load/load.ts'
import { createEvents, perform } from './load/register.ts'
import { idempotency } from './models/idempotency.ts'
import { names } from './models/names.ts'
import { type RegisterInput, type RegisterOutcome, register } from './models/register.ts'
import { slugs } from './models/slugs.ts'

/*
 * What clients that use a calendar at the same time are answered has to be what they could have been answered one after
 * the other. `SEED` gives clients the same choices again; when they make them is up to the machine.
 */

export const PROCESSES = 3
const CLIENTS = 8
/** Operations on events, and as many on slugs, of all clients together; half as many with names, and with keys. */
const OPERATIONS = 960
/** Of processes that answer visitors from memory, in milliseconds. */
const FRESHNESS = 50
/** Of clients that read, for each operation of those that write. */
const READS = 8
const MILLISECOND = 1_000_000

export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 30))

/** A calendar, and those who use it. */
interface Subject {
  readonly name: string
  readonly processes: number
  readonly operations: number
  /** Of a process that takes no part otherwise. */
  readonly api: () => EventsApi
  readonly run: <I, O>(load: Load<I, O>) => Promise<Operation<I, O>[]>
}

/** Eight clients in each of three processes; then one of the processes is killed. */
export function historiesOfProcesses(calendar: Calendar): void {
  const { storage, close } = open(calendar)
  const api = apiOf(storage)
  const program = new BundledProgram(new URL('load/process.ts', import.meta.url))
  const workers: Worker[] = []
  beforeAll(async () => {
    await Promise.all([api.migrate(), program.build()])
    for (let number = 1; number <= PROCESSES; number++)
      workers.push(new Worker(program.path, calendar, number))
    await Promise.all(workers.map((worker) => worker.isReady()))
  })
  afterAll(async () => {
    for (const worker of workers) await worker.end()
    program.remove()
    await close()
  })
  const run = async <I, O>(load: Load<I, O>) =>
    (await Promise.all(workers.map((worker) => worker.run(load)))).flat()
  historiesOf({ name: calendar.by, processes: PROCESSES, api: () => api, run, operations: OPERATIONS })

  test(`what visitors may see for a while is old for no longer, and never goes back (SEED=${seed})`, async () => {
    const crowd = crowdOf(PROCESSES, 6, OPERATIONS)
    const [writer, ...readers] = [1, 2, 3].map(
      (number) => new Worker(program.path, calendar, PROCESSES + number, FRESHNESS),
    )
    if (writer === undefined) throw new Error('there are no processes')
    onTestFinished(async () => {
      for (const worker of [writer, ...readers]) await worker.end()
    })
    await Promise.all([writer, ...readers].map((worker) => worker.isReady()))
    const { history } = await registerHistory(api, async (events) => {
      const visitors = readLoad({ ...crowd, steps: READS * crowd.steps }, events)
      const reading = readers.map((reader) => reader.run(visitors))
      return (await Promise.all([writer.run(registerLoad(crowd, events)), ...reading])).flat()
    })
    // The API compares whole milliseconds.
    const { reads, stale } = judgeFreshness(history, (FRESHNESS + 1) * MILLISECOND)
    const writes = judge(
      history.filter(({ input }) => input.do !== 'read'),
      register,
    )
    printed(`${calendar.by}, fresh for ${FRESHNESS} ms`, writes, { reads, 'of them stale': stale, seed })
    expect(reads).toBeGreaterThan(writes.operations)
  })

  test('an event is a register, though a process is killed while it writes', async () => {
    const [victim, ...others] = workers
    if (victim === undefined) throw new Error('there are no processes')
    const crowd = crowdOf(PROCESSES, 4, OPERATIONS / 2)
    const { history, conflicts } = await registerHistory(api, async (events) => {
      const load = registerLoad(crowd, events)
      // In the middle of what it has to do.
      const killed = victim.run(load, (crowd.clients * crowd.steps) / 2)
      return (await Promise.all([killed, ...others.map((worker) => worker.run(load))])).flat()
    })
    const report = judge(history, register)
    printed(`${calendar.by}, one killed`, report, { 'answers 412': conflicts, seed })
    expect(report.unknown).toBeGreaterThan(0)
  })
}

/** Eight clients in this process. */
export function historiesWithin(
  name: string,
  openHere: () => EventsApi | Promise<EventsApi>,
  operations = OPERATIONS,
): void {
  let api: EventsApi | undefined
  beforeAll(async () => {
    api = await openHere()
    await api.migrate()
  })
  const opened = () => api ?? expect.unreachable('the calendar is not open')
  historiesOf({ name, processes: 1, api: opened, run: (load) => within(opened(), load), operations })
}

export async function within<I, O>(
  api: Pick<EventsApi, 'fetch'>,
  load: Load<I, O>,
): Promise<Operation<I, O>[]> {
  const recorder = new Recorder<I, O>()
  await together({ api, now, note: recorder.note }, load, 1)
  return recorder.take(now())
}

function historiesOf({ name, processes, operations, api, run }: Subject): void {
  test(`an event is a register (SEED=${seed})`, async () => {
    const crowd = crowdOf(processes, 1, operations)
    const { history, conflicts } = await registerHistory(api(), (events) => run(registerLoad(crowd, events)))
    const report = judge(history, register)
    printed(`${name}, register`, report, { 'answers 412': conflicts, seed })
    expect(report.operations).toBeGreaterThanOrEqual(operations)
    expect(report.overlapping).toBeGreaterThan(0.3)
    expect(conflicts).toBeGreaterThan(operations / 20)
  })

  test(`a slug is one record's at a time (SEED=${seed})`, async () => {
    const history = await run(slugLoad(crowdOf(processes, 2, operations)))
    const report = judge(history, slugs)
    const shown = history.flatMap(({ input, outcome }) =>
      typeof outcome === 'object' && input.do !== 'read' ? [outcome.slug] : [],
    )
    const numbered = shown.filter((slug) => /-\d+$/.test(slug)).length
    const missing = history.filter(({ outcome }) => outcome === 'none').length
    printed(`${name}, slugs`, report, { 'writes numbered': numbered, 'answers 404': missing, seed })
    expect(report.operations).toBeGreaterThanOrEqual(operations)
    expect(report.overlapping).toBeGreaterThan(0.3)
    expect(numbered).toBeGreaterThan(operations / 20)
    expect(missing).toBeGreaterThan(operations / 50)
  })

  test(`a name comes to one record, however it is asked for (SEED=${seed})`, async () => {
    const history = await run(nameLoad(crowdOf(processes, 5, operations / 2)))
    const report = judge(history, names)
    const existed = history.filter(
      ({ outcome }) => typeof outcome === 'object' && 'isNew' in outcome && outcome.isNew === false,
    ).length
    const removed = history.filter(({ outcome }) => outcome === 'removed').length
    printed(`${name}, names`, report, { 'answers 400': existed, removed, seed })
    expect(report.operations).toBeGreaterThanOrEqual(operations / 2)
    expect(report.overlapping).toBeGreaterThan(0.3)
    expect(existed).toBeGreaterThan(operations / 100)
    expect(removed).toBeGreaterThan(operations / 100)
  })

  test(`an Idempotency-Key creates one record (SEED=${seed})`, async () => {
    const history = await run(idempotencyLoad(crowdOf(processes, 3, operations / 2), `k${seed}`))
    const report = judge(history, idempotency)
    const replays = history.filter(
      ({ outcome }) => typeof outcome === 'object' && 'isReplayed' in outcome && outcome.isReplayed,
    ).length
    const reused = history.filter(({ outcome }) => outcome === 'reused').length
    printed(`${name}, idempotency keys`, report, { replays, 'answers 422': reused, seed })
    expect(report.operations).toBeGreaterThanOrEqual(operations / 2)
    expect(report.overlapping).toBeGreaterThan(0.3)
    expect(replays).toBeGreaterThan(operations / 20)
    expect(reused).toBeGreaterThan(operations / 40)
  })
}

const crowdOf = (processes: number, run: number, operations: number): Crowd => ({
  seed: seed + 1_000_000 * run,
  clients: CLIENTS,
  steps: Math.ceil(operations / (processes * CLIENTS)),
})

/** Events are created first, and read at last by somebody who took no part: both are of the history. */
export async function registerHistory(
  api: Pick<EventsApi, 'fetch'>,
  run: (events: readonly number[]) => Promise<Operation<RegisterInput, RegisterOutcome>[]>,
): Promise<{ readonly history: Operation<RegisterInput, RegisterOutcome>[]; readonly conflicts: number }> {
  const recorder = new Recorder<RegisterInput, RegisterOutcome>()
  const client = clientOf({ api, now, note: recorder.note }, '0', 1)
  const events = await createEvents(api, recorder, now)
  const operations = await run(events)
  for (const event of events) {
    const input = { do: 'read', event } as const
    await client.record(input, (ask) => perform(ask, input))
  }
  const history = [...recorder.take(now()), ...operations]
  return { history, conflicts: history.filter(({ outcome }) => outcome === 'stale').length }
}
