import { itemsIn, placesIn, primaryItem, propertiesOf, type Stretch } from './avif-items.ts'
import { type Box, boxesIn, boxOf } from './boxes.ts'
import { asBytes, broken, type Cleaned, checkPixels, ImageBytes } from './image-bytes.ts'

/*
 * AVIF: boxes, which say where in the file the pixels are. So nothing is moved: what is cut becomes zeros.
 */

const TOP = ['ftyp', 'meta', 'moov', 'mdat']
const IN_META = 'hdlr pitm iinf iloc iprp iref idat dinf grpl'.split(' ')
/** What may stand in an animation and its tracks beside times and pixels. */
const IN_MOVIE = ['udta', 'meta', 'uuid', 'free', 'skip']

/** Keeps pixels, colors and how the image is turned. */
export function cleanAvif(original: ImageBytes): Cleaned {
  const bytes = original.bytes.slice()
  const image = new ImageBytes(bytes)
  const top = boxesIn(image, 0, image.length)
  const metaBox = boxOf(top, 'meta')
  const meta = boxesIn(image, metaBox.data + 4, metaBox.end)
  const items = itemsIn(image, meta)
  const places = placesIn(image, meta)
  const size = sizeOf(image, meta)
  for (const box of all(image, meta)) if (box.type === 'ispe') checkPixels(...extentOf(image, box))
  const movie = top.filter(({ type }) => type === 'moov')
  const stretches = (isMetadata: boolean) =>
    items.filter((item) => item.isMetadata === isMetadata).flatMap(({ id }) => places.get(id) ?? [])
  const pixels = [...stretches(false)].sort((a, b) => a.from - b.from)
  // The pixels of an animation are named by its tracks.
  if (movie.length === 0)
    for (const box of top.filter(({ type }) => type === 'mdat')) clearBetween(bytes, box, pixels)
  for (const box of meta.filter(({ type }) => type === 'idat')) clearBetween(bytes, box, pixels)
  for (const { from, to } of stretches(true)) bytes.fill(0, from, to)
  for (const box of top) if (!TOP.includes(box.type)) clear(bytes, box)
  for (const box of meta) if (!IN_META.includes(box.type)) clear(bytes, box)
  for (const box of movie) clearIn(image, box)
  return { bytes, ...size, orientation: 1 }
}

/** All properties, of whichever item. */
function all(image: ImageBytes, meta: readonly Box[]): readonly Box[] {
  const around = boxOf(meta, 'iprp')
  const container = boxOf(boxesIn(image, around.data, around.end), 'ipco')
  return boxesIn(image, container.data, container.end)
}

const extentOf = (image: ImageBytes, { data }: Box) => [image.u32(data + 4), image.u32(data + 8)] as const

/** The size that is shown: cut out, then turned. */
function sizeOf(image: ImageBytes, meta: readonly Box[]): { width: number; height: number } {
  const properties = propertiesOf(image, meta, primaryItem(image, meta))
  const extent = properties.find(({ type }) => type === 'ispe')
  if (extent === undefined) throw broken('it has no size')
  let [width, height] = extentOf(image, extent)
  checkPixels(width, height)
  for (const { type, data } of properties) {
    if (type === 'clap') {
      width = Math.min(width, partOf(image, data))
      height = Math.min(height, partOf(image, data + 8))
      checkPixels(width, height)
    } else if (type === 'irot' && image.u8(data) % 2 === 1) [width, height] = [height, width]
  }
  return { width, height }
}

/** A number as a fraction. */
const partOf = (image: ImageBytes, at: number): number =>
  Math.round(image.u32(at) / Math.max(image.u32(at + 4), 1))

/** Makes a box one that nobody reads, of the same size. */
function clear(bytes: Uint8Array, { start, data, end, type }: Box): void {
  bytes.set(asBytes('free'), start + 4)
  bytes.fill(0, type === 'uuid' ? data - 16 : data, end)
}

/** Clears what of a box belongs to none of the stretches, which are in order. */
function clearBetween(bytes: Uint8Array, { data, end }: Box, stretches: readonly Stretch[]): void {
  let at = data
  for (const { from, to } of stretches) {
    if (from > at) bytes.fill(0, at, Math.min(from, end))
    at = Math.max(at, to)
    if (at >= end) return
  }
  bytes.fill(0, at, end)
}

/** Also in the tracks. */
function clearIn(image: ImageBytes, around: Box): void {
  for (const box of boxesIn(image, around.data, around.end)) {
    if (IN_MOVIE.includes(box.type)) clear(image.bytes, box)
    else if (box.type === 'trak') clearIn(image, box)
  }
}
