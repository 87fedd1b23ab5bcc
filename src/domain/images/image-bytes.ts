/** Pixels of an image, by its header: 100 megapixels. */
const MOST_PIXELS = 100_000_000

/** Why bytes are not accepted as an image. */
export class ImageFault extends Error {
  /** `type`: none that every browser shows. `broken`: a part cannot be read. `pixels`: too many. */
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

/** Reads numbers and texts of a file that may lie about its length. Throws where it ends too soon. */
export class ImageBytes {
  readonly bytes: Uint8Array
  readonly #view: DataView

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

  u8(at: number): number {
    this.reach(at + 1)
    return this.#view.getUint8(at)
  }

  u16(at: number, isLittle = false): number {
    this.reach(at + 2)
    return this.#view.getUint16(at, isLittle)
  }

  u24(at: number): number {
    return this.u16(at, true) + this.u8(at + 2) * 0x1_00_00
  }

  u32(at: number, isLittle = false): number {
    this.reach(at + 4)
    return this.#view.getUint32(at, isLittle)
  }

  /** Bytes as characters. */
  text(at: number, length: number): string {
    this.reach(at + length)
    return String.fromCharCode(...this.bytes.subarray(at, at + length))
  }

  has(at: number, text: string): boolean {
    return at + text.length <= this.length && this.text(at, text.length) === text
  }
}

export const asBytes = (text: string): Uint8Array => Uint8Array.from(text, (byte) => byte.charCodeAt(0))
