import { absentValue } from '../contract.ts'
import { forEachKind, KEYS_OF, type Keys, keyOf, type Value } from '../shared/keys.ts'
import { listIn } from '../shared/own-json.ts'
import { digitsOf, idIn, type Keyspace, lines } from './keyspace.ts'
import type { Candidate, Met } from './sieve.ts'
import { dateDigits } from './spans.ts'
import { textDigits } from './text-digits.ts'
import type { Dated } from './timelines.ts'

/*
 * Lists for the other orders of events, venues and organizers: per status, one entry for each document. Each entry
 * contains all keys that filters need, so that no document is read for them.
 */

interface SortedList {
  /** The name of the list in its line. */
  readonly list: string
  readonly key: string
  readonly digitsOf: (value: string) => string
}

const BY_DATE = { list: 'd', key: 'date', digitsOf: dateDigits }
const BY_CHANGE = { list: 'm', key: 'modified', digitsOf: dateDigits }
const BY_TITLE = { list: 't', key: 'title', digitsOf: titleDigits }

const LISTS: Readonly<Record<Dated, Readonly<Partial<Record<string, SortedList>>>>> = {
  event: { published: BY_DATE, modified: BY_CHANGE, title: BY_TITLE },
  venue: { modified: BY_CHANGE, title: BY_TITLE },
  organizer: { modified: BY_CHANGE, title: BY_TITLE },
}

export const sortedList = (kind: Dated, order: string | undefined): SortedList | undefined =>
  order === undefined ? undefined : LISTS[kind][order]

/** All keys but links and names. */
const CONTENTS = forEachKind((kind) =>
  KEYS_OF[kind]
    .filter(({ type, many, index }) => many !== true && !(type === 'text' && index === 'lookup'))
    .map(({ name }) => name),
)

/** Where an entry is, or would be. Not exact for a title that is too long for a key. */
export function placeInList({ key, digitsOf: toDigits }: SortedList, value: string, id: number) {
  const digits = toDigits(value)
  const isExact = key !== 'title' || encoder.encode(value).length < BYTES
  return { digits: isExact ? digits + digitsOf(id) : digits, isExact }
}

/** The entries of a document. */
export function sortedEntries(space: Keyspace, kind: Dated, id: number, keys: Keys): Map<string, string> {
  const line = lines.ofStatus(kind, String(keys.status))
  const value = JSON.stringify(CONTENTS[kind].map((key) => keys[key]))
  const entries = new Map<string, string>()
  for (const sorted of Object.values(LISTS[kind])) {
    if (sorted === undefined) continue
    const digits = sorted.digitsOf(String(keys[sorted.key]))
    entries.set(space.list(line, sorted.list) + digits + digitsOf(id), value)
  }
  return entries
}

export class SortedEntry implements Candidate {
  readonly id: number
  readonly met: Met | undefined
  readonly #kind: Dated
  readonly #text: string
  #values: readonly Value[] | undefined

  constructor(kind: Dated, sort: string, text: string, met?: Met) {
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

// —— Titles ———————————————————————————————————————————————————————————————————————————————————————————————————

/** Bytes of a title in a key; keys have at most 150 characters. */
const BYTES = 39

function titleDigits(title: string): string {
  return textDigits(title, BYTES)
}

const encoder = new TextEncoder()

const titleOf = (one: Candidate): string => String(one.valueOf('title'))

/**
 * Entries of a list of titles, without the last ones of which more may follow: titles that are too long for a key are
 * among those with the same beginning by ID.
 */
export function settledTitles<C extends Candidate>(entries: readonly C[]): readonly C[] {
  const last = entries.at(-1)
  if (last === undefined || encoder.encode(titleOf(last)).length < BYTES) return entries
  const digits = titleDigits(titleOf(last))
  let length = entries.length
  for (const one of entries.toReversed()) {
    if (titleDigits(titleOf(one)) !== digits) break
    length--
  }
  return entries.slice(0, length)
}
