import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runReader } from './run-reader.ts'

/*
 * Each reader of foreign bytes, in a process of its own with little memory: `reader.ts` says what makes one fail, and how to
 * add one. `FUZZ_INPUTS=n` chooses how many inputs each gets, `FUZZ_MINUTES=n` how long each is fuzzed at least.
 */

const isFull = process.env.FUZZ === 'full'
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 300)
const MINUTES = Number(process.env.FUZZ_MINUTES ?? (isFull ? 30 : 0))
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

const folder = new URL('readers/', import.meta.url)

/** It only ends what hangs: the input before the last one may take nearly as long as that. */
const TIMEOUT = 600_000 + MINUTES * 60_000 + INPUTS * 1000

describe(`readers of foreign bytes refuse what they cannot read (SEED=${SEED})`, () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    test(basename(file, '.ts'), { timeout: TIMEOUT }, async () => {
      const how = { SEED, FUZZ_INPUTS: INPUTS, FUZZ_TIME: MINUTES * 60_000 }
      const { fault, done } = await runReader(new URL(file, folder), how)
      if (fault !== undefined) expect.fail(`${file}: ${fault}`)
      console.log(`SEED=${SEED} ${file}: ${JSON.stringify(done)}`)
      // A reader that refuses everything has seen nothing of its format.
      expect(done?.refused, 'inputs that were refused').toBeLessThan(done?.inputs ?? 0)
    })
  }
})
