import { keptHeader, MEDIA_HEADER, MOVIE_HEADER, TRACK_HEADER } from './avif-headers.ts'
import { descriptionIn, samplesIn } from './avif-samples.ts'
import type { Stretch } from './avif-stretches.ts'
import { type Box, BoxReader, boxesIn, boxIn, boxOf, newBox, within } from './boxes.ts'
import { broken, bytes32, checkPixels, type ImageBytes, joinedList, type Steps } from './image-bytes.ts'

/*
 * Animations: tracks of pictures and of their transparency, each a list of samples that are stored in chunks (ISO/IEC 14496-12,
 * section 8). Written anew, without times of creation, names, tracks of other kinds, and all that is not on these lists.
 */

export interface Movie {
  readonly width: number
  readonly height: number
  /** Where the pixels of all tracks are. */
  readonly stretches: readonly Stretch[]
  /** The box `moov`, when it is known where they will be. */
  readonly write: (placeOf: (at: number) => number) => Uint8Array
}

interface Track {
  readonly id: number
  readonly width: number
  readonly height: number
  readonly chunks: readonly Stretch[]
  readonly write: (ids: readonly number[], placeOf: (at: number) => number) => Uint8Array
}

const MOST_TRACKS = 8

/** Pictures, and their transparency. */
const HANDLERS = ['pict', 'auxv']

/** Tables of a track beside its samples: bytes of an entry. */
const TABLES: readonly (readonly [type: string, size: number])[] = [
  ['stts', 8],
  ['ctts', 8],
  ['stss', 4],
]

/** `undefined` without a track that is kept. */
export function* movieIn(image: ImageBytes, moov: Box): Steps<Movie | undefined> {
  const boxes = within(image, moov)
  if (boxIn(boxes, 'mvex') !== undefined) throw broken('its animation is in fragments')
  const header = keptHeader(image, boxOf(boxes, 'mvhd'), MOVIE_HEADER)
  const tracks: Track[] = []
  for (const box of boxes.filter(({ type }) => type === 'trak')) {
    const track = trackIn(image, within(image, box))
    if (image.isDue) yield image.steps()
    if (track === undefined) continue
    if (tracks.length === MOST_TRACKS) throw broken('it has too many tracks')
    tracks.push(track)
  }
  const [first] = tracks
  if (first === undefined) return undefined
  const { width, height } = first
  const ids = tracks.map(({ id }) => id)
  return {
    ...{ width, height },
    stretches: tracks.flatMap(({ chunks }) => chunks),
    write: (placeOf) =>
      newBox(
        'moov',
        withNext(header, Math.max(...ids) + 1),
        ...tracks.map((track) => track.write(ids, placeOf)),
      ),
  }
}

/** The header of a movie ends with an ID that no track has. */
function withNext(header: Uint8Array, id: number): Uint8Array {
  header.set(bytes32(id), header.length - 4)
  return header
}

function trackIn(image: ImageBytes, boxes: readonly Box[]): Track | undefined {
  const media = within(image, boxOf(boxes, 'mdia'))
  const handler = new BoxReader(image, boxOf(media, 'hdlr'))
  handler.next(8)
  const kind = handler.text(4)
  if (!HANDLERS.includes(kind)) return undefined
  const about = boxOf(boxes, 'tkhd')
  const header = keptHeader(image, about, TRACK_HEADER)
  const id = image.u32(about.data + (image.u8(about.data) === 0 ? 12 : 20))
  const [width, height] = [
    image.u16(about.data + header.length - 16),
    image.u16(about.data + header.length - 12),
  ]
  checkPixels(width, height)
  const inner = within(image, boxOf(media, 'minf'))
  const table = within(image, boxOf(inner, 'stbl'))
  const samples = samplesIn(image, table)
  checkPlace(image, inner)
  const edits = editsIn(image, boxes)
  const links = linksIn(image, boxes)
  const mediaHeader = keptHeader(image, boxOf(media, 'mdhd'), MEDIA_HEADER)
  const description = descriptionIn(image, boxOf(table, 'stsd'))
  const tables = TABLES.flatMap(([type, size]) => {
    const box = boxIn(table, type)
    return box === undefined ? [] : [keptTable(image, box, size)]
  })
  const write: Track['write'] = (ids, placeOf) =>
    newBox(
      'trak',
      header,
      ...edits,
      ...newLinks(links, ids),
      newBox(
        'mdia',
        mediaHeader,
        newBox('hdlr', 0, 0, kind, 0, 0, 0, '\0'),
        newBox(
          'minf',
          newBox('vmhd', 1, 0, 0),
          newBox('dinf', newBox('dref', 0, 1, newBox('url ', 1))),
          newBox(
            'stbl',
            description,
            ...tables,
            ...samples.tables,
            newBox(
              'stco',
              0,
              samples.chunks.length,
              joinedList(samples.chunks.map(({ from }) => placeOf(from))),
            ),
          ),
        ),
      ),
    )
  return { id, width, height, chunks: samples.chunks, write }
}

/** A list of a count and as many entries, without what is behind them. */
function keptTable(image: ImageBytes, box: Box, size: number): Uint8Array {
  const reader = new BoxReader(image, box)
  reader.head(1)
  const end = reader.count(4, size) * size + reader.at
  image.count(end - box.data)
  return newBox(box.type, image.bytes.subarray(box.data, end))
}

/** Throws unless the samples are in this file. */
function checkPlace(image: ImageBytes, inner: readonly Box[]): void {
  const list = boxOf(within(image, boxOf(inner, 'dinf')), 'dref')
  for (const { type, data } of boxesIn(image, list.data + 8, list.end))
    if (!/^ur[ln] $/.test(type) || (image.u8(data + 3) & 1) === 0)
      throw broken('its animation is in another file')
}

/** How often an animation repeats. */
function editsIn(image: ImageBytes, boxes: readonly Box[]): readonly Uint8Array[] {
  const edits = boxIn(boxes, 'edts')
  const list = edits && boxIn(within(image, edits), 'elst')
  if (list === undefined) return []
  return [newBox('edts', keptTable(image, list, image.u8(list.data) === 0 ? 12 : 20))]
}

/** That a track is the transparency of another, and that colors are multiplied by it. */
const LINKS = ['auxl', 'prem']

interface Link {
  readonly type: string
  readonly to: readonly number[]
}

function linksIn(image: ImageBytes, boxes: readonly Box[]): readonly Link[] {
  const list = boxIn(boxes, 'tref')
  if (list === undefined) return []
  return within(image, list)
    .filter(({ type }) => LINKS.includes(type))
    .map((box) => {
      const reader = new BoxReader(image, box)
      const count = Math.floor((box.end - box.data) / 4)
      if (count > MOST_TRACKS) throw broken('it has too many tracks')
      return { type: box.type, to: Array.from({ length: count }, () => reader.next(4)) }
    })
}

function newLinks(links: readonly Link[], ids: readonly number[]): readonly Uint8Array[] {
  const kept = links
    .map(({ type, to }) => ({ type, to: to.filter((id) => ids.includes(id)) }))
    .filter(({ to }) => to.length > 0)
  return kept.length === 0 ? [] : [newBox('tref', ...kept.map(({ type, to }) => newBox(type, ...to)))]
}
