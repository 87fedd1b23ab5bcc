/*
 * SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104) of short texts, synchronously. WebCrypto runs each call on another
 * thread, which takes 20 µs; this code takes 2 µs per block of 64 bytes. For long texts, use WebCrypto: see digest.ts.
 */

const BLOCK_BYTES = 64
const WORDS = 8
const ROUNDS = 64

/** The first 32 bits of the fractional parts of the roots of the first primes. */
const fractions = (count: number, root: (prime: number) => number): Int32Array =>
  Int32Array.from(primes(count), (prime) => ((root(prime) % 1) * 2 ** 32) | 0)

function primes(count: number): number[] {
  const found: number[] = []
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number)
  }
  return found
}

const INITIAL = fractions(WORDS, Math.sqrt)
const CONSTANTS = fractions(ROUNDS, Math.cbrt)
const schedule = new Int32Array(ROUNDS)

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** Adds one block to the state. */
function compress(state: Int32Array, bytes: DataView, from: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = bytes.getInt32(from + at * 4)
  for (let at = 16; at < ROUNDS; at++) {
    const w15 = schedule[at - 15] ?? 0
    const w2 = schedule[at - 2] ?? 0
    const s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3)
    const s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10)
    schedule[at] = ((schedule[at - 16] ?? 0) + s0 + (schedule[at - 7] ?? 0) + s1) | 0
  }
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let at = 0; at < ROUNDS; at++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
    const choice = (e & f) ^ (~e & g)
    const one = (h + s1 + choice + (CONSTANTS[at] ?? 0) + (schedule[at] ?? 0)) | 0
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + s0 + majority) | 0
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
  state[4] = ((state[4] ?? 0) + e) | 0
  state[5] = ((state[5] ?? 0) + f) | 0
  state[6] = ((state[6] ?? 0) + g) | 0
  state[7] = ((state[7] ?? 0) + h) | 0
}

const encoder = new TextEncoder()
/** A buffer for the texts of most calls: to allocate one for each call takes longer than the hash. */
const room = new Uint8Array(8 * BLOCK_BYTES)
const roomView = new DataView(room.buffer)

/** Adds the text and its padding to the state. The state already contains `before` bytes. */
function finish(state: Int32Array, text: string, before: number): Int32Array {
  // A character takes at most 3 bytes, and the padding at least 9.
  const isShort = text.length * 3 + 9 <= room.length
  const bytes = isShort ? room : new Uint8Array(text.length * 3 + 9 + BLOCK_BYTES)
  const view = isShort ? roomView : new DataView(bytes.buffer)
  const { written } = encoder.encodeInto(text, bytes)
  return finishBytes(state, bytes, view, written, before)
}

/** The same for the first `written` bytes. The padding is written after them. */
function finishBytes(
  state: Int32Array,
  bytes: Uint8Array,
  view: DataView,
  written: number,
  before: number,
): Int32Array {
  const end = Math.ceil((written + 9) / BLOCK_BYTES) * BLOCK_BYTES
  bytes.fill(0, written, end)
  bytes[written] = 0x80
  const bits = (before + written) * 8
  view.setUint32(end - 8, Math.floor(bits / 2 ** 32))
  view.setUint32(end - 4, bits >>> 0)
  for (let from = 0; from < end; from += BLOCK_BYTES) compress(state, view, from)
  return state
}

function hexOf(state: Int32Array): string {
  let hex = ''
  for (let at = 0; at < WORDS; at++) hex += (((state[at] ?? 0) >>> 0) + 2 ** 32).toString(16).slice(1)
  return hex
}

/** 64 hexadecimal digits. */
export const sha256 = (text: string): string => hexOf(finish(INITIAL.slice(), text, 0))

/** HMAC-SHA-256 under a key of 1 to 64 bytes: 64 hexadecimal digits. */
export function hmacSha256(key: Uint8Array): (text: string) => string {
  const stateAfter = (pad: number): Int32Array => {
    const block = new Uint8Array(BLOCK_BYTES).fill(pad)
    for (const [at, byte] of key.entries()) block[at] = byte ^ pad
    const state = INITIAL.slice()
    compress(state, new DataView(block.buffer), 0)
    return state
  }
  const inner = stateAfter(0x36)
  const outer = stateAfter(0x5c)
  return (text) => {
    const digest = finish(inner.slice(), text, BLOCK_BYTES)
    for (let at = 0; at < WORDS; at++) roomView.setInt32(at * 4, digest[at] ?? 0)
    return hexOf(finishBytes(outer.slice(), room, roomView, WORDS * 4, BLOCK_BYTES))
  }
}
