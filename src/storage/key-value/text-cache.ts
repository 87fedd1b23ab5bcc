import type { Kind } from '../contract.ts'
import type { Calendar, TextReader } from './calendar.ts'
import { look } from './clock.ts'
import { textsOf } from './documents.ts'
import { changedSince, type Time } from './journal.ts'

type Text = readonly string[]

/**
 * Keeps the texts that searches have read, so that the next search need not read them again. The journal names those
 * that any process has written since.
 *
 * A full cache accepts no more texts. Searches read texts in the same order each time, so if new texts replaced old
 * ones, the next search would find none of those that it reads first.
 */
export class TextCache implements TextReader {
  readonly #max: number
  readonly #texts = new Map<Kind, Map<number, Text>>()
  /** Characters of all texts. */
  #size = 0
  /** The state of the calendar that the texts belong to; `undefined` before the first search. */
  #time: Time | undefined

  /** `max`: in characters. */
  constructor(max: number) {
    this.#max = max
  }

  async textsOf(
    calendar: Calendar,
    kind: Kind,
    ids: readonly number[],
  ): Promise<readonly (Text | undefined)[]> {
    await this.#catchUp(calendar)
    const time = this.#time
    const known = this.#textsOfKind(kind)
    const found = ids.map((id) => known.get(id))
    const missing = ids.filter((_, index) => found[index] === undefined)
    if (missing.length === 0) return found
    const read = new Map<number, Text | undefined>()
    for (const [index, text] of (await textsOf(calendar, kind, missing)).entries()) {
      const id = missing[index] ?? 0
      read.set(id, text)
      // If another search has caught up in the meantime, this text may be older than the state of the cache.
      if (text !== undefined && time === this.#time) this.#add(known, id, text)
    }
    return ids.map((id, index) => found[index] ?? read.get(id))
  }

  async #catchUp(calendar: Calendar): Promise<void> {
    const from = this.#time
    const since = from === undefined ? undefined : await changedSince(calendar, from)
    const time = since?.time ?? (await look(calendar))
    if (from !== this.#time) return this.#catchUp(calendar)
    if (since === undefined) {
      this.#texts.clear()
      this.#size = 0
    } else {
      for (const { kind, id } of since.changed) this.#delete(this.#textsOfKind(kind), id)
    }
    this.#time = time
  }

  #textsOfKind(kind: Kind): Map<number, Text> {
    const texts = this.#texts.get(kind) ?? new Map<number, Text>()
    this.#texts.set(kind, texts)
    return texts
  }

  #add(texts: Map<number, Text>, id: number, text: Text): void {
    this.#delete(texts, id)
    const size = sizeOf(text)
    if (this.#size + size > this.#max) return
    texts.set(id, text)
    this.#size += size
  }

  #delete(texts: Map<number, Text>, id: number): void {
    const text = texts.get(id)
    if (text === undefined) return
    texts.delete(id)
    this.#size -= sizeOf(text)
  }
}

/** What an entry takes beside its characters, about. */
const OVERHEAD = 100

const sizeOf = (text: Text): number => text.reduce((sum, field) => sum + field.length, OVERHEAD)
