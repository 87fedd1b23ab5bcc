import { asBytes, ImageBytes, ImageFault } from './image-bytes.ts'

const TAG = 0x0112

/** The orientation in Exif data, from its TIFF header on: 1 to 8. 1, as stored, if there is none or it cannot be read. */
export function orientationIn(exif: Uint8Array): number {
  const tiff = new ImageBytes(exif)
  try {
    const isLittle = tiff.text(0, 2) === 'II'
    if (!isLittle && tiff.text(0, 2) !== 'MM') return 1
    const directory = tiff.u32(4, isLittle)
    const count = tiff.u16(directory, isLittle)
    for (let index = 0; index < count; index++) {
      const entry = directory + 2 + 12 * index
      if (tiff.u16(entry, isLittle) !== TAG) continue
      const value = tiff.u16(entry + 8, isLittle)
      return value >= 1 && value <= 8 ? value : 1
    }
  } catch (error) {
    // It is cut in any case.
    if (!(error instanceof ImageFault)) throw error
  }
  return 1
}

/** Exif data that say nothing but the orientation: a header, and a directory of one entry. */
export const exifOf = (orientation: number): Uint8Array =>
  asBytes(`MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`)

/** Whether width and height change places. */
export const isTurned = (orientation: number): boolean => orientation >= 5
