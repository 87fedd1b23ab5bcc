import type { Content } from '../../../storage/contract.ts'
import { textHash } from '../text/text-hash.ts'

/*
 * Extras: what is kept beside the records. The `owner` says which part of the program keeps it, and as what. The ID of an
 * extra with a name follows from both, so it is found by `get`, and two writes at the same time cannot both make it.
 * Others have an ID of the sequence of posts, or a hash of their own.
 */

/** What the calendar itself keeps under names: how far deliveries and imports have come, and the heads of the journal. */
export const CALENDAR = 'calendar'

/** Sequences give no IDs above these in practice, and hashes no others. */
const FIRST_HASH = 2 ** 52

/** IDs of the calendar's own. Version 0.7 kept no more than this part of the hash of a name. */
const FIRST_OWN = 2 ** 51
const OWN_IDS = 2 ** 40

/** The ID of an extra with a name. */
export const extraId = (owner: string, name: string): number =>
  owner === CALENDAR ? ownId(1 + (textHash(name) % OWN_IDS)) : FIRST_HASH + textHash(`${owner} ${name}`)

/** `hash`: what version 0.7 kept, from 1 on. */
export const ownId = (hash: number): number => FIRST_OWN + hash

/** Characters of a name that its key holds. */
const LONGEST_NAME = 250

/** The name as its key has it. */
export const nameKey = (name: string): string =>
  name.length <= LONGEST_NAME ? name : [...name].slice(0, LONGEST_NAME).join('')

export interface Extra {
  readonly owner: string
  readonly name?: string | undefined
  readonly labels?: readonly string[]
  /** UTC. */
  readonly due?: string | null
  /** Folded words for search. */
  readonly text?: readonly string[]
  /** Anything that JSON can say. */
  readonly data: unknown
}

export const extraContent = ({
  owner,
  name,
  labels = [],
  due = null,
  text = [],
  data,
}: Extra): Content<'extra'> => ({
  keys: { owner, name: name === undefined ? null : nameKey(name), labels, due },
  text,
  data: JSON.stringify(data),
})
