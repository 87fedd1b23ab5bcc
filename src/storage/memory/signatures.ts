import type { Test } from '../atoms.ts'
import { containsText, type Document, type Kind, type TextQuery } from '../contract.ts'

/** Bits of a signature: texts of a thousand characters set about four in ten. */
const BITS = 1024
const WORDS = BITS / 32

/** A number from 0 to `BITS` - 1 for three characters that follow each other. */
const bitOf = (first: number, second: number, third: number): number =>
  Math.imul((Math.imul(first, 31) + second) * 31 + third, 0x9e3779b1) >>> 22

/**
 * Which triples of characters the texts of each document hold, a bit for each: a document without those of a word
 * does not hold the word, which a look at a few bits tells instead of one at every character. A request that looks for
 * a rare word among a thousand events takes a third of the time with it, for one that every fourth event has, half.
 *
 * Signatures are made when a search first comes to a document: who never searches has none.
 */
export class Signatures<K extends Kind> {
  /** By the ID of the document. */
  readonly #slots = new Map<number, number>()
  readonly #free: number[] = []
  #bits = new Uint32Array(64 * WORDS)

  /** Whether a document holds the words; `null` where there are none to look for. */
  test(text: TextQuery | undefined): Test<K> {
    if (text === undefined || text.all.length + text.none.length === 0) return null
    const wanted = [...new Set(text.all.flatMap(bitsOf))]
    return (document) => this.#mayHold(document, wanted) && containsText(document.text, text)
  }

  /** To be called before the document is changed or goes. */
  remove({ id }: Document<K>): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    this.#free.push(slot)
  }

  #mayHold(document: Document<K>, wanted: readonly number[]): boolean {
    const from = (this.#slots.get(document.id) ?? this.#sign(document)) * WORDS
    for (const bit of wanted) {
      if (((this.#bits[from + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0) return false
    }
    return true
  }

  #sign({ id, text }: Document<K>): number {
    const slot = this.#free.pop() ?? this.#slots.size
    this.#slots.set(id, slot)
    const from = slot * WORDS
    if (from === this.#bits.length) {
      const larger = new Uint32Array(2 * this.#bits.length)
      larger.set(this.#bits)
      this.#bits = larger
    }
    const bits = this.#bits
    bits.fill(0, from, from + WORDS)
    for (const field of text) {
      eachBit(field, (bit) => {
        const at = from + (bit >>> 5)
        bits[at] = (bits[at] ?? 0) | (1 << (bit & 31))
      })
    }
    return slot
  }
}

function bitsOf(part: string): number[] {
  const bits: number[] = []
  eachBit(part, (bit) => bits.push(bit))
  return bits
}

function eachBit(text: string, visit: (bit: number) => void): void {
  let [first, second] = [text.charCodeAt(0), text.charCodeAt(1)]
  for (let at = 2; at < text.length; at++) {
    const third = text.charCodeAt(at)
    visit(bitOf(first, second, third))
    first = second
    second = third
  }
}
