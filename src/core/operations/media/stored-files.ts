import { ApiError, invalidParam } from '../../../errors.ts'
import { type CleanImage, cleanInSteps } from '../../domain/images/clean-image.ts'
import { ImageFault, SLICE } from '../../domain/images/image-bytes.ts'
import { EXTENSIONS } from '../../domain/images/type-of.ts'
import type { MediaFile } from '../../domain/records/media.ts'
import { slugify } from '../../domain/text/slug.ts'
import type { Site } from '../../mount/site.ts'
import { storeOf } from './store.ts'

/* Files on their way into the store of images. */

/**
 * A file without its metadata. Throws 413, 415 or 400 unless it is an image that is accepted. `param`: the name of the file in
 * the request. `slice`: lets other requests run, while a large file is read.
 */
export async function cleaned(
  bytes: Uint8Array,
  param: string,
  most: number,
  slice: () => Promise<void>,
): Promise<CleanImage> {
  if (bytes.length > most) throw tooLarge(param, `it has more than ${most} bytes`)
  try {
    const work = cleanInSteps(bytes)
    for (let steps = 0; ; ) {
      const { done, value } = work.next()
      if (done) return value
      steps += value
      if (steps < SLICE) continue
      steps = 0
      await slice()
    }
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    const { why, message } = error
    if (why === 'type')
      throw new ApiError('rest_unsupported_media_type', { message: `${param}: ${message}.` })
    throw why === 'pixels' ? tooLarge(param, message) : invalidParam(param, `is broken: ${message}`)
  }
}

const tooLarge = (param: string, why: string) =>
  new ApiError('rest_body_too_large', { message: `${param}: ${why}.` })

/** Characters of the name that was uploaded, for people who save the file. */
const LONGEST_TITLE = 60

/** Names that nobody guesses, and one for each size. */
export function createNames(filename: string): (size: string, type: MediaFile['type']) => string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  const title = slugify(filename.replace(/\.[^.]*$/, ''))
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, LONGEST_TITLE)
  return (size, type) =>
    `${[random, title, size].filter((part) => part !== '').join('-')}.${EXTENSIONS[type]}`
}

/** Stores a file. Throws 503 if the store fails. */
export async function putFile(
  site: Site,
  id: number,
  date: Date,
  name: string,
  { type, bytes, width, height }: CleanImage,
): Promise<MediaFile> {
  const size = bytes.length
  const result = await storeOf(site)
    .put({ id, name, type, bytes, size, date })
    .catch((cause: unknown) => {
      throw storeFailed(cause)
    })
  const url = result?.url ?? null
  if (url !== null && !/^https?:\/\//i.test(url))
    throw storeFailed(new TypeError(`images.store: put answered an invalid URL: ${url}`))
  return { name, url, type, width, height, filesize: size }
}

const storeFailed = (cause: unknown) =>
  new ApiError('rest_unavailable', {
    message: 'The store of images cannot answer now.',
    headers: { 'retry-after': '5' },
    cause,
  })
