import { databaseOf } from '../databases/databases.ts'
import { compare } from './compare.ts'
import { Contender } from './contender.ts'
import { type Group, measure, warmUp } from './measure.ts'
import { byHandOn, databaseByHand, FLOOR } from './names.ts'
import { type Operation, operationsOn } from './operations.ts'
import type { Memory, Opened } from './protocol.ts'
import { questionsOnce } from './questions.ts'
import { CACHED, COLD, Results, TOGETHER } from './results.ts'

export interface Order {
  readonly program: string
  /** Of the calendars that are kept, which are only read; `undefined`: none is. */
  readonly root: string | undefined
  /** Without a socket. */
  readonly isInProcess: boolean
  /** Without the floor and the contender by hand. */
  readonly isAlone: boolean
  readonly rounds: number
  readonly seconds: number
  readonly only: string
  readonly say: (text: string) => void
}

export interface Side {
  readonly name: string
  readonly opened: Opened
  /** After the reads. */
  readonly memory: Memory
}

/** The contenders of one or more storages with calendars of one size. */
export interface Run {
  readonly events: number
  readonly sides: readonly Side[]
  readonly operations: readonly string[]
  readonly results: Results
}

/** Numbers that no two writes of a measurement's requests share with another's; see SERIAL. */
const SERIALS_EACH = 100_000

/** One storage with calendars of some sizes, and those that it is compared with. None where its server cannot be reached. */
export async function runWith(order: Order, sizes: readonly number[], storage: string): Promise<Run[]> {
  const { rounds, only, isInProcess } = order
  const say = (text: string) => order.say(`${storage}: ${text}`)
  const { openByHand } = databaseOf(storage)
  const rival = openByHand === undefined ? [] : [byHandOn(storage)]
  // Its answers are in memory, too.
  const floor = storage === 'memory' && !isInProcess ? [FLOOR] : []
  const names = order.isAlone ? [storage] : [...floor, ...rival, storage]
  const groups = sizes.map(
    (events): Group => ({
      events,
      contenders: names.map((name) => new Contender(name, order.program)),
      operations: operationsOn(events).filter(
        ({ name, does }) =>
          only.split(',').some((some) => name.includes(some)) &&
          (order.root === undefined || does === 'read'),
      ),
      questions: questionsOnce(),
      results: new Results(),
    }),
  )
  const operations = new Map(
    groups.flatMap((group) => group.operations.map(({ name, does }) => [name, does])),
  )
  if (operations.size === 0) throw new RangeError(`--only ${only}: no operation has that in its name`)
  try {
    for (const { contenders, events } of groups) {
      for (const one of contenders) {
        try {
          const { loaded } = await one.open(events, {}, order.root)
          say(`${events} events, ${one.name}: loaded in ${loaded.seconds.toFixed(1)} s`)
        } catch (error) {
          if (one.name === FLOOR || !databaseOf(databaseByHand(one.name) ?? one.name).needsServer) throw error
          say(`left out: ${String(error).split('\n')[0]}`)
          return []
        }
      }
    }
    let given = 0
    const serials = () => SERIALS_EACH * given++
    for (const group of groups) {
      const answering = group.contenders.filter(({ name }) => name !== FLOOR)
      for (const operation of group.operations) await compare(operation, answering, serials)
    }
    const measuring = {
      ...{ rounds, serials },
      ways: isInProcess ? [CACHED, COLD] : [CACHED, COLD, TOGETHER],
      milliseconds: order.seconds * 1000,
    }
    const measureAll = async (what: Operation['does']) => {
      for (const [name, does] of operations) {
        if (does !== what) continue
        say(name)
        await measure(name, groups, measuring)
      }
    }
    await warmUp(groups, measuring)
    await measureAll('read')
    const runs: Run[] = []
    for (const { contenders, events, results, operations } of groups) {
      const sides: Side[] = []
      for (const contender of contenders) {
        const { name, opened } = contender
        if (opened !== undefined) sides.push({ name, opened, memory: await contender.memory() })
      }
      runs.push({ events, sides, operations: operations.map(({ name }) => name), results })
    }
    await measureAll('write')
    return runs
  } finally {
    await Promise.all(groups.flatMap(({ contenders }) => contenders.map((contender) => contender.close())))
  }
}

/** All runs of one size as one. */
export function merged(runs: readonly Run[]): Run[] {
  return [...new Set(runs.map(({ events }) => events))].map((events) => {
    const same = runs.filter((run) => run.events === events)
    return {
      events,
      sides: same.flatMap(({ sides }) => sides),
      operations: [...new Set(same.flatMap(({ operations }) => operations))],
      results: new Results(same.flatMap(({ results }) => results.entries())),
    }
  })
}
