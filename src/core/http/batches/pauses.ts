import { createSlices } from '../../operations/reading/slices.ts'
import type { Done } from './runner.ts'

/** Milliseconds of a slice. Where the clock stands still while a program computes, its writes count alone. */
const LONGEST = 10
/** Writes of a slice. */
const MOST_WRITES = 32

/** All batches share them: many at once hold others up no longer than one does. */
const slice = createSlices()

/** Lets other requests of the process have a turn between entries: after each read, because a search can take long. */
export class Pauses {
  #writes = 0
  #began = performance.now()

  async after({ isWrite }: Done): Promise<void> {
    this.#writes++
    const isLong = performance.now() - this.#began > LONGEST
    if (isWrite && !isLong && this.#writes < MOST_WRITES) return
    await slice()
    this.#writes = 0
    this.#began = performance.now()
  }
}
