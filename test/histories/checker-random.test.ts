import { describe, expect, test } from 'vitest'
import { Dice } from '../../src/testing/dice.ts'
import { GENERATORS, type Judged, type Shape } from './checker/generate.ts'
import { linearize } from './checker/linearize.ts'
import { hasOrder } from './checker/naive.ts'
import { seed } from './histories.ts'

const verdictOf = (history: Judged) =>
  history((operations, { model }) => linearize(operations, model(operations)).verdict)

const SHAPES: Record<string, Shape> = {
  'short intervals': { operations: 300, reach: 2, lost: 50 },
  'long intervals': { operations: 200, reach: 6, lost: 50 },
  'many lost': { operations: 60, reach: 4, lost: 8 },
}

describe.each(Object.entries(GENERATORS))('%s', (name, generate) => {
  test.each(Object.entries(SHAPES))(`accepts what was linearizable: %s (SEED=${seed})`, (_, shape) => {
    const dice = new Dice(seed)
    for (let round = 0; round < 10; round++) {
      expect(verdictOf(generate(dice, shape, 0)), `round ${round}`).toBe('linearizable')
    }
  })

  test(`rejects most of what was changed in one place, whatever that is (SEED=${seed})`, () => {
    const dice = new Dice(seed)
    const verdicts = Array.from({ length: 300 }, () =>
      verdictOf(generate(dice, { operations: 60, reach: 3, lost: 50 }, 1)),
    )
    const count = (verdict: string) => verdicts.filter((one) => one === verdict).length
    const rejected = count('not linearizable')
    console.log(
      `${name}: of 300 changed histories ${rejected} were rejected, ${count('undecided')} undecided`,
    )
    expect(count('undecided')).toBe(0)
    expect(rejected).toBeGreaterThan(150)
  })

  test(`says of short histories what trying every order says (SEED=${seed})`, () => {
    const dice = new Dice(seed)
    const rounds = 2000
    let right = 0
    for (let round = 0; round < rounds; round++) {
      const shape = { operations: 2 + dice.upTo(5), reach: 1 + dice.upTo(4), lost: 4 }
      const history = generate(dice, shape, dice.upTo(3))
      const isRight = history((operations, { model }) => hasOrder(operations, model(operations)))
      if (isRight) right++
      expect(verdictOf(history), `round ${round}`).toBe(isRight ? 'linearizable' : 'not linearizable')
    }
    console.log(`${name}: of ${rounds} short histories ${right} were linearizable`)
    expect(right).toBeGreaterThan(rounds / 20)
    expect(right).toBeLessThan(rounds - rounds / 20)
  })
})

test(`accepts thousands of operations on one event (SEED=${seed})`, () => {
  const history = GENERATORS.register(new Dice(seed), { operations: 3000, reach: 6, lost: 300 }, 0)
  expect(verdictOf(history)).toBe('linearizable')
})
