import { ApiError } from '../../../errors.ts'
import type { Storage } from '../../../storage/contract.ts'
import { type Caller, forbidden, has } from '../../access/policy.ts'
import { type MediaRecord, mediaOf } from '../../domain/records/media.ts'
import type { RequestContext } from '../../mount/request.ts'

export async function readMedia(storage: Storage, id: number): Promise<MediaRecord | undefined> {
  const [document] = await storage.get('media', [id])
  return document === undefined ? undefined : mediaOf(document)
}

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
