import { linearize } from './linearize.ts'
import { byInvocation, endOf, type Model, type Operation, unheard, until } from './operation.ts'

/*
 * Why a history is not linearizable, as few operations as can be found that no order fits.
 *
 * 1. The moment from which on there is no order: every beginning of a linearizable history is linearizable, so the
 *    first return that leaves none is found by halves.
 * 2. The shortest window before that moment which has no order whatever state it began in, of all states that the search
 *    came to. What else was under way then may have taken effect in it, or not.
 * 3. Of the window those operations without whose answers there would still be no order are left out.
 */

/** The search is repeated often; where one takes longer than this, what it was to leave out stays in. */
const MOST_CONFIGURATIONS = 20_000

export interface Explanation<I, O> {
  /** The operations that no order fits, by the time of their invocation. */
  readonly core: readonly Operation<I, O>[]
  /** How many others overlap them. */
  readonly around: number
}

export function explain<I, O, S>(
  history: readonly Operation<I, O>[],
  model: Model<I, O, S>,
): Explanation<I, O> {
  const fails = (operations: readonly Operation<I, O>[], starts: readonly S[] = [model.initial]) =>
    linearize(operations, model, { starts, most: MOST_CONFIGURATIONS }).verdict === 'not linearizable'

  const moment = firstFailure(history, (moment) => fails(until(history, moment)))
  const prefix = until(history, moment).sort(byInvocation)
  const starts = [model.initial, ...linearize(prefix, model).states.values()]
  const failing = (window: readonly Operation<I, O>[]) =>
    fails([...window, ...beside(window, prefix).map(unheard)], starts)

  const last = prefix.findIndex((operation) => endOf(operation) === moment)
  let core = prefix.slice(last)
  for (let first = last - 1; first >= 0 && !failing(core); first--) core = prefix.slice(first)
  for (const operation of core) {
    const others = core.filter((other) => other !== operation)
    if (failing(others)) core = others
  }
  return { core, around: beside(core, history).length }
}

/** The least return at which it fails, given that it fails at the last and at every one after the first that fails. */
function firstFailure(
  history: readonly Operation<unknown, unknown>[],
  failsAt: (moment: number) => boolean,
): number {
  const moments = history
    .map(endOf)
    .filter(Number.isFinite)
    .sort((a, b) => a - b)
  let [low, high] = [0, moments.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (failsAt(moments[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return moments[low] ?? 0
}

/** What was under way at the time of the window, and is not of it. */
function beside<I, O>(
  window: readonly Operation<I, O>[],
  history: readonly Operation<I, O>[],
): Operation<I, O>[] {
  const from = Math.min(...window.map(({ invoked }) => invoked))
  const to = Math.max(...window.map(endOf).filter(Number.isFinite))
  return history.filter(
    (operation) => !window.includes(operation) && operation.invoked <= to && endOf(operation) >= from,
  )
}

export function explanation<I, O, S>(history: readonly Operation<I, O>[], model: Model<I, O, S>): string {
  const { core, around } = explain(history, model)
  const start = Math.min(...core.map(({ invoked }) => invoked))
  const ms = (time: number) => `${((time - start) / 1e6).toFixed(3)}`.padStart(9)
  const lines = core.map(
    ({ client, invoked, returned, input, outcome }) =>
      `  ${ms(invoked)} –${outcome === undefined ? '        …' : ms(returned)} ms  client ${client}: ${model.describe(input, outcome)}`,
  )
  return [
    `${core.length} of ${history.length} operations have no order (${around} others that overlap them do not help):`,
    ...lines,
  ].join('\n')
}
