import { expect, test } from 'vitest'
import { takeUncaught } from '../setup/uncaught.ts'
import { runReader } from './run-reader.ts'

/* The fuzzing of readers finds what it should find, and nothing else. */

const entry = new URL('faulty-reader.ts', import.meta.url)
const run = (fault: string) => runReader(entry, { SEED: 5, FUZZ_INPUTS: 100, FUZZ_TIME: 0 }, [fault])

test.each(['none', 'gives way while it works'])('a reader passes whose fault is: %s', async (name) => {
  const { fault, done } = await run(name)
  expect(fault).toBeUndefined()
  expect(done).toMatchObject({ inputs: 100 })
  expect(done?.refused).toBeGreaterThan(0)
})

test.each([
  ['throws an unknown error', 'threw: TypeError: of undefined'],
  ['throws in a callback', 'uncaughtException: Error: in a callback'],
  ['leaves a rejection', 'unhandledRejection: Error: nobody listens'],
  ['needs much memory', 'heap out of memory'],
  ['stands still', 'stood still for'],
])('a reader fails that %s, and the input is named', async (name, why) => {
  const { fault } = await run(name)
  expect(fault).toMatch(/^SEED=5 INPUT=\d+: /)
  expect(fault).toContain(why)
  // Alone, this input fails as well.
  const input = /INPUT=(\d+)/.exec(fault ?? '')?.[1] ?? ''
  process.env.INPUT = input
  const again = await run(name).finally(() => Reflect.deleteProperty(process.env, 'INPUT'))
  expect(again.fault).toContain(why)
  // The fault that the reader should have is none of this test.
  takeUncaught()
})
