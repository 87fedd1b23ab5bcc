import type { Contender } from './contender.ts'
import { FLOOR, isLibrary } from './names.ts'
import type { Operation } from './operations.ts'
import { withSerial } from './question.ts'
import { type QuestionFiles, questionsOf } from './questions.ts'
import { ALONE, IN_PROCESS, type Results, type Sample, TOGETHER, type Way } from './results.ts'
import { askByWrk } from './wrk.ts'

/** Else the last requests, which are cut off, would weigh too much. */
const LEAST_PER_CONNECTION = 10
/** An answer with a body has more. */
const LONGEST_304 = 1000
const WAYS = [IN_PROCESS, ALONE, TOGETHER]
/** Of the time of a measurement, before the rounds of each operation. */
const WARM_UP: Way = { ...TOGETHER, share: 0.4 }
/** Milliseconds of each read in each way, before anything is measured: until the compiler is done with it. */
const START = 250

export interface Measuring {
  readonly contenders: readonly Contender[]
  readonly files: QuestionFiles
  readonly results: Results
  readonly rounds: number
  readonly milliseconds: number
  /** The first of as many numbers as a measurement may need. */
  readonly serials: () => number
}

/** Asks all of them for all that is read, so that the first operation is not measured in a colder process than the last. */
export async function warmUp(reads: readonly Operation[], measuring: Measuring): Promise<void> {
  for (const operation of reads) {
    await teachFloor(operation, measuring)
    for (const contender of measuring.contenders) {
      const file = await measuring.files.of(operation, contender, 0)
      for (const way of [IN_PROCESS, TOGETHER]) {
        if (way === IN_PROCESS && contender.opened?.canAskInProcess !== true) continue
        await once(operation, contender, way, { file, from: 0, serial: 0, milliseconds: START, least: 0 })
      }
    }
  }
}

/** All of them in turns, so that whatever else the machine does happens to all; another one begins each round. */
export async function measure(operation: Operation, measuring: Measuring): Promise<void> {
  const { contenders, rounds, results } = measuring
  await teachFloor(operation, measuring)
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0
    const ways = isWarmUp ? [WARM_UP] : WAYS
    const firsts = ways.map(measuring.serials)
    const turn = round % contenders.length
    for (const contender of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
      for (const [index, way] of ways.entries()) {
        if (way === IN_PROCESS && contender.opened?.canAskInProcess !== true) continue
        const file = await measuring.files.of(operation, contender, contender.name === FLOOR ? 0 : round)
        const from = Math.floor((index * operation.count) / ways.length)
        const asking = {
          ...{ file, from, serial: firsts[index] ?? 0 },
          milliseconds: measuring.milliseconds * way.share,
          least: isWarmUp ? 0 : LEAST_PER_CONNECTION * (way.connections ?? 0),
        }
        const sample = await once(operation, contender, way, asking)
        if (!isWarmUp) results.add(operation.name, contender.name, way, sample)
      }
    }
  }
}

/** It sends what the library sends, on the first of its storages. */
async function teachFloor(operation: Operation, { contenders, files, serials }: Measuring): Promise<void> {
  const floor = contenders.find(({ name }) => name === FLOOR)
  const library = contenders.find(({ name }) => isLibrary(name))
  if (floor === undefined || library === undefined) return
  const question = questionsOf(operation, 0).find(({ method }) => method === 'POST')
  const written = question && { ...question, body: withSerial(question.body, serials()) }
  await floor.ask('learn', { port: library.port, file: await files.of(operation, library, 0), written })
}

interface Asking {
  readonly file: string
  readonly from: number
  readonly serial: number
  readonly milliseconds: number
  /** Requests, however long they take. */
  readonly least: number
}

async function once(operation: Operation, contender: Contender, way: Way, asking: Asking): Promise<Sample> {
  const { connections } = way
  if (connections === undefined) {
    const { requests, cpu } = await contender.ask('inProcess', asking)
    return { perCpuSecond: requests / (cpu / 1e6), perSecond: 0, p50: 0, p99: 0 }
  }
  await contender.ask('begin', null)
  const answered = await askByWrk({
    ...asking,
    connections,
    port: contender.port,
    isEnough: async () => (await contender.ask('count', null)) >= asking.least,
  })
  const { requests, cpu } = await contender.ask('end', null)
  if (operation.status === 304 && answered.bytes / answered.requests > LONGEST_304) {
    throw new Error(`${operation.name}: ${contender.name} sends bodies`)
  }
  if (answered.requests === 0 && asking.least > 0)
    throw new Error(`${operation.name}: ${contender.name} is silent`)
  const { perSecond, p50, p99 } = answered
  return { perCpuSecond: requests / (cpu / 1e6), perSecond, p50, p99 }
}
