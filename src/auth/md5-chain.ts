/*
 * MD5 (RFC 1321) in a chain, as phpass hashes a password: digest after digest, each of the digest before and the same
 * text. The library for single digests takes five times as long, because each call sets up its state anew.
 */

const BLOCK_WORDS = 16
/** The length of the text in bits takes the last two words. */
const LENGTH_BYTES = 8
const DIGEST_BYTES = 16
const STEPS = 64

/** Each step adds its own constant, and rotates by one of four distances. */
const CONSTANTS = Int32Array.from({ length: STEPS }, (_, at) =>
  Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32),
)
const DISTANCES = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
const ROTATIONS = Int32Array.from({ length: STEPS }, (_, at) => DISTANCES[(at >> 4) * 4 + (at % 4)] ?? 0)
/** Which word of the block a step adds: each of the four rounds takes them in another order. */
const WORDS = Int32Array.from(
  { length: STEPS },
  (_, at) => [at, 5 * at + 1, 3 * at + 5, 7 * at][at >> 4] ?? 0,
).map((word) => word % BLOCK_WORDS)

/** The state of a digest, and the text that follows it in each link of the chain. */
export class Md5Chain {
  readonly #digest = Int32Array.of(0, 0, 0, 0)
  /** The digest before and the text, with the padding of MD5. */
  readonly #words: Int32Array

  /** Begins with the digest of `head` and `text`. */
  constructor(head: Uint8Array, text: Uint8Array) {
    this.#words = padded(head, text)
    this.#hash(this.#words)
    this.#words = padded(new Uint8Array(DIGEST_BYTES), text)
  }

  /** Hashes the digest and the text so many times. */
  run(times: number): void {
    for (let time = 0; time < times; time++) {
      this.#words.set(this.#digest)
      this.#hash(this.#words)
    }
  }

  digest(): Uint8Array {
    const bytes = new Uint8Array(DIGEST_BYTES)
    const view = new DataView(bytes.buffer)
    for (const [at, word] of this.#digest.entries()) view.setInt32(at * 4, word, true)
    return bytes
  }

  #hash(words: Int32Array): void {
    const state = this.#digest
    state.set([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476])
    for (let from = 0; from < words.length; from += BLOCK_WORDS) compress(state, words, from)
  }
}

function padded(head: Uint8Array, text: Uint8Array): Int32Array {
  const length = head.length + text.length
  const blocks = Math.ceil((length + 1 + LENGTH_BYTES) / (BLOCK_WORDS * 4))
  const bytes = new Uint8Array(blocks * BLOCK_WORDS * 4)
  bytes.set(head)
  bytes.set(text, head.length)
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  const words = Int32Array.from({ length: blocks * BLOCK_WORDS }, (_, at) => view.getInt32(at * 4, true))
  words[words.length - 2] = length * 8
  return words
}

function compress(state: Int32Array, words: Int32Array, from: number): void {
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  for (let at = 0; at < STEPS; at++) {
    const mixed =
      at < 16 ? (b & c) | (~b & d) : at < 32 ? (d & b) | (~d & c) : at < 48 ? b ^ c ^ d : c ^ (b | ~d)
    const sum = (a + mixed + (CONSTANTS[at] ?? 0) + (words[from + (WORDS[at] ?? 0)] ?? 0)) | 0
    const by = ROTATIONS[at] ?? 0
    a = d
    d = c
    c = b
    b = (b + ((sum << by) | (sum >>> (32 - by)))) | 0
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
}
