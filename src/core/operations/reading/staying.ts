import type { Memo } from '../../domain/records/memo.ts'
import type { LinkedKind, RecordOf, TermKind } from '../../domain/records/records.ts'
import type { Site } from '../../mount/site.ts'

/**
 * The records with these IDs, by the ID that was asked for. In place of a merged record is the one that stays, if that
 * exists.
 */
export async function readStaying<K extends LinkedKind | TermKind>(
  site: Pick<Site, 'storage'> & { readonly memo: Pick<Memo, 'record'> },
  kind: K,
  ids: readonly number[],
): Promise<Map<number, RecordOf[K]>> {
  const documents = ids.length === 0 ? [] : await site.storage.get(kind, ids)
  const found = new Map(documents.map((document) => [document.id, site.memo.record(kind, document)]))
  const next = [...found.values()].flatMap(({ merged }) => merged ?? [])
  if (next.length === 0) return found
  const staying = await readStaying(site, kind, next)
  for (const [id, { merged }] of found) {
    const record = merged === undefined ? undefined : staying.get(merged)
    if (record !== undefined) found.set(id, record)
    else if (merged !== undefined) found.delete(id)
  }
  return found
}
