import { endOf, type Model, type Operation } from './operation.ts'

/**
 * Whether a history is linearizable, by trying every order, without any cleverness that could be wrong. For some seven
 * operations.
 */
export function hasOrder<I, O, S>(
  operations: readonly Operation<I, O>[],
  model: Model<I, O, S>,
  state: S = model.initial,
): boolean {
  if (operations.every(({ outcome }) => outcome === undefined)) return true
  return operations.some((operation) => {
    const others = operations.filter((other) => other !== operation)
    if (others.some((other) => endOf(other) < operation.invoked)) return false
    return model
      .next(state, operation.input, operation.outcome)
      .some((after) => hasOrder(others, model, after))
  })
}
