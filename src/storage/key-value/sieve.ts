import { containsText, type Kind, type TextQuery } from '../contract.ts'
import { type Atom, hasWords } from '../shared/atoms.ts'
import type { Keys, Value } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import { headsOf, textsOf } from './documents.ts'
import { isDated, isInDigest } from './timelines.ts'

export type Met = ReadonlySet<Atom>

/** A possible match: a document and the keys that have been read so far. */
export interface Candidate {
  readonly id: number
  /** Conditions that its place in the index already guarantees. */
  readonly met?: Met | undefined
  /** `undefined` if the key has not been read. */
  valueOf(key: string): Value | undefined
}

/** A candidate with all keys. */
export function knownCandidate(id: number, keys: object): Candidate {
  const values: Keys = { ...keys }
  return { id, valueOf: (key) => (key === 'id' ? id : values[key]) }
}

/**
 * Filters candidates. It reads as little as possible: first the digests in timelines, then heads of the candidates that
 * are left, and texts last.
 */
export class Sieve<K extends Kind> {
  readonly #calendar: Calendar
  readonly #kind: K
  readonly #shallow: readonly Atom[]
  readonly #deep: readonly Atom[]
  readonly #words: TextQuery | undefined

  constructor(calendar: Calendar, kind: K, atoms: readonly Atom[], text: TextQuery | undefined) {
    this.#calendar = calendar
    this.#kind = kind
    this.#words = hasWords({ text }) ? text : undefined
    const isShallow = (atom: Atom) => isDated(kind) && isInDigest(kind, atom.key)
    this.#shallow = atoms.filter(isShallow)
    this.#deep = atoms.filter((atom) => !isShallow(atom))
  }

  /** Whether the digests in timelines are enough to decide. */
  get isShallow(): boolean {
    return this.#deep.length === 0 && this.#words === undefined
  }

  async pass<C extends Candidate>(candidates: readonly C[]): Promise<C[]> {
    // Candidates from the same place share one `met` set, and usually there is only one, so the result is reused.
    let met: Met | undefined
    let left = this.#shallow
    const shallow = candidates.filter((candidate) => {
      if (candidate.met !== met) {
        met = candidate.met
        left = this.#shallow.filter((atom) => met?.has(atom) !== true)
      }
      return meets(candidate, left)
    })
    if (this.isShallow || shallow.length === 0) return shallow
    return this.#hasWords(await this.#meetsDeep(shallow))
  }

  async #meetsDeep<C extends Candidate>(candidates: readonly C[]): Promise<readonly C[]> {
    if (this.#deep.length === 0) return candidates
    const isKnown = (candidate: C) =>
      this.#deep.every((atom) => candidate.met?.has(atom) || candidate.valueOf(atom.key) !== undefined)
    const unknown = candidates.filter((candidate) => !isKnown(candidate))
    const heads = await headsOf(
      this.#calendar,
      this.#kind,
      unknown.map(({ id }) => id),
    )
    const passing = new Set<Candidate>(candidates.filter((one) => isKnown(one) && meets(one, this.#deep)))
    for (const [index, candidate] of unknown.entries()) {
      const head = heads[index]
      if (head !== undefined && meets(knownCandidate(candidate.id, head.keys), this.#deep))
        passing.add(candidate)
    }
    return candidates.filter((candidate) => passing.has(candidate))
  }

  async #hasWords<C extends Candidate>(candidates: readonly C[]): Promise<C[]> {
    const words = this.#words
    if (words === undefined || candidates.length === 0) return [...candidates]
    const reader = this.#calendar.texts ?? { textsOf }
    const texts = await reader.textsOf(
      this.#calendar,
      this.#kind,
      candidates.map(({ id }) => id),
    )
    return candidates.filter((_, index) => {
      const text = texts[index]
      return text !== undefined && containsText(text, words)
    })
  }
}

function meets(candidate: Candidate, atoms: readonly Atom[]): boolean {
  for (const atom of atoms) {
    if (candidate.met?.has(atom)) continue
    const value = candidate.valueOf(atom.key)
    if (value === undefined || !atom.accepts(value)) return false
  }
  return true
}
