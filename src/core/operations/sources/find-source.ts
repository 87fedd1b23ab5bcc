import { ApiError } from '../../../errors.ts'
import type { Storage } from '../../../storage/contract.ts'
import { isSourceExtra, SOURCES, type SourceRecord, sourceOf } from '../../domain/records/sources.ts'
import type { RequestContext } from '../../mount/request.ts'
import { findInParts } from '../reading/parts.ts'

export async function readSource(storage: Storage, id: number): Promise<SourceRecord | undefined> {
  const [document] = (await storage.get('extra', [id])).filter(isSourceExtra)
  return document && sourceOf(document)
}

/** The source in the path. */
export async function findSource({
  site,
  path,
}: Pick<RequestContext, 'site' | 'path'>): Promise<SourceRecord> {
  const id = Number(path.id)
  const record = Number.isSafeInteger(id) && id > 0 ? await readSource(site.storage, id) : undefined
  if (record === undefined || record.going !== undefined) throw new ApiError('rest-source-not-found')
  return record
}

/** All of them: there are few. */
export async function allSources(storage: Storage): Promise<SourceRecord[]> {
  const found: SourceRecord[] = []
  for await (const document of findInParts(storage, 'extra', [{ key: 'owner', in: [SOURCES] }])) {
    found.push(sourceOf(document))
  }
  return found
}
