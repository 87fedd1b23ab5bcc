import { isDeepStrictEqual } from 'node:util'
import { Dice } from './dice.ts'
import type { Operation, Pair } from './operations.ts'

export interface Spread {
  readonly p50: number
  readonly p99: number
}

/** Milliseconds per call. */
export interface Measured {
  readonly name: string
  readonly isRead: boolean
  readonly calls: number
  readonly byHand: Spread
  readonly library: Spread
  /** What of the library's time is the platform's own: a `Request`, and a `Response` and its text, with nothing between. */
  readonly fetchAlone: number
}

type Side = keyof Pair

/** Calls of one side before it is the other one's turn. */
const ROUND = 5
/** Until the compiler is done with it, as in a server that has run for a while. */
const WARM_UP = { most: 2000, milliseconds: 6000 }
const ENOUGH = 300
const MOST = 1000
/** Milliseconds. A slow operation is called for so long, or up to `PATIENCE` times as long if it needs that for `ENOUGH`. */
const TIME = 10_000
const PATIENCE = 4

/**
 * Calls both sides in turns, with the same parameters in the same order, so that whatever else the machine does
 * happens to both.
 */
export async function measure(operation: Operation): Promise<Measured> {
  const dice = new Dice(99)
  const text = await compare(operation, dice)
  await warmUp(operation, dice)
  const samples: Record<Side, number[]> = { byHand: [], library: [] }
  const began = performance.now()
  for (let round = 0; ; round++) {
    const calls = samples.byHand.length
    const time = performance.now() - began
    if (calls >= MOST || (time > TIME && calls >= ENOUGH) || time > PATIENCE * TIME) break
    const pairs = Array.from({ length: ROUND }, () => operation.draw(dice))
    const sides: Side[] = round % 2 === 0 ? ['byHand', 'library'] : ['library', 'byHand']
    for (const side of sides) {
      for (const pair of pairs) {
        const start = performance.now()
        await pair[side]()
        samples[side].push(performance.now() - start)
      }
    }
  }
  const { name, isRead } = operation
  return {
    name,
    isRead,
    calls: samples.byHand.length,
    byHand: spreadOf(samples.byHand),
    library: spreadOf(samples.library),
    fetchAlone: await bareFetch(text),
  }
}

/** What is not the same work cannot be compared. Gives an answer. */
async function compare(operation: Operation, dice: Dice): Promise<string> {
  let text = ''
  for (let n = 0; n < 5; n++) {
    const pair = operation.draw(dice)
    const byHand = await pair.byHand()
    text = await pair.library()
    if (isDeepStrictEqual(JSON.parse(byHand), JSON.parse(text))) continue
    console.error({ byHand, library: text })
    throw new Error(`${operation.name}: the answers differ`)
  }
  return text
}

async function bareFetch(text: string): Promise<number> {
  const samples: number[] = []
  for (let n = 0; n < ENOUGH; n++) {
    const start = performance.now()
    new Request('http://localhost/vendor/events/v1/events')
    await new Response(text, { headers: { 'content-type': 'application/json' } }).text()
    samples.push(performance.now() - start)
  }
  return spreadOf(samples).p50
}

async function warmUp(operation: Operation, dice: Dice): Promise<void> {
  const began = performance.now()
  for (let n = 0; n < WARM_UP.most && performance.now() - began < WARM_UP.milliseconds; n++) {
    const pair = operation.draw(dice)
    await pair.byHand()
    await pair.library()
  }
}

function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
