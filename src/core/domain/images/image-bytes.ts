import { joinedBytes } from '../joined-bytes.ts'

/** Pixels of an image, by its header: 100 megapixels. */
const MOST_PIXELS = 100_000_000

/** Segments, chunks or blocks of a file. No program writes so many. */
const MOST_PARTS = 100_000

/** Steps between two pauses, a few milliseconds. A step is a number that is read, or 64 bytes that are copied. */
export const SLICE = 50_000

const BYTES_OF_A_STEP = 64
/** What it takes to begin with a stretch of bytes. */
const STRETCH = 20

/** Work with pauses. It gives the steps since the last one, at the end too, and ends with a value. */
export type Steps<T> = Generator<number, T, void>

/** Why bytes are not accepted as an image. */
export class ImageFault extends Error {
  /** `type`: none that every browser shows. `broken`: it has no picture that can be read. `pixels`: too many. */
  readonly why: 'type' | 'broken' | 'pixels'

  constructor(why: ImageFault['why'], message: string) {
    super(message)
    this.name = 'ImageFault'
    this.why = why
  }
}

export const broken = (what: string): ImageFault => new ImageFault('broken', what)

/** Pixels as stored, and how they are turned when they are shown. */
export interface Cleaned {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
  /** 1 to 8, as in Exif; 1: as stored. */
  readonly orientation: number
}

/** Throws for an image without pixels, and for one with too many. */
export function checkPixels(width: number, height: number): void {
  if (width === 0 || height === 0) throw broken('it has no pixels')
  if (width * height > MOST_PIXELS)
    throw new ImageFault('pixels', `it has more than ${MOST_PIXELS} pixels: ${width} × ${height}`)
}

/** Reads numbers and texts of a file that may lie about its length. Throws where it ends too soon. Counts its work. */
export class ImageBytes {
  readonly bytes: Uint8Array
  readonly #view: DataView
  #steps = 0
  #parts = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  /** Throws unless the file has all bytes before `end`. */
  reach(end: number): void {
    if (end > this.length) throw broken('it ends too soon')
  }

  /** Whether it is time for a pause: `if (image.isDue) yield image.steps()`. */
  get isDue(): boolean {
    return this.#steps >= SLICE
  }

  /** The steps since the last call. */
  steps(): number {
    const steps = this.#steps
    this.#steps = 0
    return steps
  }

  /** Counts the work with a stretch of bytes, which is searched or copied at once. */
  count(bytes: number, start = STRETCH): void {
    this.#steps += start + Math.floor(bytes / BYTES_OF_A_STEP)
  }

  /** Counts a part of the file. Throws beyond the bound. */
  countPart(): void {
    this.#parts++
    this.#steps += STRETCH
    if (this.#parts > MOST_PARTS) throw broken(`it has more than ${MOST_PARTS} parts`)
  }

  u8(at: number): number {
    this.#steps++
    this.reach(at + 1)
    return this.#view.getUint8(at)
  }

  u16(at: number, isLittle = false): number {
    this.#steps++
    this.reach(at + 2)
    return this.#view.getUint16(at, isLittle)
  }

  u24(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 0x1_00_00
  }

  u32(at: number, isLittle = false): number {
    this.#steps++
    this.reach(at + 4)
    return this.#view.getUint32(at, isLittle)
  }

  /** Bytes as characters. */
  text(at: number, length: number): string {
    this.count(length)
    this.reach(at + length)
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }

  has(at: number, text: string): boolean {
    return at + text.length <= this.length && this.text(at, text.length) === text
  }
}

export const asBytes = (text: string): Uint8Array => Uint8Array.from(text, (byte) => byte.charCodeAt(0))

export const bytes16 = (value: number): Uint8Array => Uint8Array.of(value >>> 8, value & 0xff)

export const bytes32 = (value: number): Uint8Array =>
  Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff)

/** Texts are bytes, one per character; numbers are 32 bits, the highest first. */
export type Parts = readonly (string | number | Uint8Array)[]

export const joined = (...parts: Parts): Uint8Array => joinedList(parts)

/** The same for any number of parts: a call takes a hundred thousand at most. */
export function joinedList(parts: Parts): Uint8Array {
  const all = parts.map((part) =>
    typeof part === 'string' ? asBytes(part) : typeof part === 'number' ? bytes32(part) : part,
  )
  return joinedBytes(
    all,
    all.reduce((size, { length }) => size + length, 0),
  )
}
