import { setTimeout } from 'node:timers/promises'
import type { Dice } from '../../src/testing/dice.ts'
import { fuzz } from './reader.ts'

/* Readers with a fault each, which the fuzzing must find: see `reader.test.ts`. They read numbers, and fail at 7. */

const kept: unknown[] = []

const FAULTS: Readonly<Record<string, (odd: boolean) => unknown>> = {
  none: () => {},
  'throws an unknown error': (isOdd) => {
    if (isOdd) throw new TypeError('of undefined')
  },
  'throws in a callback': (isOdd) => {
    if (isOdd) process.nextTick(() => fail('in a callback'))
  },
  'leaves a rejection': (isOdd) => {
    if (isOdd) void Promise.reject(new Error('nobody listens'))
  },
  'needs much memory': (isOdd) => {
    while (isOdd) kept.push(Array.from({ length: 1000 }, (_, n) => ({ n })))
  },
  'stands still': (isOdd) => {
    let mixed = 0
    for (let turn = 0; isOdd && turn < 300_000_000; turn++) mixed = (Math.imul(mixed, 31) + turn) | 0
    kept[0] = mixed
  },
  'gives way while it works': async (isOdd) => {
    for (let slice = 0; isOdd && slice < 30; slice++) {
      let mixed = 0
      for (let turn = 0; turn < 10_000_000; turn++) mixed = (Math.imul(mixed, 31) + turn) | 0
      kept[0] = mixed
      await setTimeout()
    }
  },
}

function fail(why: string): never {
  throw new Error(why)
}

const read = FAULTS[process.argv[2] ?? ''] ?? fail('no such fault')

await fuzz<number>({
  make: (dice: Dice) => dice.upTo(20),
  read: (input) => {
    if (input === 3) throw new RangeError('refused')
    return read(input === 7)
  },
  refuses: (error) => error instanceof RangeError,
})
