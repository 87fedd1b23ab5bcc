import { availableParallelism } from 'node:os'
import type { TemporaryFolder } from '../storages/folder.ts'
import { STORAGES } from '../storages/openers.ts'
import { compare } from './compare.ts'
import { Contender } from './contender.ts'
import { measure, takesPart, warmUp } from './measure.ts'
import { BY_HAND, FLOOR, HONO, SAME_ROWS } from './names.ts'
import { NAMED, type Operation, operationsOn } from './operations.ts'
import type { Memory, Opened } from './protocol.ts'
import { QuestionFiles } from './questions.ts'
import { Results } from './results.ts'

export interface Order {
  readonly program: string
  /** For questions. */
  readonly folder: TemporaryFolder
  readonly events: number
  readonly storages: readonly string[]
  /** Whether those take part that are not the library, beside the floor. */
  readonly hasRivals: boolean
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
    await openAll(order, operations, all)
    const contenders = inOrder(all, order.storages)
    let given = 0
    const serials = () => SERIALS_EACH * given++
    const answering = contenders.filter(({ name }) => name !== FLOOR)
    say(`${events} events: comparing answers`)
    // Creates first of the writes: there is one that takes part in nothing else, and has the same calendar only then.
    for (const operation of [...reads, ...writes.toReversed()]) {
      await compare(
        operation,
        answering.filter((one) => takesPart(one, operation)),
        serials,
      )
    }
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

/** As the report shows them, without those that could not be opened. */
function inOrder(contenders: readonly Contender[], storages: readonly string[]): Contender[] {
  const names = [FLOOR, BY_HAND, HONO, SAME_ROWS, ...storages]
  return names.flatMap((name) => contenders.filter((one) => one.name === name && one.opened !== undefined))
}

/** As many calendars at once as there are cores are filled. What needs a server that is not there is left out. */
async function openAll(order: Order, operations: readonly Operation[], opened: Contender[]): Promise<void> {
  const { program, events, storages, hasRivals, say } = order
  const fill = async (name: string, copyOf?: string): Promise<void> => {
    const contender = new Contender(name, program)
    opened.push(contender)
    try {
      const { filled } = await contender.open(events, copyOf)
      say(`${events} events: ${name} is filled, ${filled.toFixed(1)} s`)
    } catch (error) {
      if (STORAGES.get(name)?.needsServer !== true) throw error
      const [reason] = String(error).split('\n')
      say(`${name} is left out: ${reason}`)
    }
  }
  const isCreating = operations.some(({ name }) => name === NAMED.create)
  const rivals = [BY_HAND, ...(isCreating ? [SAME_ROWS] : [])]
  const waiting = [...storages, ...(hasRivals ? rivals : [])]
  const fillNext = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await fill(name)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, fillNext))
  const byHand = opened.find(({ name }) => name === BY_HAND)
  if (byHand !== undefined) await fill(HONO, byHand.opened?.file)
  await fill(FLOOR)
}
