import type { ImageBytes, Steps } from './image-bytes.ts'

/** Bytes in front of all parts for what is known at the end only, such as the orientation. */
const FRONT = 256
/** Bytes that a clean file may have more than the original, before its place grows. */
const SPARE = 256
/** Bytes that are copied without a pause. */
const PIECE = 2 ** 20

/** The file that is written: parts of the original, in order, and parts that are new. No list of them is kept. */
export class KeptParts {
  readonly #image: ImageBytes
  #bytes: Uint8Array<ArrayBuffer>
  #start = FRONT
  #end = FRONT

  constructor(image: ImageBytes) {
    this.#image = image
    this.#bytes = new Uint8Array(FRONT + image.length + SPARE)
  }

  /** Keeps the bytes of the original from `from` up to `to`. */
  keep(from: number, to: number): void {
    this.#image.reach(to)
    this.add(this.#image.bytes.subarray(from, to))
  }

  /** The same with pauses, for parts that may be long. */
  *keepLong(from: number, to: number): Steps<void> {
    for (let at = from; at < to; at += PIECE) {
      this.keep(at, Math.min(at + PIECE, to))
      if (this.#image.isDue) yield this.#image.steps()
    }
  }

  add(bytes: Uint8Array): void {
    const end = this.#end + bytes.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(end + Math.ceil(this.#bytes.length / 4))
      larger.set(this.#bytes.subarray(0, this.#end))
      this.#bytes = larger
    }
    this.#image.count(bytes.length)
    this.#bytes.set(bytes, this.#end)
    this.#end = end
  }

  /** Puts a few bytes in front of all that are there. */
  putBefore(...parts: readonly Uint8Array[]): void {
    for (const part of parts.toReversed()) {
      this.#start -= part.length
      this.#bytes.set(part, this.#start)
    }
  }

  /** Bytes that were kept and added. */
  get size(): number {
    return this.#end - FRONT
  }

  /** Replaces bytes that were added, from the one that was number `at` on. */
  replace(at: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, FRONT + at)
  }

  /** Takes the last ones back, so that so many stay. */
  shorten(size: number): void {
    this.#end = FRONT + size
  }

  /** All of them. A small part of a large original does not hold its place. */
  joined(): Uint8Array<ArrayBuffer> {
    const isMost = this.#end - this.#start > this.#bytes.length / 2
    return isMost ? this.#bytes.subarray(this.#start, this.#end) : this.#bytes.slice(this.#start, this.#end)
  }
}
