import { broken, type ImageBytes } from './image-bytes.ts'

/* Boxes of a length, a type and data, which may be boxes again (ISO/IEC 14496-12). */

export interface Box {
  readonly type: string
  readonly start: number
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
    boxes.push(box)
    start = box.end
  }
  return boxes
}

function boxAt(image: ImageBytes, start: number, to: number): Box {
  const size = image.u32(start)
  const type = image.text(start + 4, 4)
  // 1: the size follows the type. 0: up to the end of what is around it.
  const data = start + (size === 1 ? 16 : 8) + (type === 'uuid' ? 16 : 0)
  const length = size === 1 ? image.u32(start + 8) * 2 ** 32 + image.u32(start + 12) : size
  const end = size === 0 ? to : start + length
  if (end < data || end > to) throw broken('a box ends elsewhere')
  return { type, start, data, end }
}

export const boxOf = (boxes: readonly Box[], type: string): Box => {
  const found = boxes.filter((box) => box.type === type)
  const [box] = found
  if (box === undefined || found.length > 1) throw broken(`it has ${found.length} boxes ${type}`)
  return box
}
