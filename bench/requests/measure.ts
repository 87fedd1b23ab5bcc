import { quantile, runClients } from '../shared/clients.ts'
import type { Contender } from './contender.ts'
import { FLOOR, isLibrary } from './names.ts'
import type { Operation } from './operations.ts'
import type { Counted } from './protocol.ts'
import { type Question, withSerial } from './question.ts'
import { type Questions, questionsOf } from './questions.ts'
import { type Results, type Sample, TOGETHER, type Way } from './results.ts'

/** Else the last requests, which are cut off, would weigh too much. */
const LEAST_PER_CONNECTION = 10
/** Of the time of a measurement, before the rounds of each operation. */
const WARM_UP = 0.4
/**
 * Of that time, before anything is written otherwise. Until some 3,000 writes, the library takes twice the CPU: it has
 * more code than is written by hand, and the compiler takes longer.
 */
const FIRST_WRITES = 6
/** Milliseconds of each read in each way, before anything is measured: until the compiler is done with it. */
const START = 250

/** The contenders with calendars of one size. */
export interface Group {
  readonly events: number
  readonly contenders: readonly Contender[]
  readonly operations: readonly Operation[]
  readonly questions: Questions
  readonly results: Results
}

export interface Measuring {
  readonly ways: readonly Way[]
  readonly rounds: number
  readonly milliseconds: number
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
        const questions = await group.questions(operation, contender, 0)
        for (const way of waysOf(measuring, contender)) {
          const asking = { questions, from: 0, serial: 0, milliseconds: START, least: 0 }
          await once(operation, contender, way, asking)
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
  const { rounds, ways } = measuring
  const all = groups.flatMap((group) =>
    group.operations
      .filter((operation) => operation.name === name)
      .flatMap((operation) => group.contenders.map((contender) => ({ operation, contender, ...group }))),
  )
  for (const { operation, contender, ...group } of all) {
    if (contender.name === FLOOR) await teachFloor(operation, group, measuring)
  }
  const warmUpOf = (operation: Operation, way: Way) =>
    operation.does === 'write' && way === ways[0] ? FIRST_WRITES : way.share * WARM_UP
  for (let round = 0; round <= rounds; round++) {
    const isWarmUp = round === 0
    const firsts = ways.map(measuring.serials)
    const turn = round % all.length
    for (const { operation, contender, results, ...group } of [...all.slice(turn), ...all.slice(0, turn)]) {
      for (const [index, way] of waysOf(measuring, contender).entries()) {
        const sample = await once(operation, contender, way, {
          questions: await group.questions(operation, contender, contender.name === FLOOR ? 0 : round),
          from: Math.floor((index * operation.count) / ways.length),
          serial: firsts[index] ?? 0,
          milliseconds: measuring.milliseconds * (isWarmUp ? warmUpOf(operation, way) : way.share),
          least: isWarmUp ? 0 : LEAST_PER_CONNECTION * (way.connections ?? 0),
        })
        if (!isWarmUp) results.add(name, contender.name, way, sample)
      }
    }
  }
}

/** It sends what the library sends. */
async function teachFloor(
  operation: Operation,
  { contenders, questions: questionsFor }: Group,
  { serials }: Measuring,
): Promise<void> {
  const floor = contenders.find(({ name }) => name === FLOOR)
  const library = contenders.find(({ name }) => isLibrary(name))
  if (floor === undefined || library === undefined) return
  const question = questionsOf(operation, 0).find(({ method }) => method === 'POST')
  const written = question && { ...question, body: withSerial(question.body, serials()) }
  const questions = await questionsFor(operation, library, 0)
  await floor.ask('learn', { port: library.port, questions, written })
}

interface Asking {
  readonly questions: readonly Question[]
  readonly from: number
  readonly serial: number
  readonly milliseconds: number
  /** Requests, however long they take. */
  readonly least: number
}

const costs = ({ requests, cpu, server }: Counted) => ({ cpu: cpu / requests, server: server / requests })

async function once(operation: Operation, contender: Contender, way: Way, asking: Asking): Promise<Sample> {
  const { connections, isCold = false } = way
  const { questions, from, milliseconds, least } = asking
  if (connections === undefined) {
    await contender.prepare(questions)
    const { serial } = asking
    const counted = await contender.ask('inProcess', { serial, from, milliseconds, isCold })
    return { ...costs(counted), perSecond: 0, p50: 0, p99: 0 }
  }
  let { serial } = asking
  let at = from
  const next = () => {
    const question = questions[at++ % questions.length]
    if (question === undefined) throw new Error(`${operation.name}: no questions`)
    return question.body === '' ? question : { ...question, body: withSerial(question.body, serial++) }
  }
  await contender.ask('begin', null)
  const begun = performance.now()
  const load = { clients: connections, seconds: milliseconds / 1000, next, least }
  const seen = await runClients(contender.port, load)
  const seconds = (performance.now() - begun) / 1000
  const counted = await contender.ask('end', null)
  const refused = seen.find(({ status }) => status >= 400)
  if (refused !== undefined) throw new Error(`${operation.name}: ${contender.name} says ${refused.status}`)
  const took = seen.map((one) => one.took)
  return {
    ...costs(counted),
    ...{ perSecond: seen.length / seconds, p50: quantile(took, 0.5), p99: quantile(took, 0.99) },
  }
}
