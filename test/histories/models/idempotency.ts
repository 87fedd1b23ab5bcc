import type { Subject } from '../checker/judge.ts'
import type { Model, Operation } from '../checker/operation.ts'

/*
 * One `Idempotency-Key` of one user as a register that is written once: the body that came first, and the one record
 * that was created by it.
 */

export type IdempotencyInput = {
  readonly user: number
  readonly key: string
} /** `title`: all that differs between bodies; of no other key. */ & (
  | { readonly do: 'create'; readonly title: string }
  /** All records that were created under the key, whatever the body. */
  | { readonly do: 'list' }
)

export type IdempotencyOutcome =
  | { readonly id: number; readonly title: string; readonly isReplayed: boolean }
  /** 422: the key came before with another body. */
  | 'reused'
  | { readonly records: readonly Created[] }

export interface Created {
  readonly id: number
  readonly title: string
}

type Operations = readonly Operation<IdempotencyInput, IdempotencyOutcome>[]

export const idempotency: Subject<IdempotencyInput, IdempotencyOutcome, Created | null> = {
  partition: ({ user, key }) => `key ${key} of user ${user}`,
  model,
}

/** Of a record that nobody ever saw. */
const UNSEEN = 0

function model(history: Operations): Model<IdempotencyInput, IdempotencyOutcome, Created | null> {
  const seen = history.flatMap(({ outcome }) => createdIn(outcome))
  return {
    initial: null,
    next: (state, input, outcome) =>
      outcome === undefined ? unknown(seen, state, input) : known(state, input, outcome),
    isRead: (input, outcome) =>
      input.do === 'list' || outcome === 'reused' || ('isReplayed' in outcome && outcome.isReplayed),
    effectOf: JSON.stringify,
    keyOf: JSON.stringify,
    describe,
  }
}

function createdIn(outcome: IdempotencyOutcome | undefined): readonly Created[] {
  if (outcome === undefined || outcome === 'reused') return []
  return 'records' in outcome ? outcome.records : [{ id: outcome.id, title: outcome.title }]
}

function known(
  state: Created | null,
  input: IdempotencyInput,
  outcome: IdempotencyOutcome,
): readonly (Created | null)[] {
  if (outcome === 'reused') {
    return input.do === 'create' && state !== null && state.title !== input.title ? [state] : []
  }
  if ('records' in outcome) {
    const expected = state === null ? [] : [state]
    return input.do === 'list' && isSame(expected, outcome.records) ? [state] : []
  }
  if (input.do !== 'create' || outcome.title !== input.title) return []
  if (state === null) return outcome.isReplayed ? [] : [{ id: outcome.id, title: outcome.title }]
  return outcome.isReplayed && isSame([state], [outcome]) ? [state] : []
}

const isSame = (a: readonly Created[], b: readonly Created[]): boolean =>
  a.length === b.length && a.every(({ id, title }, index) => id === b[index]?.id && title === b[index]?.title)

function unknown(
  seen: readonly Created[],
  state: Created | null,
  input: IdempotencyInput,
): readonly (Created | null)[] {
  if (input.do !== 'create' || state !== null) return []
  const ids = new Set(seen.filter(({ title }) => title === input.title).map(({ id }) => id))
  return [...ids, UNSEEN].map((id) => ({ id, title: input.title }))
}

function describe(input: IdempotencyInput, outcome: IdempotencyOutcome | undefined): string {
  const asked = input.do === 'list' ? 'list' : `create "${input.title}"`
  if (outcome === undefined) return `${asked} → unknown`
  if (outcome === 'reused') return `${asked} → 422`
  if ('records' in outcome) {
    return `${asked} → [${outcome.records.map(({ id, title }) => `ID ${id} "${title}"`).join(', ')}]`
  }
  return `${asked} → ID ${outcome.id} "${outcome.title}"${outcome.isReplayed ? ', replayed' : ''}`
}
