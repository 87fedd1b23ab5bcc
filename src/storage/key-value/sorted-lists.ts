import { absentValue, type Kind } from '../contract.ts'
import { forEachKind, KEYS_OF, type Keys, keyOf, type Value } from '../shared/keys.ts'
import { listIn } from '../shared/own-json.ts'
import { digitsOf, idIn, type Keyspace, lines } from './keyspace.ts'
import type { Candidate, Met } from './sieve.ts'
import { dateDigits } from './spans.ts'
import { textDigits } from './text-digits.ts'
import { type Dated, isDated } from './timelines.ts'

/*
 * Lists for the other orders of events, venues and organizers, per status, and for all orders of extras, per owner and
 * label: one entry for each document. Each entry contains all keys that filters need, so that no document is read for
 * them.
 */

/** The kinds that have such lists. */
export type Listed = Dated | 'extra'

export const isListed = (kind: Kind): kind is Listed => isDated(kind) || kind === 'extra'

interface SortedList {
  /** The name of the list in its line. */
  readonly list: string
  readonly key: string
  readonly digitsOf: (value: string) => string
}

const BY_DATE = { list: 'd', key: 'date', digitsOf: dateDigits }
const BY_CHANGE = { list: 'm', key: 'modified', digitsOf: dateDigits }
const BY_TITLE = { list: 't', key: 'title', digitsOf: titleDigits }
const BY_ID = { list: 'i', key: 'id', digitsOf: () => '' }
const BY_NAME = { list: 'n', key: 'name', digitsOf: titleDigits }
const BY_DUE = { list: 'd', key: 'due', digitsOf: dateDigits }

const LISTS: Readonly<Record<Listed, Readonly<Partial<Record<string, SortedList>>>>> = {
  event: { published: BY_DATE, modified: BY_CHANGE, title: BY_TITLE },
  venue: { modified: BY_CHANGE, title: BY_TITLE },
  organizer: { modified: BY_CHANGE, title: BY_TITLE },
  extra: { id: BY_ID, name: BY_NAME, due: BY_DUE },
}

export const sortedList = (kind: Listed, order: string | undefined): SortedList | undefined =>
  order === undefined ? undefined : LISTS[kind][order]

/** All keys but links and names of records. */
const CONTENTS = forEachKind((kind) =>
  KEYS_OF[kind]
    .filter(({ name, type, many, index }) =>
      many ? name === 'labels' : !(type === 'text' && index === 'lookup'),
    )
    .map(({ name }) => name),
)

/** Where an entry is, or would be. Not exact for a title that is too long for a key. */
export function placeInList({ key, digitsOf: toDigits }: SortedList, value: string, id: number) {
  const digits = toDigits(value)
  const isExact = !isText(key) || encoder.encode(value).length < BYTES
  return { digits: isExact ? digits + digitsOf(id) : digits, isExact }
}

/** The entries of a document. */
export function sortedEntries(space: Keyspace, kind: Listed, id: number, keys: Keys): Map<string, string> {
  const value = JSON.stringify(CONTENTS[kind].map((key) => keys[key]))
  const entries = new Map<string, string>()
  const add = (line: string, { list, key, digitsOf: toDigits }: SortedList) => {
    const sorted = key === 'id' ? id : keys[key]
    // A document without the key is not in the order.
    if (sorted == null) return
    entries.set(space.list(line, list) + toDigits(String(sorted)) + digitsOf(id), value)
  }
  const line =
    kind === 'extra' ? lines.ofOwner(String(keys.owner)) : lines.ofStatus(kind, String(keys.status))
  for (const sorted of Object.values(LISTS[kind])) if (sorted !== undefined) add(line, sorted)
  for (const label of labelsIn(keys)) add(lines.ofLabel(String(keys.owner), label), BY_ID)
  return entries
}

const labelsIn = ({ labels }: Keys): readonly string[] =>
  typeof labels === 'object' && labels !== null ? labels.map(String) : []

export class SortedEntry implements Candidate {
  readonly id: number
  readonly met: Met | undefined
  readonly #kind: Listed
  readonly #text: string
  #values: readonly Value[] | undefined

  constructor(kind: Listed, sort: string, text: string, met?: Met) {
    this.id = idIn(sort.slice(-11))
    this.met = met
    this.#kind = kind
    this.#text = text
  }

  /** `undefined` for links and names. */
  valueOf(key: string): Value | undefined {
    if (key === 'id') return this.id
    this.#values ??= listIn<Value[]>(this.#text)
    const at = CONTENTS[this.#kind].indexOf(key)
    return at < 0 ? undefined : (this.#values[at] ?? absentValue(keyOf(this.#kind, key)))
  }
}

// —— Texts ————————————————————————————————————————————————————————————————————————————————————————————————————

/** Bytes of a title or name in a key; keys have at most 150 characters. */
const BYTES = 39

/** Whether a list by the key has texts that begin alike in the order of their IDs. */
export const isText = (key: string): boolean => key === 'title' || key === 'name'

function titleDigits(title: string): string {
  return textDigits(title, BYTES)
}

const encoder = new TextEncoder()

/**
 * Entries of a list, without the last ones of which more may follow: in a list by title or name, texts that are too long
 * for a key are among those with the same beginning by ID.
 */
export function settled<C extends Candidate>(entries: readonly C[], order: string): readonly C[] {
  const textOf = (one: Candidate): string => String(one.valueOf(order))
  const last = entries.at(-1)
  if (!isText(order) || last === undefined || encoder.encode(textOf(last)).length < BYTES) return entries
  const digits = titleDigits(textOf(last))
  let length = entries.length
  for (const one of entries.toReversed()) {
    if (titleDigits(textOf(one)) !== digits) break
    length--
  }
  return entries.slice(0, length)
}
