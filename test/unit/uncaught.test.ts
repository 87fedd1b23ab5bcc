import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { takeUncaught } from '../setup/uncaught.ts'

/* What makes every test fail whose programs leave an error to nobody. */

test.each([
  ['Promise.reject(new Error("rejected"))', 'unhandledRejection: Error: rejected'],
  ['setTimeout(() => { throw new Error("thrown") })', 'uncaughtException: Error: thrown'],
  // A program that goes on has left it to nobody all the same.
  ['process.on("uncaughtException", () => {}); Promise.reject(new Error("swallowed"))', 'swallowed'],
])('an error of a started program is found: %s', (program, error) => {
  spawnSync(process.execPath, ['-e', program])
  expect(takeUncaught()).toContain(error)
  expect(takeUncaught()).toBe('')
})

test('errors that a program catches are nobody’s business', () => {
  spawnSync(process.execPath, ['-e', 'Promise.reject(new Error("caught")).catch(() => process.exit(1))'])
  expect(takeUncaught()).toBe('')
})
