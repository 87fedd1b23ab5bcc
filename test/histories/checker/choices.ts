import {
  type Created,
  type IdempotencyInput,
  type IdempotencyOutcome,
  idempotency,
} from '../models/idempotency.ts'
import { type Register, type RegisterInput, type RegisterOutcome, register } from '../models/register.ts'
import { type Named, type SlugInput, type SlugOutcome, slugs } from '../models/slugs.ts'
import type { Choices } from './generate.ts'

/* What generated histories of each model ask, and are answered in a state. */

export const registerChoices: Choices<RegisterInput, RegisterOutcome, Register | null> = {
  subject: register,
  input(dice, state, index) {
    const title = `w${index}`
    if (state === null) return { do: 'create', event: 1, title }
    const chosen = dice.upTo(5)
    if (chosen < 2) return { do: 'read', event: 1 }
    if (chosen === 2) return { do: 'update', event: 1, title }
    return { do: 'update', event: 1, title, ifVersion: Math.max(1, state.version - dice.upTo(2)) }
  },
  outcome(_, state, input) {
    if (input.do === 'read') return state ?? 'none'
    const version = state?.version ?? 0
    if (input.do === 'update' && input.ifVersion !== undefined && input.ifVersion !== version) return 'stale'
    return { version: version + 1, title: input.title }
  },
}

const family = 'events 1'
const NAMES = ['ash', 'elm'] as const

export const slugChoices: Choices<SlugInput, SlugOutcome, ReadonlyMap<string, number>> = {
  subject: slugs,
  input(dice, state, index) {
    const what: Named =
      state.size === 0 || dice.chance(2)
        ? { slug: dice.oneOf(NAMES) }
        : { id: dice.oneOf([...state.values()]) }
    const chosen = dice.upTo(8)
    if (chosen < 2) return { do: 'create', family, slug: dice.oneOf(NAMES), title: `title ${index + 1}` }
    if (chosen < 4) return { do: 'read', family, slug: dice.oneOf(NAMES) }
    if (chosen < 6) return { do: 'rename', family, what, to: dice.oneOf(NAMES) }
    return { do: 'trash', family, what }
  },
  outcome(dice, state, input, index) {
    const named = input.do === 'create' ? { id: index + 1 } : input.do === 'read' ? input : input.what
    const id = 'id' in named ? named.id : state.get(named.slug)
    if (id === undefined) return 'none'
    const held = [...state].find(([, holder]) => holder === id)?.[0] ?? ''
    if (input.do === 'trash' && held.includes('__trashed')) return 'gone'
    const wanted = input.do === 'trash' ? `${held}__trashed` : input.do === 'rename' ? input.to : input.slug
    // Where that is another's, the model refuses it, and something else is asked.
    const slug = input.do === 'read' || dice.chance(2) ? wanted : `${wanted}-${2 + dice.upTo(9)}`
    return { id, slug, title: `title ${id}` }
  },
}

export const idempotencyChoices: Choices<IdempotencyInput, IdempotencyOutcome, Created | null> = {
  subject: idempotency,
  input(dice) {
    if (dice.chance(3)) return { do: 'list', user: 1, key: 'k' }
    return { do: 'create', user: 1, key: 'k', title: dice.oneOf(['x', 'x', 'y']) }
  },
  outcome(_, state, input, index) {
    if (input.do === 'list') return { records: state === null ? [] : [state] }
    if (state === null) return { id: index + 1, title: input.title, isReplayed: false }
    return state.title === input.title ? { ...state, isReplayed: true } : 'reused'
  },
}
