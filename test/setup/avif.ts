import { box, bytesOf } from './pictures.ts'

/* Files with the structure of AVIF: pictures and what belongs to them, and animations. Pixels are texts. */

type Bytes = Uint8Array<ArrayBuffer>

export const two = (value: number): Bytes => bytesOf(value).slice(2)
export const one = (value: number): Bytes => bytesOf(value).slice(3)

/** A property without which an item must not be shown. */
export interface Essential {
  readonly essential: Uint8Array
}

export interface AvifItem {
  readonly type?: string
  readonly data: string | Uint8Array
  readonly name?: string
  /** Its size, and what else is said of it. */
  readonly properties?: readonly (Uint8Array | Essential)[]
  readonly isHidden?: boolean
  /** Stored in the list itself. */
  readonly isInside?: boolean
}

/** Such as `['thmb', 2, 1]`: the item 2 is a thumbnail of 1. IDs are places in the list of items, from 1 on. */
export type AvifLink = readonly [type: string, from: number, ...to: number[]]

export interface AvifTrack {
  readonly handler?: string
  readonly links?: readonly (readonly [type: string, ...to: number[]])[]
  readonly samples: readonly string[]
  /** Boxes in the track beside what it needs. */
  readonly more?: readonly Uint8Array[]
}

export interface AvifParts {
  readonly width?: number
  readonly height?: number
  /** Boxes of properties that the picture has besides its size. */
  readonly properties?: AvifItem['properties']
  /** Items of metadata, by type. */
  readonly metadata?: readonly (readonly [type: string, data: string])[]
  /** In place of one item with the pixels PIXELS and the items of metadata. */
  readonly items?: readonly AvifItem[]
  readonly links?: readonly AvifLink[]
  readonly brands?: string
  /** Boxes in the list of items. */
  readonly inMeta?: readonly Uint8Array[]
  readonly tracks?: readonly AvifTrack[]
  readonly inMovie?: readonly Uint8Array[]
  /** Behind all else in the box of pixels. */
  readonly rest?: string
  readonly more?: readonly Uint8Array[]
}

export const extent = (width: number, height: number): Bytes => box('ispe', 0, width, height)

export const grid = (rows: number, columns: number, width: number, height: number): Bytes =>
  bytesOf('\0\0', one(rows - 1), one(columns - 1), two(width), two(height))

export const ALPHA = box('auxC', 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')

export function avif(parts: AvifParts = {}): Bytes {
  const { width = 6, height = 4, properties = [], metadata = [], rest = '', more = [], tracks = [] } = parts
  const items: readonly AvifItem[] = parts.items ?? [
    { data: 'PIXELS', properties: [extent(width, height), ...properties] },
    ...metadata.map(([type, data]) => ({ type, data })),
  ]
  const start = box('ftyp', 'avif', 0, parts.brands ?? `avifmif1${tracks.length > 0 ? 'avis' : ''}`)
  const data = bytesOf(...items.filter((item) => item.isInside !== true).map((item) => item.data))
  const head = (from: number) =>
    bytesOf(
      start,
      items.length === 0 ? '' : metaOf(parts, items, from),
      tracks.length === 0 ? '' : movieOf(parts, tracks, from + data.length),
    )
  const pixels = box('mdat', data, ...tracks.flatMap(({ samples }) => samples), rest)
  return bytesOf(head(head(0).length + 8), pixels, ...more)
}

function metaOf({ links = [], inMeta = [] }: AvifParts, items: readonly AvifItem[], from: number): Bytes {
  const inside = items.filter((item) => item.isInside)
  let [at, atInside] = [from, 0]
  const places = items.map(({ data, isInside = false }, index) => {
    const place = bytesOf(two(index + 1), two(isInside ? 1 : 0), '\0\0\0\x01')
    const begin = isInside ? atInside : at
    if (isInside) atInside += data.length
    else at += data.length
    return bytesOf(place, begin, data.length)
  })
  const entries = items.map(({ type = 'av01', name = '', isHidden = false }, index) =>
    box(
      'infe',
      isHidden ? 0x02000001 : 0x02000000,
      two(index + 1),
      '\0\0',
      `${type}${name}\0`,
      type === 'mime' ? 'application/rdf+xml\0' : '',
    ),
  )
  const all = items.flatMap(({ properties = [] }) =>
    properties.map((one) => ('essential' in one ? one.essential : one)),
  )
  let index = 0
  const associations = items.map(({ properties = [] }, item) =>
    bytesOf(
      two(item + 1),
      one(properties.length),
      ...properties.map((property) => one(++index | ('essential' in property ? 0x80 : 0))),
    ),
  )
  return box(
    'meta',
    0,
    box('hdlr', 0, 0, 'pict', 0, 0, 0, '\0'),
    box('pitm', 0, '\0\x01'),
    box('iinf', 0, two(items.length), ...entries),
    box('iloc', 0x01000000, '\x44\0', two(items.length), ...places),
    box(
      'iref',
      0,
      ...links.map(([type, begin, ...to]) => box(type, two(begin), two(to.length), ...to.map(two))),
    ),
    box(
      'iprp',
      box('ipco', ...all.map((property) => bytesOf(property))),
      box('ipma', 0, items.length, ...associations),
    ),
    ...(inside.length === 0 ? [] : [box('idat', ...inside.map(({ data }) => data))]),
    ...inMeta,
  )
}

function movieOf({ inMovie = [] }: AvifParts, tracks: readonly AvifTrack[], from: number): Bytes {
  let at = from
  const times = '\0\x11\x22\x33'.repeat(2)
  const traks = tracks.map(({ handler = 'pict', links = [], samples, more = [] }, index) => {
    const entry = bytesOf(
      '\0'.repeat(7),
      '\x01',
      '\0'.repeat(16),
      two(6),
      two(4),
      '\0'.repeat(14),
      '\x0aSECRET TOOL'.padEnd(32, '\0'),
      '\0\x18\xff\xff',
    )
    const table = box(
      'stbl',
      box('stsd', 0, 1, box('av01', entry, box('av1C', '\x81\0\0\0'), box('btrt', 'SECRET'))),
      box('stts', 0, 1, samples.length, 1),
      box('stsc', 0, 1, 1, samples.length, 1),
      box('stsz', 0, 0, samples.length, ...samples.map(({ length }) => length)),
      box('stco', 0, 1, at),
      box('sgpd', 'SECRET'),
    )
    at += samples.join('').length
    return box(
      'trak',
      box(
        'tkhd',
        1,
        times,
        index + 1,
        0,
        samples.length,
        0,
        0,
        0,
        0,
        '\0'.repeat(36),
        two(6),
        '\0\0',
        two(4),
        '\0\0',
      ),
      box('edts', box('elst', 0, 1, samples.length, 0, '\0\x01\0\0')),
      ...(links.length === 0 ? [] : [box('tref', ...links.map(([type, ...to]) => box(type, ...to)))]),
      box(
        'mdia',
        box('mdhd', 0, times, 30, samples.length, 'SECR'),
        box('hdlr', 0, 0, handler, 0, 0, 0, 'SECRET\0'),
        box(
          'minf',
          box('vmhd', 1, 0, 0),
          box('dinf', box('dref', 0, 1, box('url ', 1))),
          table,
          box('udta', 'SECRET'),
        ),
      ),
      ...more,
    )
  })
  const header = box('mvhd', 0, times, 30, 3, '\0\x01\0\0', '\x01\0', '\0'.repeat(70), tracks.length + 1)
  return box('moov', header, ...traks, ...inMovie)
}
