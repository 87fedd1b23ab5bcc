import { join } from 'node:path'
import type { Contender } from './contender.ts'
import { FLOOR, isLibrary } from './names.ts'
import type { Operation } from './operations.ts'
import type { Counted } from './protocol.ts'
import { withSerial } from './question.ts'
import { type QuestionFiles, questionsOf } from './questions.ts'
import { type Results, type Sample, TOGETHER, type Way } from './results.ts'
import { askByWrk } from './wrk.ts'

/** Else the last requests, which are cut off, would weigh too much. */
const LEAST_PER_CONNECTION = 10
/** An answer with a body has more. */
const LONGEST_304 = 1000
/** Of the time of a measurement, before the rounds of each operation. */
const WARM_UP = 0.4
/** Milliseconds of each read in each way, before anything is measured: until the compiler is done with it. */
const START = 250

/** The contenders with calendars of one size. */
export interface Group {
  readonly events: number
  readonly contenders: readonly Contender[]
  readonly operations: readonly Operation[]
  readonly files: QuestionFiles
  readonly results: Results
}

export interface Measuring {
  readonly ways: readonly Way[]
  readonly rounds: number
  readonly milliseconds: number
  /** A folder for CPU profiles; '': none. */
  readonly profiles: string
  /** The first of as many numbers as a measurement may need. */
  readonly serials: () => number
}

/** The floor has no other way than its socket. */
const waysOf = ({ ways }: Measuring, { name }: Contender): readonly Way[] =>
  name === FLOOR ? [TOGETHER] : ways

/** Asks all of them for all that is read, so that the first operation is not measured in a colder process than the last. */
export async function warmUp(groups: readonly Group[], measuring: Measuring): Promise<void> {
  for (const group of groups) {
    for (const operation of group.operations.filter(({ does }) => does === 'read')) {
      await teachFloor(operation, group, measuring)
      for (const contender of group.contenders) {
        const file = await group.files.of(operation, contender, 0)
        for (const way of waysOf(measuring, contender)) {
          await once(operation, contender, way, { file, from: 0, serial: 0, milliseconds: START, least: 0 })
        }
      }
    }
  }
}

/**
 * All contenders of all sizes in turns, so that whatever else the machine does happens to all; another one begins each
 * round.
 */
export async function measure(name: string, groups: readonly Group[], measuring: Measuring): Promise<void> {
  const { rounds, profiles, ways } = measuring
  const all = groups.flatMap((group) =>
    group.operations
      .filter((operation) => operation.name === name)
      .flatMap((operation) => group.contenders.map((contender) => ({ operation, contender, ...group }))),
  )
  for (const { operation, contender, ...group } of all) {
    if (contender.name === FLOOR) await teachFloor(operation, group, measuring)
  }
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0
    const firsts = ways.map(measuring.serials)
    const turn = round % all.length
    for (const { operation, contender, files, results, events } of [
      ...all.slice(turn),
      ...all.slice(0, turn),
    ]) {
      const isProfiled = profiles !== '' && round === rounds && isLibrary(contender.name)
      const profile = `${contender.name}-${events}-${name}`.replace(/\W+/g, '-')
      for (const [index, way] of waysOf(measuring, contender).entries()) {
        const sample = await once(operation, contender, way, {
          file: await files.of(operation, contender, contender.name === FLOOR ? 0 : round),
          from: Math.floor((index * operation.count) / ways.length),
          serial: firsts[index] ?? 0,
          milliseconds: measuring.milliseconds * way.share * (isWarmUp ? WARM_UP : 1),
          least: isWarmUp ? 0 : LEAST_PER_CONNECTION * (way.connections ?? 0),
          ...(isProfiled && way.isCold ? { profile: join(profiles, `${profile}.cpuprofile`) } : {}),
        })
        if (!isWarmUp) results.add(name, contender.name, way, sample)
      }
    }
  }
}

/** It sends what the library sends. */
async function teachFloor(
  operation: Operation,
  { contenders, files }: Group,
  { serials }: Measuring,
): Promise<void> {
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
  readonly profile?: string
}

const costs = ({ requests, cpu, server }: Counted) => ({ cpu: cpu / requests, server: server / requests })

async function once(operation: Operation, contender: Contender, way: Way, asking: Asking): Promise<Sample> {
  const { connections, isCold = false } = way
  if (connections === undefined) {
    const counted = await contender.ask('inProcess', { ...asking, isCold })
    return { ...costs(counted), perSecond: 0, p50: 0, p99: 0 }
  }
  await contender.ask('begin', null)
  const answered = await askByWrk({
    ...asking,
    connections,
    port: contender.port,
    isEnough: async () => (await contender.ask('count', null)) >= asking.least,
  })
  const counted = await contender.ask('end', null)
  if (operation.status === 304 && answered.bytes / answered.requests > LONGEST_304) {
    throw new Error(`${operation.name}: ${contender.name} sends bodies`)
  }
  if (answered.requests === 0 && asking.least > 0)
    throw new Error(`${operation.name}: ${contender.name} is silent`)
  const { perSecond, p50, p99 } = answered
  return { ...costs(counted), perSecond, p50, p99 }
}
