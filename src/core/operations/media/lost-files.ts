import { type BlobHead, FILES, headOf } from '../../domain/records/blobs.ts'
import { filesOf } from '../../domain/records/media.ts'
import type { Site } from '../../mount/site.ts'
import { findInParts } from '../reading/parts.ts'
import { readAllMedia } from './find-media.ts'
import { removeBlobs } from './remove-blobs.ts'

/** Heads of files that are looked at together. */
const PART = 100

/** An upload stores its files within the time limit. After this many of them, it has ended without a record. */
const LIMITS = 2

/** Removes files of the calendar's own storage that no image has: their upload was cut off. */
export async function removeLostFiles({ storage, limits }: Site, now: Date): Promise<void> {
  const last = new Date(now.getTime() - LIMITS * limits.timeout).toISOString()
  let part: BlobHead[] = []
  const look = async () => {
    const ids = [...new Set(part.map(({ image }) => image))]
    const images = new Map((await readAllMedia(storage, ids)).map((record) => [record.id, record]))
    for (const head of part) {
      const image = images.get(head.image)
      const isNamed = image !== undefined && filesOf(image).some(({ name }) => name === head.name)
      if (!isNamed && head.date < last) await removeBlobs(storage, head)
    }
    part = []
  }
  for await (const document of findInParts(storage, 'extra', [{ key: 'owner', in: [FILES] }], PART)) {
    part.push(headOf(document))
    if (part.length === PART) await look()
  }
  if (part.length > 0) await look()
}
