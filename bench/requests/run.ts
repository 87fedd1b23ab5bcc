import { availableParallelism } from 'node:os'
import { databaseOf } from '../databases/databases.ts'
import type { TemporaryFolder } from '../shared/folder.ts'
import { compare } from './compare.ts'
import { Contender } from './contender.ts'
import { measure, warmUp } from './measure.ts'
import { databaseByHand, FLOOR, rivalOf } from './names.ts'
import { type Operation, operationsOn } from './operations.ts'
import type { Memory, Opened } from './protocol.ts'
import { QuestionFiles } from './questions.ts'
import { Results } from './results.ts'

export interface Order {
  readonly program: string
  /** For questions. */
  readonly folder: TemporaryFolder
  readonly events: number
  readonly storages: readonly string[]
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

/** All contenders with calendars of one size. */
export interface Run {
  readonly events: number
  readonly sides: readonly Side[]
  readonly operations: readonly string[]
  readonly results: Results
}

/** Numbers that no two writes of a measurement's requests share with another's; see SERIAL. */
const SERIALS_EACH = 100_000

export async function runWith(order: Order): Promise<Run> {
  const { events, rounds, only, say } = order
  const operations = operationsOn(events).filter(({ name }) => name.includes(only))
  if (operations.length === 0) throw new RangeError(`--only ${only}: no operation has that in its name`)
  const reads = operations.filter(({ does }) => does === 'read')
  const writes = operations.filter(({ does }) => does === 'write')
  const all: Contender[] = []
  try {
    await openAll(order, all)
    const contenders = all.filter(({ opened }) => opened !== undefined)
    let given = 0
    const serials = () => SERIALS_EACH * given++
    const answering = contenders.filter(({ name }) => name !== FLOOR)
    say(`${events} events: comparing answers`)
    for (const operation of operations) await compare(operation, answering, serials)
    const results = new Results()
    const measuring = {
      ...{ contenders, results, rounds, serials },
      files: new QuestionFiles(order.folder),
      milliseconds: order.seconds * 1000,
    }
    say(`${events} events: warming up`)
    await warmUp(reads, measuring)
    const measureAll = async (some: readonly Operation[]) => {
      for (const operation of some) {
        say(`${events} events: ${operation.name}`)
        await measure(operation, measuring)
      }
    }
    await measureAll(reads)
    const sides: Side[] = []
    for (const contender of contenders) {
      const { name, opened } = contender
      if (opened !== undefined) sides.push({ name, opened, memory: await contender.memory() })
    }
    await measureAll(writes)
    return { events, sides, operations: operations.map(({ name }) => name), results }
  } finally {
    await Promise.all(all.map((contender) => contender.close()))
  }
}

/** As many calendars at once as there are cores are filled. What needs a server that cannot be reached is left out. */
async function openAll({ program, events, storages, say }: Order, contenders: Contender[]): Promise<void> {
  const names = [...new Set([FLOOR, ...storages.map(rivalOf), ...storages])]
  contenders.push(...names.map((name) => new Contender(name, program)))
  const waiting = [...contenders]
  const openNext = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const { name } = one
      try {
        const { filled } = await one.open(events)
        say(`${events} events: ${name} is filled, ${filled.toFixed(1)} s`)
      } catch (error) {
        if (name === FLOOR || !databaseOf(databaseByHand(name) ?? name).needsServer) throw error
        say(`${name} is left out: ${String(error).split('\n')[0]}`)
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, openNext))
}
