import { isAlpha, type Property, propertiesIn } from './avif-properties.ts'
import type { Stretch } from './avif-stretches.ts'
import { type Box, BoxReader, boxIn, boxOf, MOST_ENTRIES, within } from './boxes.ts'
import { broken, checkPixels, type ImageBytes } from './image-bytes.ts'

/*
 * What a `meta` box lists: items, such as pixels and metadata, where their bytes are, their properties, and which belong
 * together (ISO/IEC 14496-12, section 8.11). The picture that is shown is one item, or a grid of tiles; others hold its
 * transparency. All else goes.
 */

export const PIXELS = 'av01'
export const GRID = 'grid'

export interface Item {
  readonly id: number
  readonly type: string
  /** It is not shown by itself, such as a tile. */
  readonly isHidden: boolean
  readonly stretches: readonly Stretch[]
  readonly properties: readonly Property[]
  /** The tiles of a grid, by their IDs, row by row. */
  readonly tiles: readonly number[]
  /** The item whose transparency this one holds. */
  readonly alphaOf: number | undefined
}

export interface Picture {
  readonly primary: Item
  /** The primary one first. */
  readonly items: readonly Item[]
  /** Colors that are multiplied by the transparency: pairs of IDs. */
  readonly premultiplied: readonly (readonly [color: number, alpha: number])[]
}

/** Items, stretches and links, at most. */
const MOST = 10_000

/** Refuses what browsers could not show either. */
export function pictureIn(image: ImageBytes, meta: readonly Box[]): Picture {
  const handler = new BoxReader(image, boxOf(meta, 'hdlr'))
  handler.next(8)
  if (handler.text(4) !== 'pict') throw broken('it is not of pictures')
  const types = typesIn(image, meta)
  const places = placesIn(image, meta)
  const links = linksIn(image, meta)
  const properties = propertiesIn(image, meta)
  const tilesOf = new Map(
    links.flatMap(({ type, from, to }) => (type === 'dimg' ? [[from, to] as const] : [])),
  )
  const kept = new Map<number, Item>()
  const keep = (id: number, alphaOf?: number): Item => {
    const before = kept.get(id)
    if (before !== undefined) return before
    const { type = 'none', isHidden = false } = types.get(id) ?? {}
    if (type !== PIXELS && type !== GRID) throw broken('its picture is of an unknown kind')
    const stretches = stretchesOf(image, meta, places.get(id) ?? [])
    const own = properties.get(id) ?? []
    const item = { id, type, isHidden, properties: own, alphaOf }
    const whole =
      type === GRID
        ? { ...item, ...gridIn(image, stretches, tilesOf.get(id) ?? []) }
        : { ...item, stretches, tiles: [] }
    kept.set(id, whole)
    for (const tile of whole.tiles) {
      if (types.get(tile)?.type !== PIXELS) throw broken('a tile is of an unknown kind')
      keep(tile)
    }
    return whole
  }
  const primary = keep(primaryIn(image, meta))
  for (const { type, from, to } of links) {
    const [color] = to
    const isOfShown = type === 'auxl' && color !== undefined && kept.get(color)?.alphaOf === undefined
    if (isOfShown && kept.has(color) && properties.get(from)?.some(({ box }) => isAlpha(image, box)))
      keep(from, color)
  }
  const premultiplied = links
    .filter(({ type }) => type === 'prem')
    .flatMap(({ from, to }) => to.map((alpha) => [from, alpha] as const))
    .filter(([color, alpha]) => kept.has(color) && kept.get(alpha)?.alphaOf === color)
  return { primary, items: [...kept.values()], premultiplied }
}

function primaryIn(image: ImageBytes, meta: readonly Box[]): number {
  const reader = new BoxReader(image, boxOf(meta, 'pitm'))
  return reader.next(reader.head(1).version === 0 ? 2 : 4)
}

/** Items by ID. */
function typesIn(image: ImageBytes, meta: readonly Box[]) {
  const list = boxOf(meta, 'iinf')
  const reader = new BoxReader(image, list)
  reader.next(reader.head(1).version === 0 ? 2 : 4)
  const types = new Map<number, { readonly type: string; readonly isHidden: boolean }>()
  for (const entry of within(image, { ...list, data: reader.at })) {
    if (entry.type !== 'infe') continue
    const one = new BoxReader(image, entry)
    const { version, flags } = one.head(3)
    if (version < 2) throw broken('an item has no type')
    const id = one.next(version === 2 ? 2 : 4)
    const isProtected = one.next(2) !== 0
    const type = isProtected ? 'none' : one.text(4)
    if (types.has(id)) throw broken('an item is there twice')
    types.set(id, { type, isHidden: (flags & 1) === 1 })
  }
  return types
}

/** A stretch, from the begin of the file or, `isInside`, of the box `idat`. A length of 0: to the end of it. */
interface Place {
  readonly isInside: boolean
  readonly isElsewhere: boolean
  readonly from: number
  readonly length: number
}

/** Where the bytes of each item are. */
function placesIn(image: ImageBytes, meta: readonly Box[]): ReadonlyMap<number, readonly Place[]> {
  const reader = new BoxReader(image, boxOf(meta, 'iloc'))
  const { version } = reader.head(2)
  const sizes = reader.next(2)
  const [ofOffset, ofLength, ofBase] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const ofIndex = version === 0 ? 0 : sizes & 15
  const ofCount = version < 2 ? 2 : 4
  const places = new Map<number, readonly Place[]>()
  let total = 0
  for (let left = reader.count(ofCount, ofCount); left > 0; left--) {
    const id = reader.next(ofCount)
    const method = version === 0 ? 0 : reader.next(2) & 15
    const isElsewhere = reader.next(2) !== 0 || method > 1
    const base = reader.next(ofBase)
    const own: Place[] = []
    const count = reader.next(2)
    total += 1 + count
    if (total > MOST) throw broken('its items have too many parts')
    for (let part = 0; part < count; part++) {
      reader.next(ofIndex)
      const from = base + reader.next(ofOffset)
      own.push({ isInside: method === 1, isElsewhere, from, length: reader.next(ofLength) })
    }
    if (places.has(id)) throw broken('an item is in two places')
    places.set(id, own)
  }
  return places
}

function stretchesOf(image: ImageBytes, meta: readonly Box[], places: readonly Place[]): readonly Stretch[] {
  let size = 0
  const stretches = places.map(({ isInside, isElsewhere, from, length }) => {
    const around = isInside ? boxOf(meta, 'idat') : { data: 0, end: image.length }
    const start = around.data + from
    const to = length === 0 ? around.end : start + length
    if (isElsewhere || start > to || to > around.end) throw broken('an item is not in the file')
    size += to - start
    return { from: start, to }
  })
  // Overlapping stretches make an item that is larger than its file.
  if (size === 0 || size > image.length) throw broken('an item is not in the file')
  return stretches
}

interface Link {
  readonly type: string
  readonly from: number
  readonly to: readonly number[]
}

function linksIn(image: ImageBytes, meta: readonly Box[]): readonly Link[] {
  const list = boxIn(meta, 'iref')
  if (list === undefined) return []
  const reader = new BoxReader(image, list)
  const ofItem = reader.head(1).version === 0 ? 2 : 4
  let total = 0
  return within(image, { ...list, data: reader.at }).map((box) => {
    const one = new BoxReader(image, box)
    const from = one.next(ofItem)
    const count = one.count(2, ofItem)
    total += count
    if (total > MOST_ENTRIES) throw broken('its items have too many links')
    return { type: box.type, from, to: Array.from({ length: count }, () => one.next(ofItem)) }
  })
}

/** A grid says in a few bytes how many rows and columns of tiles it has, and how large it is. */
function gridIn(image: ImageBytes, stretches: readonly Stretch[], tiles: readonly number[]) {
  const [stretch, ...more] = stretches
  if (stretch === undefined || more.length > 0) throw broken('its grid is in parts')
  const { from, to } = stretch
  const isLong = (image.u8(from + 1) & 1) === 1
  const end = from + (isLong ? 12 : 8)
  if (image.u8(from) !== 0 || end > to) throw broken('its grid is of an unknown kind')
  const count = (image.u8(from + 2) + 1) * (image.u8(from + 3) + 1)
  if (count !== tiles.length || count > MOST) throw broken('its grid has other tiles than it says')
  if (isLong) checkPixels(image.u32(from + 4), image.u32(from + 8))
  else checkPixels(image.u16(from + 4), image.u16(from + 6))
  return { stretches: [{ from, to: end }], tiles }
}
