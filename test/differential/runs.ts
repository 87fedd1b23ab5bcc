/*
 * How much is tried. `FUZZ=full` does two hundred times as much, from a seed of its own each time; `SEED` replays a run, and
 * the seed that a failure names is that of its first sequence.
 */

const isFull = process.env.FUZZ === 'full'

export const SEQUENCES = isFull ? 2000 : 10
export const STEPS = 50

/** Sequences of one test: few, so that its name says how far a run has come. */
export const BATCH = Math.min(SEQUENCES, 20)

export const SEED = Number(process.env.SEED ?? (isFull ? Math.floor(Math.random() * 2 ** 31) : 1))

/** Of one test, in milliseconds; shrinking included. */
export const PATIENCE = 1_800_000

/** The first seeds of the tests. */
export const BATCHES: readonly number[] = Array.from(
  { length: Math.ceil(SEQUENCES / BATCH) },
  (_, index) => SEED + index * BATCH,
)
