import { type Box, BoxReader, boxOf, newBox, within } from './boxes.ts'
import { broken, bytes16, checkPixels, type ImageBytes, joinedList } from './image-bytes.ts'

/* Properties of items, and of the pixels of a track: what decoders need to show them, by the standard. */

/** What says that an item holds the transparency of another. */
const ALPHA = ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 'urn:mpeg:hevc:2015:auxid:1']

/**
 * Bytes of each kind that is kept: sizes, depth, coding, colors, light, place, turns and layers (ISO/IEC 23008-12, section 6.5;
 * AV1 image file format, section 2.3). `undefined`: the kind has a function of its own below. Names, texts, tags, times of
 * creation and all that is not on this list go.
 */
const SIZES: Readonly<Record<string, number | undefined>> = {
  ispe: 12,
  pasp: 8,
  clap: 32,
  irot: 1,
  imir: 1,
  a1op: 1,
  lsel: 2,
  clli: 4,
  mdcv: 24,
  amve: 8,
  // How the pixels are coded. What may follow is in the pixels, too.
  av1C: 4,
  pixi: undefined,
  colr: undefined,
  auxC: undefined,
  auxi: undefined,
  a1lx: undefined,
  // Of tracks.
  ccst: 8,
}

/** Colors as numbers, and as a profile. */
const NUMBERS = 'nclx'
const PROFILES = ['rICC', 'prof']

/** The box of a property as it is kept; `undefined`: it goes. Throws if it is too short. */
export function keptProperty(image: ImageBytes, box: Box): Uint8Array | undefined {
  if (!Object.hasOwn(SIZES, box.type)) return undefined
  if (box.type === 'auxC' || box.type === 'auxi') {
    const name = auxiliaryName(image, box)
    return ALPHA.includes(name) ? newBox(box.type, 0, name, '\0') : undefined
  }
  const size = SIZES[box.type] ?? sizeOf(image, box)
  if (size === undefined) return undefined
  if (size > box.end - box.data) throw broken('a property ends too soon')
  return newBox(box.type, image.bytes.subarray(box.data, box.data + size))
}

function sizeOf(image: ImageBytes, box: Box): number | undefined {
  const { data, end, type } = box
  // Bits for each of so many channels.
  if (type === 'pixi') return 5 + image.u8(data + 4)
  if (type === 'a1lx') return (image.u8(data) & 1) === 0 ? 7 : 13
  const kind = image.text(data, 4)
  if (kind === NUMBERS) return 11
  return PROFILES.includes(kind) ? end - data : undefined
}

export const isAlpha = (image: ImageBytes, box: Box): boolean =>
  box.type === 'auxC' && ALPHA.includes(auxiliaryName(image, box))

const LONGEST_NAME = 200

function auxiliaryName(image: ImageBytes, { data, end }: Box): string {
  const [name = ''] = image.text(data + 4, Math.max(0, Math.min(end - data - 4, LONGEST_NAME))).split('\0')
  return name
}

export interface Property {
  /** From 1 on. */
  readonly index: number
  readonly box: Box
  /** A decoder that does not know it must not show the item. */
  readonly isEssential: boolean
}

/** Properties by item, in order. Throws if there are too many of them. */
export function propertiesIn(
  image: ImageBytes,
  meta: readonly Box[],
): ReadonlyMap<number, readonly Property[]> {
  const parts = within(image, boxOf(meta, 'iprp'))
  const all = within(image, boxOf(parts, 'ipco'))
  const found = new Map<number, readonly Property[]>()
  let total = 0
  for (const box of parts.filter(({ type }) => type === 'ipma')) {
    const reader = new BoxReader(image, box)
    const { version, flags } = reader.head(1)
    const [ofItem, ofIndex] = [version === 0 ? 2 : 4, (flags & 1) === 0 ? 1 : 2]
    for (let left = reader.count(4, ofItem + 1); left > 0; left--) {
      const item = reader.next(ofItem)
      const count = reader.next(1)
      total += 1 + count
      if (total > MOST_PROPERTIES) throw broken('its items have too many properties')
      if (found.has(item)) throw broken('an item has two lists of properties')
      const own: Property[] = []
      for (let part = 0; part < count; part++) {
        const word = reader.next(ofIndex)
        const index = word & (ofIndex === 1 ? 0x7f : 0x7fff)
        const property = all[index - 1]
        if (index > 0 && property === undefined) throw broken('an item has a property that is not there')
        if (property !== undefined)
          own.push({ index, box: property, isEssential: word >> (8 * ofIndex - 1) === 1 })
      }
      found.set(item, own)
    }
  }
  return found
}

/** Properties of all items, at most. */
const MOST_PROPERTIES = 100_000

/** Bytes of all properties, at most: profiles of colors take up to a few million. */
const LARGEST = 2 ** 23

/** The boxes `ipco` and `ipma` for items from 1 on, each with its properties. Equal ones are there once. */
export function newProperties(image: ImageBytes, items: readonly (readonly Property[])[]): Uint8Array {
  const kept: Uint8Array[] = []
  let size = 0
  const places = new Map<number, number | undefined>()
  const placeOf = ({ index, box }: Property): number | undefined => {
    if (!places.has(index)) {
      const property = keptProperty(image, box)
      size += property?.length ?? 0
      if (size > LARGEST) throw broken('its properties are too large')
      if (property !== undefined) kept.push(property)
      places.set(index, property && kept.length)
    }
    return places.get(index)
  }
  const lists = items.map((properties) =>
    properties.flatMap((property) => {
      const place = placeOf(property)
      if (place === undefined && property.isEssential)
        throw broken('it needs a property that is not understood')
      return place === undefined ? [] : [{ place, isEssential: property.isEssential }]
    }),
  )
  const isLong = kept.length > 0x7f
  const entries = lists.flatMap((list, item) => [
    bytes16(item + 1),
    Uint8Array.of(list.length),
    ...list.map(({ place, isEssential }) =>
      isLong ? bytes16(place | (isEssential ? 0x8000 : 0)) : Uint8Array.of(place | (isEssential ? 0x80 : 0)),
    ),
  ])
  const associations = newBox('ipma', isLong ? 1 : 0, lists.length, joinedList(entries))
  return newBox('iprp', newBox('ipco', ...kept), associations)
}

/** Pixels of an item by its property `ispe`. Throws without one. */
export function extentOf(
  image: ImageBytes,
  properties: readonly Property[],
): readonly [width: number, height: number] {
  const sizes = properties
    .filter(({ box }) => box.type === 'ispe')
    .map(({ box }) => [image.u32(box.data + 4), image.u32(box.data + 8)] as const)
  for (const size of sizes) checkPixels(...size)
  const [size] = sizes
  if (size === undefined) throw broken('it has no size')
  return size
}

/** The size that is shown: cut out, then turned. */
export function shownSize(
  image: ImageBytes,
  properties: readonly Property[],
): { width: number; height: number } {
  let [width, height] = extentOf(image, properties)
  for (const { box } of properties) {
    if (box.type === 'clap') {
      width = Math.min(width, partOf(image, box.data))
      height = Math.min(height, partOf(image, box.data + 8))
      checkPixels(width, height)
    } else if (box.type === 'irot' && image.u8(box.data) % 2 === 1) [width, height] = [height, width]
  }
  return { width, height }
}

/** A number as a fraction. */
const partOf = (image: ImageBytes, at: number): number =>
  Math.round(image.u32(at) / Math.max(image.u32(at + 4), 1))
