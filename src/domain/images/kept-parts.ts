import { joinedBytes } from '../joined-bytes.ts'
import type { ImageBytes } from './image-bytes.ts'

/** The parts of a file that stay, in order, and parts that are new. */
export class KeptParts {
  readonly #image: ImageBytes
  readonly #parts: Uint8Array[] = []
  #size = 0
  /** The stretch that was kept last, so that neighbours become one part. */
  #from = 0
  #to = 0

  constructor(image: ImageBytes) {
    this.#image = image
  }

  /** Keeps the bytes of the file from `from` up to `to`. */
  keep(from: number, to: number): void {
    this.#image.reach(to)
    if (from !== this.#to) {
      this.#flush()
      this.#from = from
    }
    this.#to = to
  }

  add(bytes: Uint8Array): void {
    this.#flush()
    this.#push(bytes)
  }

  /** Puts parts in front of all that are there. */
  putBefore(...parts: readonly Uint8Array[]): void {
    this.#parts.unshift(...parts)
    for (const { length } of parts) this.#size += length
  }

  /** Bytes of all parts. */
  get size(): number {
    return this.#size + this.#to - this.#from
  }

  #flush(): void {
    if (this.#to > this.#from) this.#push(this.#image.bytes.subarray(this.#from, this.#to))
    this.#from = 0
    this.#to = 0
  }

  #push(part: Uint8Array): void {
    this.#parts.push(part)
    this.#size += part.length
  }

  /** All of them as one. */
  joined(): Uint8Array<ArrayBuffer> {
    this.#flush()
    return joinedBytes(this.#parts, this.#size)
  }
}
