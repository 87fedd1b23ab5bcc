import type { Storage } from '../../../storage/contract.ts'
import { type BlobHead, headId, partIds } from '../../domain/records/blobs.ts'
import { removeExtra } from '../journal/extras.ts'

/** Parts of one commit. */
const TOGETHER = 8

/** Removes the parts, then the head: what is cut off between is found again. */
export async function removeBlobs(storage: Storage, head: BlobHead): Promise<void> {
  const ids = partIds(head)
  for (let from = 0; from < ids.length; from += TOGETHER)
    await remove(storage, ids.slice(from, from + TOGETHER))
  await remove(storage, [headId(head)])
}

async function remove(storage: Storage, ids: readonly number[]): Promise<void> {
  const found = await storage.get('extra', ids)
  if (found.length === 0) return
  // A conflict: another process removes them at the same time.
  await storage.commit(found.map(removeExtra))
}
