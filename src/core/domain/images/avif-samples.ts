import { keptProperty } from './avif-properties.ts'
import type { Stretch } from './avif-stretches.ts'
import { type Box, BoxReader, boxesIn, boxIn, boxOf, newBox } from './boxes.ts'
import { broken, bytes16, checkPixels, type ImageBytes, joined } from './image-bytes.ts'

/* The samples of a track: how they are coded, how many there are, and in which chunks they are stored. */

export interface Samples {
  readonly chunks: readonly Stretch[]
  /** The boxes `stsz` and `stsc`. */
  readonly tables: readonly Uint8Array[]
}

/** Which samples there are, and in which chunks they are stored. */
export function samplesIn(image: ImageBytes, table: readonly Box[]): Samples {
  const sizesBox = boxOf(table, 'stsz')
  const reader = new BoxReader(image, sizesBox)
  reader.head(0)
  const each = reader.next(4)
  const count = reader.count(4, each === 0 ? 4 : 0)
  const sizes = Array.from({ length: count }, () => (each === 0 ? reader.next(4) : each))
  const starts = startsIn(image, table)
  const runsBox = boxOf(table, 'stsc')
  const runs = new BoxReader(image, runsBox)
  runs.head(0)
  const entries = Array.from({ length: runs.count(4, 12) }, () => {
    const entry = { first: runs.next(4), samples: runs.next(4) }
    if (runs.next(4) !== 1) throw broken('its samples are of an unknown kind')
    return entry
  })
  let [run, sample, total] = [0, 0, 0]
  const chunks = starts.map((from, index) => {
    if (entries[run + 1]?.first === index + 1) run++
    const after = sample + (entries[run]?.samples ?? 0)
    if (after > count || after === sample) throw broken('its chunks have other samples than it has')
    const size = sizes.slice(sample, after).reduce((sum, one) => sum + one, 0)
    sample = after
    total += size
    if (from + size > image.length || total > image.length) throw broken('a sample is not in the file')
    return { from, to: from + size }
  })
  if (sample !== count || count === 0 || entries[0]?.first !== 1 || run !== entries.length - 1)
    throw broken('its chunks have other samples than it has')
  return {
    chunks,
    tables: [
      newBox('stsz', image.bytes.subarray(sizesBox.data, reader.at)),
      newBox('stsc', image.bytes.subarray(runsBox.data, runs.at)),
    ],
  }
}

/** Where the chunks are. */
function startsIn(image: ImageBytes, table: readonly Box[]): readonly number[] {
  const long = boxIn(table, 'co64')
  const reader = new BoxReader(image, long ?? boxOf(table, 'stco'))
  reader.head(0)
  const size = long === undefined ? 4 : 8
  return Array.from({ length: reader.count(4, size) }, () => reader.next(size))
}

/** Bytes of a sample entry before its boxes. */
const ENTRY = 78

/** How the samples are coded: one kind for all of them. */
export function descriptionIn(image: ImageBytes, list: Box): Uint8Array {
  const [entry, ...others] = boxesIn(image, list.data + 8, list.end)
  if (entry?.type !== 'av01' || others.length > 0 || entry.end < entry.data + ENTRY)
    throw broken('its samples are of an unknown kind')
  const [width, height] = [image.u16(entry.data + 24), image.u16(entry.data + 26)]
  checkPixels(width, height)
  const properties = boxesIn(image, entry.data + ENTRY, entry.end).flatMap((box) => {
    const kept = keptProperty(image, box)
    return kept === undefined ? [] : [kept]
  })
  // 72 dots per inch, one picture per sample, no name, 24 bits.
  const head = joined(0, '\0\0\0\x01', 0, 0, 0, 0, bytes16(width), bytes16(height), 0x48_0000, 0x48_0000, 0)
  const tail = joined('\0\x01', '\0'.repeat(32), '\0\x18\xff\xff')
  return newBox('stsd', 0, 1, newBox('av01', head, tail, ...properties))
}
