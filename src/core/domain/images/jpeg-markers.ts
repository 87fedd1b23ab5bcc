import type { ImageBytes, Steps } from './image-bytes.ts'

/* Where the markers of a JPEG are: a byte 255, and one that says which. */

/** Bytes that are searched without a pause. */
const PIECE = 2 ** 20

const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7

/**
 * The first marker from `from` on, or a place from which none fits before `last`. As libjpeg does, it skips what is none: phones
 * write stray bytes between segments, and any number of bytes 255 may come before a marker. `isInScan`: it skips coded pixels,
 * with the markers that let a decoder restart.
 */
export function* nextMarker(image: ImageBytes, from: number, last: number, isInScan = false): Steps<number> {
  const { bytes } = image
  let at = from
  while (at < last) {
    const start = at
    const piece = bytes.subarray(start, Math.min(start + PIECE, last))
    while (at < start + piece.length) {
      if (image.isDue) yield image.steps()
      const found = start + piece.indexOf(0xff, at - start)
      const to = found < start ? start + piece.length : found
      image.count(to - at, 3)
      at = to
      if (found < start) break
      const next = bytes[found + 1] ?? 0
      if (found + 1 >= last) return found
      if (next !== 0 && next !== 0xff && !(isInScan && isRestart(next))) return found
      at = next === 0xff ? found + 1 : found + 2
    }
  }
  return last
}

const DIRECTORY = 'SEFH'
const TRAILER = 'SEFT'
const ENTRY = 12
/** Entries that are read. Phones write a few. */
const MOST_ENTRIES = 1000

/**
 * The end of the file, or where the trailer of a phone begins: names, times and sounds, whose directory stands at the end.
 * Behind a picture without an end marker, it would be taken for pixels.
 */
export function endOfPicture(image: ImageBytes): number {
  const whole = image.length
  if (!image.has(whole - TRAILER.length, TRAILER)) return whole
  const directory = whole - 8 - image.u32(whole - 8, true)
  if (directory < 0 || !image.has(directory, DIRECTORY)) return whole
  const count = Math.min(image.u32(directory + 8, true), MOST_ENTRIES)
  let first = directory
  for (
    let entry = directory + 12;
    entry < directory + 12 + ENTRY * count && entry + ENTRY <= whole;
    entry += ENTRY
  )
    first = Math.min(first, directory - image.u32(entry + 4, true))
  return first > 2 ? first : whole
}
