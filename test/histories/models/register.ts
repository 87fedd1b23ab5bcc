import type { Subject } from '../checker/judge.ts'

/*
 * One event as a register: a version, which goes up by one with every write, and a title. No two writes write the same
 * title, so that a read tells which write it saw.
 */

export type RegisterInput = { readonly event: number } & (
  | { readonly do: 'create'; readonly title: string }
  | { readonly do: 'read' }
  /** `ifVersion`: on the condition that it is still the version. */
  | { readonly do: 'update'; readonly title: string; readonly ifVersion?: number }
)

/** What was shown; `stale`: 412, nothing written; `none`: 404. */
export type RegisterOutcome = Register | 'stale' | 'none'

export interface Register {
  readonly version: number
  readonly title: string
}

export const register: Subject<RegisterInput, RegisterOutcome, Register | null> = {
  partition: ({ event }) => `event ${event}`,
  model: () => ({ initial: null, next, isRead, effectOf: JSON.stringify, keyOf: JSON.stringify, describe }),
}

function next(
  state: Register | null,
  input: RegisterInput,
  outcome: RegisterOutcome | undefined,
): readonly (Register | null)[] {
  if (input.do === 'create') return state === null ? written(1, input.title, outcome) : []
  if (state === null) return outcome === 'none' ? [state] : []
  if (input.do === 'read') return outcome === undefined || isSame(outcome, state) ? [state] : []
  const isStale = input.ifVersion !== undefined && input.ifVersion !== state.version
  if (outcome === 'stale') return isStale ? [state] : []
  return isStale ? [] : written(state.version + 1, input.title, outcome)
}

const isRead = (input: RegisterInput, outcome: RegisterOutcome): boolean =>
  input.do === 'read' || typeof outcome === 'string'

function written(version: number, title: string, outcome: RegisterOutcome | undefined): readonly Register[] {
  const after = { version, title }
  return outcome === undefined || isSame(outcome, after) ? [after] : []
}

const isSame = (outcome: RegisterOutcome, state: Register): boolean =>
  typeof outcome === 'object' && outcome.version === state.version && outcome.title === state.title

function describe(input: RegisterInput, outcome: RegisterOutcome | undefined): string {
  const asked =
    input.do === 'read'
      ? 'read'
      : input.do === 'create'
        ? `create "${input.title}"`
        : `update to "${input.title}"${input.ifVersion === undefined ? '' : ` if version ${input.ifVersion}`}`
  if (outcome === undefined) return `${asked} → unknown`
  return `${asked} → ${outcome === 'stale' ? '412' : outcome === 'none' ? '404' : `version ${outcome.version} "${outcome.title}"`}`
}
