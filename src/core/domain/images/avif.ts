import { type Item, type Picture, pictureIn } from './avif-items.ts'
import { extentOf, newProperties, shownSize } from './avif-properties.ts'
import { Stretches } from './avif-stretches.ts'
import { movieIn } from './avif-tracks.ts'
import { type Box, boxAt, boxesIn, newBox } from './boxes.ts'
import { broken, bytes16, type Cleaned, type ImageBytes, joined, type Steps } from './image-bytes.ts'
import { KeptParts } from './kept-parts.ts'

/*
 * AVIF: boxes, of which some list pictures and say where in the file their pixels are. The file is written anew: the picture
 * that is shown, with its tiles and its transparency, and an animation.
 */

/** Brands that say how to read a file: AVIF, its profiles, and the formats below it. */
const BRANDS = ['avif', 'avis', 'MA1A', 'MA1B', 'mif1', 'miaf', 'msf1', 'iso8']
const OF_ANIMATIONS = ['avis', 'msf1', 'iso8']

/** Keeps pixels, colors and how the image is turned. Throws for what is not understood and would be missed. */
export function* cleanAvif(image: ImageBytes): Steps<Cleaned> {
  const { types, meta, moov } = topOf(image)
  const picture = meta && pictureIn(image, boxesIn(image, meta.data + 4, meta.end))
  if (image.isDue) yield image.steps()
  const movie = moov && (yield* movieIn(image, moov))
  const size = picture === undefined ? movie : sizeOf(image, picture)
  if (size === undefined) throw broken('it has no picture')
  const stretches = new Stretches([
    ...(picture?.items.flatMap((item) => item.stretches) ?? []),
    ...(movie?.stretches ?? []),
  ])
  if (image.isDue) yield image.steps()
  const head = (from: number): Uint8Array => {
    const placeOf = (at: number) => from + stretches.placeOf(at)
    return joined(
      newTypes(types, picture !== undefined, movie !== undefined),
      picture === undefined ? '' : newMeta(image, picture, placeOf),
      movie?.write(placeOf) ?? '',
      8 + stretches.size,
      'mdat',
    )
  }
  // Its length does not depend on the places in it.
  const kept = new KeptParts(image)
  kept.add(head(head(0).length))
  yield* stretches.write(kept)
  yield image.steps()
  const { width, height } = size
  return { bytes: kept.joined(), width, height, orientation: 1 }
}

interface Top {
  readonly types: readonly string[]
  readonly meta: Box | undefined
  readonly moov: Box | undefined
}

/**
 * The boxes at the top. Where the pixels are is said in them, so nothing behind them is read: decoders show files with
 * something else behind.
 */
function topOf(image: ImageBytes): Top {
  const start = boxAt(image, 0, image.length)
  if (start === undefined) throw broken('it ends too soon')
  const types: string[] = []
  for (let at = start.data; at + 4 <= Math.min(start.end, start.data + MOST_TYPES); at += 4)
    if (at !== start.data + 4) types.push(image.text(at, 4))
  const needsMovie = types.includes('avis')
  let meta: Box | undefined
  let moov: Box | undefined
  let box = boxAt(image, start.end, image.length)
  for (; box !== undefined && (meta === undefined || (needsMovie && moov === undefined)); ) {
    image.countPart()
    if (box.type === 'meta') meta ??= box
    else if (box.type === 'moov' && needsMovie) moov ??= box
    box = boxAt(image, box.end, image.length)
  }
  return { types, meta, moov }
}

/** Bytes of brands that are read. */
const MOST_TYPES = 400

function sizeOf(image: ImageBytes, { primary, items }: Picture) {
  for (const { properties } of items) extentOf(image, properties)
  return shownSize(image, primary.properties)
}

function newTypes(types: readonly string[], hasPicture: boolean, hasMovie: boolean): Uint8Array {
  const known = BRANDS.filter(
    (brand) => types.includes(brand) && (hasMovie || !OF_ANIMATIONS.includes(brand)),
  )
  const [first = ''] = types
  const main = known.includes(first) ? first : hasPicture ? 'avif' : 'avis'
  return newBox('ftyp', main, 0, ...new Set([main, ...known]))
}

function newMeta(
  image: ImageBytes,
  { primary, items, premultiplied }: Picture,
  placeOf: (at: number) => number,
): Uint8Array {
  const ids = new Map(items.map(({ id }, index) => [id, bytes16(index + 1)]))
  const idOf = (id: number): Uint8Array => ids.get(id) ?? bytes16(0)
  const links = items.flatMap(({ id, tiles, alphaOf }) => [
    ...(tiles.length === 0 ? [] : [newBox('dimg', idOf(id), bytes16(tiles.length), ...tiles.map(idOf))]),
    ...(alphaOf === undefined ? [] : [newBox('auxl', idOf(id), '\0\x01', idOf(alphaOf))]),
  ])
  const multiplied = premultiplied.map(([color, alpha]) => newBox('prem', idOf(color), '\0\x01', idOf(alpha)))
  return newBox(
    'meta',
    0,
    newBox('hdlr', 0, 0, 'pict', 0, 0, 0, '\0'),
    newBox('pitm', 0, idOf(primary.id)),
    newBox('iloc', 0, '\x44\0', bytes16(items.length), ...items.map((item) => newPlace(item, idOf, placeOf))),
    newBox('iinf', 0, bytes16(items.length), ...items.map((item) => newItem(item, idOf))),
    ...(links.length + multiplied.length === 0 ? [] : [newBox('iref', 0, ...links, ...multiplied)]),
    newProperties(
      image,
      items.map(({ properties }) => properties),
    ),
  )
}

const newItem = ({ id, type, isHidden }: Item, idOf: (id: number) => Uint8Array): Uint8Array =>
  newBox('infe', isHidden ? 0x0200_0001 : 0x0200_0000, idOf(id), '\0\0', type, '\0')

const newPlace = (
  { id, stretches }: Item,
  idOf: (id: number) => Uint8Array,
  placeOf: (at: number) => number,
): Uint8Array =>
  joined(
    idOf(id),
    '\0\0',
    bytes16(stretches.length),
    ...stretches.flatMap(({ from, to }) => [placeOf(from), to - from]),
  )
