import { isSameDigest, sha256 } from '../../core/domain/digest.ts'
import type { RequestContext } from '../../core/door.ts'
import { ApiError } from '../../errors.ts'
import { isOver, readSuggestions, type SuggestionRecord } from './record.ts'
import { secretOf } from './settings.ts'

/** What is left of a suggestion that was purged: a receipt whose ID only the secret leads to. */
export const remainsId = async (id: number, hash: string): Promise<number> =>
  1 + Number.parseInt((await sha256(`purged suggestion ${id} ${hash}`)).slice(0, 13), 16)

/**
 * The suggestion in the path, for who knows its secret. A wrong secret and an ID that there is not are the same 404; after
 * it was purged, the right secret gets 410.
 */
export async function findSuggestion(context: RequestContext): Promise<SuggestionRecord> {
  const { site, path, clock } = context
  const id = Number(path.id)
  const secret = secretOf(context)
  const hash = await sha256(secret)
  const isId = Number.isSafeInteger(id) && id > 0
  const [record] = isId ? await readSuggestions(site.storage, [id]) : []
  if (record !== undefined && secret !== '' && isSameDigest(record.hash, hash)) {
    if (isOver(record, clock.moment)) throw new ApiError('rest_suggestion_gone')
    return record
  }
  if (isId && record === undefined && secret !== '') {
    const [remains] = await site.storage.get('receipt', [await remainsId(id, hash)])
    if (remains !== undefined) throw new ApiError('rest_suggestion_gone')
  }
  throw new ApiError('rest_suggestion_not_found')
}
