import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { Dice } from '../../src/testing/dice.ts'
import { StopWatch, stepTime } from './stops.ts'

/*
 * Fuzzing of what reads foreign bytes: pictures, files, feeds, bodies, HTTP answers. For a new reader, write one file
 * `test/fuzz/readers/NAME.ts`, which is a program of its own, and nothing else:
 *
 *     import { cleanImage } from '../../../src/core/domain/images/clean-image.ts'
 *     import { fuzz } from '../reader.ts'
 *
 *     await fuzz({
 *       make: (dice) => damaged(dice, somePicture(dice)),     // damage.ts has means of damaging
 *       read: async (bytes) => { cleanImage(bytes) },
 *       refuses: (error) => error instanceof ImageError,
 *     })
 *
 * `readers.test.ts` finds the file, bundles it, and runs it in a process with 128 MB of heap: some hundred inputs in each
 * test run, and half an hour of them by `npm run fuzz`. It fails, and names the seed and the number of the input,
 *
 * - where `read` throws what `refuses` does not know as its refusal,
 * - on an uncaught exception or an unhandled rejection, also a moment after `read` has returned,
 * - where the process ends: no memory left, a fatal error,
 * - where the event loop stands still for more than `longestStop` steps. A step is the CPU time of a fixed piece of
 *   work, about a millisecond, measured in the same process: neither a busy nor a slow machine changes the number,
 * - where `read` does not come to an end.
 *
 * The same seed makes the same inputs. Inputs are of the structure that the reader expects, with odd values in it: random
 * bytes are refused at the first look. Make them in code: the program does not run where its source is.
 *
 *     SEED=7 npx vitest run --project all test/fuzz/readers.test.ts -t avif              # again
 *     SEED=7 INPUT=42 npx vitest run --project all test/fuzz/readers.test.ts -t avif     # this input alone
 */

export interface Reader<Input> {
  /** The same input for the same dice. */
  make(dice: Dice): Input
  read(input: Input): unknown
  /** Whether an error is the reader's way of refusing a bad input. Any other one is a fault. */
  refuses(error: unknown): boolean
  /** In steps, see above; 250 where it is not given. Give a reason for more. */
  readonly longestStop?: number
  /** As how many inputs of other readers one counts: 1 where it is not given. */
  readonly weight?: number
}

/** What the program is told by its environment, and what it prints as it goes: see `readers.test.ts`. */
export interface Told {
  /** Number of the input that is read now. */
  readonly input?: number
  readonly fault?: string
  readonly done?: { readonly inputs: number; readonly refused: number; readonly longestStop: number }
}

/** Synchronous, so that it is out before the process ends, however it ends. */
const tell = (told: Told) => writeSync(1, `${JSON.stringify(told)}\n`)

const numberOf = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

export async function fuzz<Input>(reader: Reader<Input>): Promise<void> {
  const { longestStop: most = 250, weight = 1 } = reader
  const [seed, inputs, milliseconds] = [
    numberOf('SEED', 1),
    numberOf('FUZZ_INPUTS', 1),
    numberOf('FUZZ_TIME', 0),
  ]
  const only = process.env.INPUT
  for (const event of ['uncaughtException', 'unhandledRejection'])
    process.on(event, (error: unknown) => end(`${event}: ${shown(error)}`))

  let refused = 0
  let longest = 0
  const begun = performance.now()
  /** Reads one input; resolves to the longest stop, in steps. */
  const readOne = async (number: number): Promise<number> => {
    tell({ input: number })
    const input = reader.make(new Dice(seed + number))
    const watch = new StopWatch()
    try {
      await reader.read(input)
    } catch (error) {
      if (!reader.refuses(error)) end(`threw: ${shown(error)}`)
      refused++
    }
    const longestStop = watch.end()
    // Whatever fails a moment later is still of this input.
    await setImmediate()
    return longestStop / stepTime()
  }
  const isDone = (number: number) => number * weight >= inputs && performance.now() - begun >= milliseconds
  let number = only === undefined ? 0 : Number(only)
  for (; only === undefined ? !isDone(number) : number === Number(only); number++) {
    let stop = await readOne(number)
    // Compilation and collection of garbage only make it longer: the shortest of three counts.
    for (let again = 0; stop > most && again < 2; again++) stop = Math.min(stop, await readOne(number))
    if (stop > most) end(`stood still for ${Math.round(stop)} steps, and may for ${most}`)
    longest = Math.max(longest, stop)
  }
  tell({ done: { inputs: only === undefined ? number : 1, refused, longestStop: Math.round(longest) } })
  process.exit()
}

function end(fault: string): never {
  tell({ fault })
  process.exit(1)
}

const shown = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
