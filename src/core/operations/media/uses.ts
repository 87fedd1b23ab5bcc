import type { Storage } from '../../../storage/contract.ts'
import type { Image } from '../../../types/index.ts'
import { isUploaded, type MediaRecord } from '../../domain/records/media.ts'
import type { PostKind, RecordOf } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { builtInKey } from '../../fields/built-in-key.ts'
import { findInParts } from '../reading/parts.ts'
import { readRecord } from '../reading/read-record.ts'
import { commit } from '../writing/commit.ts'
import type { Plan, Writer } from '../writing/plan.ts'

type Post = RecordOf[PostKind]

/** Records that are looked at together. */
const PART = 500

/** Whether the record shows the image. */
export const names = ({ image }: Post, id: number): boolean => isUploaded(image) && image.id === id

/**
 * The records that show one of the images, the trash included. Events are found by a key. Venues and organizers have
 * none, because a calendar has fewer of them: all are looked at, once for all images.
 */
export async function* usesOf(storage: Storage, ids: readonly number[]): AsyncGenerator<Post> {
  const isOne = (post: Post) => ids.some((id) => names(post, id))
  for (const id of ids) {
    const where = [{ key: 'field', in: [builtInKey('image', id)] }] as const
    for await (const document of findInParts(storage, 'event', where, PART)) {
      const event = fromDocument('event', document)
      if (names(event, id)) yield event
    }
  }
  for (const kind of ['venue', 'organizer'] as const) {
    for await (const document of findInParts(storage, kind, [], PART)) {
      // Most have no image, and parsing takes longer than this.
      if (!ids.some((id) => document.data.includes(`"id":${id},`))) continue
      const post = fromDocument(kind, document)
      if (isOne(post)) yield post
    }
  }
}

/** Makes each record that shows the image show it as it is now, or no image. Each is a commit of its own. */
export async function rewriteUses(writer: Writer, record: MediaRecord, image: Image | null): Promise<void> {
  for await (const { kind, id } of usesOf(writer.site.storage, [record.id])) {
    await commit(writer, async (plan) => {
      const post = await readRecord(writer.site.storage, kind, id)
      if (post !== undefined && names(post, record.id)) changeImage(plan, post, image)
    })
  }
}

function changeImage(plan: Plan, post: Post, image: Image | null): void {
  const seconds = unixSeconds(plan.now)
  const modified = {
    modified: atInstant(seconds, plan.site.zone).wall,
    modified_utc: atInstant(seconds, UTC).wall,
  }
  plan.put({ ...post, image, ...modified }, post)
}
