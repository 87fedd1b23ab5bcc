import { imageOfMedia, type MediaRecord } from '../../domain/records/media.ts'
import { removeExtra } from '../journal/extras.ts'
import type { Writer } from '../writing/plan.ts'
import { putMedia } from './find-media.ts'
import { namesOf, removeFiles } from './store.ts'
import { rewriteUses } from './uses.ts'

/* The second part of a change or a deletion, which reaches other records. What was cut off is completed by `api.purge`. */

/** Brings what records show of the image up to date. */
export async function refreshed(writer: Writer, record: MediaRecord): Promise<MediaRecord> {
  if (record.state !== 'stale') return record
  await rewriteUses(writer, record, imageOfMedia(record))
  const fresh = { ...record, state: undefined }
  const { conflict } = await writer.site.storage.commit([putMedia(fresh, record.version)])
  // Who has changed it meanwhile brings it up to date.
  return conflict === null ? { ...fresh, version: record.version + 1 } : record
}

/** Removes an image that nobody may name any more: from records, then its own, then its files. */
export async function erase(writer: Writer, record: MediaRecord): Promise<void> {
  const { site } = writer
  await rewriteUses(writer, record, null)
  // First the files: what remains after a cut is a record that is going, which the next purge completes.
  await removeFiles(site, record.id, namesOf(record))
  await site.storage.commit([removeExtra(record)])
}
