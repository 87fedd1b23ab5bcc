import { isDeepStrictEqual } from 'node:util'
import type { Contender, Question } from './contender.ts'
import { Dice } from './dice.ts'
import type { Operation } from './operations.ts'
import { type Bounds, Timing } from './timing.ts'

export interface Measured {
  readonly name: string
  readonly does: Operation['does']
  /** In the order of the contenders. */
  readonly timings: readonly Timing[]
  /** What of the library's time is the platform's own: a `Request`, and a `Response` and its text, with nothing between. */
  readonly fetchAlone: number
}

/** Calls of one before it is the next one's turn. */
const ROUND = 5
/** Until the compiler is done with it, as in a server that has run for a while. */
const WARM_UP: Bounds = { most: 1000, enough: 0, milliseconds: 1500, patience: 1 }
const MEASURED: Bounds = { most: 600, enough: 200, milliseconds: 3000, patience: 4 }
const COMPARISONS = 5

/** Asks all of them in turns, so that whatever else the machine does happens to all. */
export async function measure(operation: Operation, contenders: readonly Contender[]): Promise<Measured> {
  const dice = new Dice(99)
  const text = await compare(operation, contenders, dice)
  await inTurns(operation, contenders, dice, WARM_UP)
  const timings = await inTurns(operation, contenders, dice, MEASURED)
  const { name, does } = operation
  return { name, does, timings, fetchAlone: await bareFetch(text) }
}

/** What is not the same work cannot be compared. Gives an answer. */
async function compare(operation: Operation, contenders: readonly Contender[], dice: Dice): Promise<string> {
  const began = performance.now()
  let expected = ''
  for (let n = 0; n < COMPARISONS; n++) {
    const question = await operation.draw(dice)
    for (const [index, contender] of contenders.entries()) {
      const text = await contender.ask(question)
      if (index === 0) expected = text
      if (isDeepStrictEqual(JSON.parse(text), JSON.parse(expected))) continue
      console.error({ [contenders[0]?.name ?? '']: expected, [contender.name]: text })
      throw new Error(`${operation.name}: ${contender.name} answers something else`)
    }
    if (performance.now() - began > MEASURED.milliseconds) break
  }
  return expected
}

/**
 * Of reads each gets the same questions in the same order, until it has had enough. Writes are the same for all, so
 * that all keep the same calendar: they end when the first has had enough.
 */
async function inTurns(
  operation: Operation,
  contenders: readonly Contender[],
  dice: Dice,
  bounds: Bounds,
): Promise<Timing[]> {
  const isWrite = operation.does === 'write'
  const all = contenders.map((contender) => ({ contender, timing: new Timing() }))
  for (let round = 0; ; round++) {
    const left = all.filter(({ timing }) => !timing.isEnough(bounds))
    if (left.length === 0 || (isWrite && left.length < all.length)) break
    const questions: Question[] = []
    for (let n = 0; n < ROUND; n++) questions.push(await operation.draw(dice))
    const first = round % left.length
    for (const { contender, timing } of [...left.slice(first), ...left.slice(0, first)]) {
      for (const question of questions) {
        if (!isWrite && timing.isEnough(bounds)) break
        const start = performance.now()
        await contender.ask(question)
        timing.add(performance.now() - start)
      }
    }
  }
  return all.map(({ timing }) => timing)
}

async function bareFetch(text: string): Promise<number> {
  const timing = new Timing()
  for (let n = 0; n < MEASURED.enough; n++) {
    const start = performance.now()
    new Request('http://localhost/vendor/events/v1/events')
    await new Response(text, { headers: { 'content-type': 'application/json' } }).text()
    timing.add(performance.now() - start)
  }
  return timing.p50
}
