import type { Dice } from '../../../src/testing/dice.ts'
import { idempotencyChoices, registerChoices, slugChoices } from './choices.ts'
import type { Subject } from './judge.ts'
import type { Operation } from './operation.ts'

/*
 * Histories that are linearizable, since they were: each operation took effect at one moment, and its interval was drawn
 * around that. Some outcomes were lost; of those some took effect late, some never.
 */

export interface Shape {
  readonly operations: number
  /** So many moments an interval may reach to either side. */
  readonly reach: number
  /** One operation in so many is lost. */
  readonly lost: number
}

/** What may be asked of one object, and what it answers in a state. */
export interface Choices<I, O, S> {
  readonly subject: Subject<I, O, S>
  readonly input: (dice: Dice, state: S, index: number) => I
  /** An answer, of which the subject's model may still say that it cannot be. */
  readonly outcome: (dice: Dice, state: S, input: I, index: number) => O
}

/** Makes a history, and one that is changed from it in so many places. */
export type Generate = (dice: Dice, shape: Shape, changes: number) => Judged

/** What a checker says of the history. */
export type Judged = <T>(
  check: <I, O, S>(history: readonly Operation<I, O>[], subject: Subject<I, O, S>) => T,
) => T

const BETWEEN = 10

export const GENERATORS: Readonly<Record<'register' | 'slugs' | 'idempotency', Generate>> = {
  register: generating(registerChoices),
  slugs: generating(slugChoices),
  idempotency: generating(idempotencyChoices),
}

function generating<I, O, S>(choices: Choices<I, O, S>): Generate {
  return (dice, shape, changes) => {
    let history = valid(choices, dice, shape)
    for (let left = changes; left > 0; left--) history = mutated(dice, history)
    return (check) => check(history, choices.subject)
  }
}

function valid<I, O, S>(choices: Choices<I, O, S>, dice: Dice, shape: Shape): Operation<I, O>[] {
  const { next, initial } = choices.subject.model([])
  let state = initial
  const history: Operation<I, O>[] = []
  for (let index = 0; history.length < shape.operations; index++) {
    const moment = BETWEEN * (history.length + 1)
    const input = choices.input(dice, state, index)
    const outcome = choices.outcome(dice, state, input, index)
    const [after] = next(state, input, outcome)
    if (after === undefined) continue
    const isLost = dice.chance(shape.lost)
    if (!isLost || dice.chance(2)) state = after
    const before = dice.upTo(BETWEEN * shape.reach)
    const invoked = moment - before
    // Whoever lost the answer may have stopped waiting before it took effect.
    const returned = isLost ? invoked + dice.upTo(before + 1) : moment + dice.upTo(BETWEEN * shape.reach)
    history.push({
      client: `${index}`,
      invoked,
      returned,
      input,
      ...(isLost ? {} : { outcome }),
    })
  }
  return history
}

/** The same with one thing changed, so that most of these could not have been. */
function mutated<I, O>(dice: Dice, history: readonly Operation<I, O>[]): Operation<I, O>[] {
  const answered = history.filter(({ outcome }) => outcome !== undefined)
  if (answered.length === 0) return [...history]
  const one = dice.oneOf(answered)
  const others = answered.filter(({ outcome }) => JSON.stringify(outcome) !== JSON.stringify(one.outcome))
  const by = dice.chance(2) ? -20 * BETWEEN : 20 * BETWEEN
  const changed =
    others.length > 0 && !dice.chance(4)
      ? // An outcome of another time, or of another operation.
        { ...one, outcome: dice.oneOf(others).outcome }
      : // Asked and answered long before or after.
        { ...one, invoked: one.invoked + by, returned: one.returned + by }
  return history.map((operation) => (operation === one ? changed : operation))
}
