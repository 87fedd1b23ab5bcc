import { broken, type ImageBytes, joined, type Parts } from './image-bytes.ts'

/* Boxes of a length, a type and data, which may be boxes again (ISO/IEC 14496-12). */

export interface Box {
  readonly type: string
  /** Where its data begin. */
  readonly data: number
  readonly end: number
}

/** Boxes side by side, at most: no image has so many. */
const MOST = 10_000

/** The boxes from `from` up to `to`, without gaps. Throws where they end elsewhere. */
export function boxesIn(image: ImageBytes, from: number, to: number): readonly Box[] {
  const boxes: Box[] = []
  for (let start = from; start < to; ) {
    if (boxes.length === MOST) throw broken('it has too many boxes')
    const box = boxAt(image, start, to)
    if (box === undefined) throw broken('a box ends elsewhere')
    boxes.push(box)
    start = box.end
  }
  return boxes
}

export const within = (image: ImageBytes, { data, end }: Box): readonly Box[] => boxesIn(image, data, end)

/** `undefined`: what stands there does not end before `to`. */
export function boxAt(image: ImageBytes, start: number, to: number): Box | undefined {
  if (start + 8 > to) return undefined
  const size = image.u32(start)
  const type = image.text(start + 4, 4)
  // 1: the size follows the type. 0: up to the end of what is around it.
  const data = start + (size === 1 ? 16 : 8)
  if (data > to) return undefined
  const length = size === 1 ? image.u32(start + 8) * 2 ** 32 + image.u32(start + 12) : size
  const end = size === 0 ? to : start + length
  return end < data || end > to ? undefined : { type, data, end }
}

export const boxOf = (boxes: readonly Box[], type: string): Box => {
  const box = boxIn(boxes, type)
  if (box === undefined) throw broken(`it has no box ${type}`)
  return box
}

/** `undefined` without one. Throws if there are several. */
export function boxIn(boxes: readonly Box[], type: string): Box | undefined {
  const found = boxes.filter((box) => box.type === type)
  if (found.length > 1) throw broken(`it has ${found.length} boxes ${type}`)
  return found[0]
}

/** Reads numbers one after the other. Throws at the end of the box. */
export class BoxReader {
  readonly #image: ImageBytes
  readonly #end: number
  at: number

  constructor(image: ImageBytes, { data, end }: Box) {
    this.#image = image
    this.#end = end
    this.at = data
  }

  /** A number of 0, 1, 2, 4 or 8 bytes. */
  next(size: number): number {
    const at = this.at
    this.at += size
    if (this.at > this.#end) throw broken('a box ends too soon')
    if (size === 0) return 0
    if (size === 1) return this.#image.u8(at)
    if (size === 2) return this.#image.u16(at)
    if (size === 4) return this.#image.u32(at)
    if (size !== 8) throw broken('a number has an unknown size')
    return this.#image.u32(at) * 2 ** 32 + this.#image.u32(at + 4)
  }

  text(length: number): string {
    const at = this.at
    this.at += length
    if (this.at > this.#end) throw broken('a box ends too soon')
    return this.#image.text(at, length)
  }

  /** Version and flags. Throws for a version that is not understood. */
  head(newest: number): { version: number; flags: number } {
    const word = this.next(4)
    const version = word >>> 24
    if (version > newest) throw broken('a box has an unknown version')
    return { version, flags: word & 0xff_ffff }
  }

  /** How many entries follow, of so many bytes each at least. Throws if the box has no room for them. */
  count(bytes: number, size: number): number {
    const count = this.next(bytes)
    if (count * size > this.#end - this.at || count > MOST_ENTRIES) throw broken('it has too many entries')
    return count
  }
}

/** Entries of a list, at most. */
export const MOST_ENTRIES = 100_000

export const newBox = (type: string, ...parts: Parts): Uint8Array => {
  const data = joined(...parts)
  return joined(8 + data.length, type, data)
}
