import { ApiError } from '../../../errors.ts'
import type { Change, Storage } from '../../../storage/contract.ts'
import { type Caller, forbidden, has } from '../../access/policy.ts'
import { isImage, type MediaRecord, mediaContent, mediaOf } from '../../domain/records/media.ts'
import type { RequestContext } from '../../mount/request.ts'

/** The images with these IDs. */
export const readAllMedia = async (storage: Storage, ids: readonly number[]): Promise<MediaRecord[]> =>
  (await storage.get('extra', ids)).filter(isImage).map(mediaOf)

export const readMedia = async (storage: Storage, id: number): Promise<MediaRecord | undefined> =>
  (await readAllMedia(storage, [id]))[0]

export const putMedia = (record: MediaRecord, expect: number): Change => ({
  ...{ do: 'put', kind: 'extra', id: record.id, expect, content: mediaContent(record) },
})

/** The image in the path. Its author may see and change it, and who may edit the records of others. */
export async function findMedia({
  site,
  caller,
  path,
}: Pick<RequestContext, 'site' | 'caller' | 'path'>): Promise<MediaRecord> {
  const id = Number(path.id)
  const record = Number.isSafeInteger(id) && id > 0 ? await readMedia(site.storage, id) : undefined
  if (record === undefined) throw new ApiError('rest-image-not-found')
  if (!mayEditMedia(caller, record)) throw forbidden(caller)
  return record
}

const mayEditMedia = (caller: Caller, { author }: Pick<MediaRecord, 'author'>): boolean =>
  has(caller, 'others') || (has(caller, 'write') && caller?.id === author)
