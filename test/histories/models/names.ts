import type { Subject } from '../checker/judge.ts'
import type { Model, Operation } from '../checker/operation.ts'

/*
 * One name of one kind as a register: the one record that has it, or none. Whoever asks for a record of the name is given
 * that record, by whichever request; where there is none, it is made. It may be removed, and then be made anew.
 */

export type NameKind = 'venue' | 'organizer' | 'category' | 'tag'

export type NameInput = { readonly kind: NameKind; readonly name: string } & (
  | { readonly do: 'create'; readonly spelled: string }
  /** An event with a record of the name inline. */
  | { readonly do: 'inline'; readonly spelled: string }
  | { readonly do: 'remove'; readonly id: number }
  /** All records of the name. */
  | { readonly do: 'list' }
)

export type NameOutcome =
  /** `isNew`: absent where the answer does not tell. */
  | { readonly id: number; readonly isNew?: boolean }
  | { readonly records: readonly number[] }
  | 'removed'
  /** 404 or 410: it was removed before. */
  | 'gone'

/** IDs. A record that nobody ever saw is in no state: no answer can be explained by it. */
interface Named {
  readonly live: number | null
  readonly removed: readonly number[]
}

type History = readonly Operation<NameInput, NameOutcome>[]

export const names: Subject<NameInput, NameOutcome, Named> = {
  partition: ({ kind, name }) => `${kind} ${name}`,
  model,
}

function model(history: History): Model<NameInput, NameOutcome, Named> {
  const seen = [...new Set(history.flatMap(({ outcome }) => idsIn(outcome)))]
  return {
    initial: { live: null, removed: [] },
    next: (state, input, outcome) =>
      outcome === undefined ? unknown(seen, state, input) : known(state, input, outcome),
    isRead: (input, outcome) =>
      input.do === 'list' || outcome === 'gone' || (isMade(outcome) && outcome.isNew === false),
    effectOf: (input) =>
      input.do === 'remove' ? `remove ${input.id}` : input.do === 'list' ? 'list' : 'make',
    keyOf: ({ live, removed }) => `${live} ${removed}`,
    describe,
  }
}

const isMade = (outcome: NameOutcome): outcome is Extract<NameOutcome, { id: number }> =>
  typeof outcome === 'object' && 'id' in outcome

function idsIn(outcome: NameOutcome | undefined): readonly number[] {
  if (typeof outcome !== 'object') return []
  return 'id' in outcome ? [outcome.id] : outcome.records
}

function known(state: Named, input: NameInput, outcome: NameOutcome): readonly Named[] {
  const { live } = state
  if (input.do === 'remove') {
    if (outcome === 'removed') return live === input.id ? [without(state)] : []
    return outcome === 'gone' && live !== input.id ? [state] : []
  }
  if (typeof outcome !== 'object') return []
  if ('records' in outcome) {
    const expected = live === null ? [] : [live]
    return input.do === 'list' && `${outcome.records}` === `${expected}` ? [state] : []
  }
  if (live !== null) return live === outcome.id && outcome.isNew !== true ? [state] : []
  return outcome.isNew === false ? [] : made(state, outcome.id)
}

function unknown(seen: readonly number[], state: Named, input: NameInput): readonly Named[] {
  if (input.do === 'list') return []
  if (input.do === 'remove') return state.live === input.id ? [without(state)] : []
  return state.live === null ? seen.flatMap((id) => made(state, id)) : []
}

const without = ({ live, removed }: Named): Named => ({
  live: null,
  removed: live === null ? removed : [...removed, live].sort((a, b) => a - b),
})

const made = ({ removed }: Named, id: number): readonly Named[] =>
  removed.includes(id) ? [] : [{ live: id, removed }]

function describe(input: NameInput, outcome: NameOutcome | undefined): string {
  const asked =
    input.do === 'remove'
      ? `remove ID ${input.id}`
      : input.do === 'list'
        ? 'list'
        : `${input.do} "${input.spelled}"`
  if (outcome === undefined) return `${asked} → unknown`
  if (typeof outcome === 'string') return `${asked} → ${outcome}`
  if ('records' in outcome) return `${asked} → [${outcome.records}]`
  const newness = outcome.isNew === undefined ? '' : outcome.isNew ? ', new' : ', existed'
  return `${asked} → ID ${outcome.id}${newness}`
}
