import { type Box, boxesIn, boxOf } from './boxes.ts'
import { broken, type ImageBytes } from './image-bytes.ts'

/* What a `meta` box lists: items, such as pixels and metadata, where their bytes are, and their properties. */

export interface Stretch {
  readonly from: number
  readonly to: number
}

export interface Item {
  readonly id: number
  readonly isMetadata: boolean
}

/** Stretches of all items, at most: a list of empty ones takes no bytes of the file. */
const MOST_STRETCHES = 10_000

/** Exif; XMP, which is an item of a media type; and links, which nothing shows. */
const METADATA = ['Exif', 'mime', 'uri ']

/** Version 0 has numbers of 16 bits where others have 32. */
const isLong = (image: ImageBytes, box: Box, from = 1): boolean => image.u8(box.data) >= from

export function itemsIn(image: ImageBytes, meta: readonly Box[]): readonly Item[] {
  const list = boxOf(meta, 'iinf')
  const entries = boxesIn(image, list.data + (isLong(image, list) ? 8 : 6), list.end)
  return entries.map((entry) => {
    const version = image.u8(entry.data)
    if (entry.type !== 'infe' || version < 2) throw broken('an item has no type')
    const isWide = version > 2
    const id = isWide ? image.u32(entry.data + 4) : image.u16(entry.data + 4)
    const type = image.text(entry.data + (isWide ? 10 : 8), 4)
    return { id, isMetadata: METADATA.includes(type) }
  })
}

export function primaryItem(image: ImageBytes, meta: readonly Box[]): number {
  const box = boxOf(meta, 'pitm')
  return isLong(image, box) ? image.u32(box.data + 4) : image.u16(box.data + 4)
}

/** Where the bytes of each item are in the file. */
export function placesIn(image: ImageBytes, meta: readonly Box[]): ReadonlyMap<number, readonly Stretch[]> {
  const box = boxOf(meta, 'iloc')
  const version = image.u8(box.data)
  if (version > 2) throw broken('its list of places is of an unknown version')
  let at = box.data + 4
  const next = (size: number): number => {
    if (![0, 2, 4, 8].includes(size)) throw broken('a number has an unknown size')
    const value =
      size === 0
        ? 0
        : size === 2
          ? image.u16(at)
          : size === 4
            ? image.u32(at)
            : image.u32(at) * 2 ** 32 + image.u32(at + 4)
    at += size
    return value
  }
  const sizes = next(2)
  const [ofOffset, ofLength, ofBase] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const ofIndex = version === 0 ? 0 : sizes & 15
  const wide = version < 2 ? 2 : 4
  const places = new Map<number, readonly Stretch[]>()
  let total = 0
  for (let left = next(wide); left > 0; left--) {
    const id = next(wide)
    const method = version === 0 ? 0 : next(2) & 15
    const isElsewhere = next(2) !== 0
    if (method > 1 || isElsewhere) throw broken('an item is not in the file')
    const around = method === 1 ? boxOf(meta, 'idat') : { data: 0, end: image.length }
    const base = around.data + next(ofBase)
    const stretches: Stretch[] = []
    const count = next(2)
    total += count
    if (total > MOST_STRETCHES) throw broken('its items have too many parts')
    for (let part = 0; part < count; part++) {
      next(ofIndex)
      const from = base + next(ofOffset)
      const length = next(ofLength)
      const to = length === 0 ? around.end : from + length
      if (from > to || to > around.end) throw broken('an item is not in the file')
      stretches.push({ from, to })
    }
    if (places.has(id)) throw broken('an item is in two places')
    places.set(id, stretches)
  }
  if (at > box.end) throw broken('its list of places ends too soon')
  return places
}

/** The properties of an item, in order. */
export function propertiesOf(image: ImageBytes, meta: readonly Box[], item: number): readonly Box[] {
  const around = boxOf(meta, 'iprp')
  const parts = boxesIn(image, around.data, around.end)
  const container = boxOf(parts, 'ipco')
  const all = boxesIn(image, container.data, container.end)
  const own: Box[] = []
  for (const box of parts.filter(({ type }) => type === 'ipma')) {
    const isWide = isLong(image, box)
    const isLongIndex = (image.u8(box.data + 3) & 1) === 1
    let at = box.data + 8
    for (let left = image.u32(box.data + 4); left > 0; left--) {
      const id = isWide ? image.u32(at) : image.u16(at)
      at += isWide ? 4 : 2
      const count = image.u8(at)
      at += 1
      for (let part = 0; part < count; part++) {
        const index = isLongIndex ? image.u16(at) & 0x7fff : image.u8(at) & 0x7f
        at += isLongIndex ? 2 : 1
        const property = all[index - 1]
        if (id === item && property !== undefined) own.push(property)
      }
    }
  }
  return own
}
