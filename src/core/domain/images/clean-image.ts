import { cleanAvif } from './avif.ts'
import { cleanGif } from './gif.ts'
import { type Cleaned, ImageBytes, ImageFault, type Steps } from './image-bytes.ts'
import { cleanJpeg } from './jpeg.ts'
import { isTurned } from './orientation.ts'
import { cleanPng } from './png.ts'
import { type ImageType, typeOf } from './type-of.ts'
import { cleanWebp } from './webp.ts'

/*
 * Images without their metadata: a picture from a phone says where someone lives. Nothing is decoded, so the pixels stay
 * what they are, and a small file cannot become a large one. What is not understood is not written.
 */

export interface CleanImage {
  readonly type: ImageType
  /** Without metadata, and without anything behind the end. */
  readonly bytes: Uint8Array
  /** Pixels as shown: after the image is turned. */
  readonly width: number
  readonly height: number
}

const CLEANERS: Readonly<Record<ImageType, (image: ImageBytes) => Steps<Cleaned>>> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
  'image/avif': cleanAvif,
}

/** Does not change `bytes`. Throws `ImageFault` for all that is not an image of a known type with a picture in it. */
export function* cleanInSteps(bytes: Uint8Array): Steps<CleanImage> {
  const type = typeOf(bytes)
  if (type === undefined) throw new ImageFault('type', 'it is not a PNG, JPEG, GIF, WebP or AVIF')
  const { bytes: clean, width, height, orientation } = yield* CLEANERS[type](new ImageBytes(bytes))
  return {
    type,
    bytes: clean,
    ...(isTurned(orientation) ? { width: height, height: width } : { width, height }),
  }
}

/** The same at once, for images that are known to be small. */
export function cleanImage(bytes: Uint8Array): CleanImage {
  const steps = cleanInSteps(bytes)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
