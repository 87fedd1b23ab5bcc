import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import { type Change, expiryAfter, receiptContent, removeExtra, type Site } from '../../core/door.ts'
import { remainsId } from './find.ts'
import { keptFrom, suggestionOf, whereSuggested } from './record.ts'
import { recountSuggestions } from './recount.ts'

const DAY = 86_400
/** Days for which a link still says that the suggestion is no more, after it was purged. */
const REMEMBERED_DAYS = 365
/** Documents of one commit. */
const PART = 20

/**
 * Removes who suggested what was decided on long ago, and hashes of senders that have expired. Whoever has the secret of
 * one still learns that it is no more, from a receipt that says nothing else.
 */
export async function purgeSuggestions(site: Site, now: Date, signal?: AbortSignal): Promise<void> {
  if ((await site.storage.count('extra', { where: whereSuggested() })) > 0)
    await recountSuggestions(site, now, true)
  for (;;) {
    const where = [...whereSuggested(), { key: 'due', lte: keptFrom(now) } as const]
    const found = await site.storage.find('extra', { where, order: 'id', limit: PART })
    if (found.length === 0 || signal?.aborted === true) break
    const changes: Change[] = []
    const receipts = new Map<number, string>()
    for (const document of found) {
      const { id, hash } = suggestionOf(document)
      const decided = `${document.keys.due}`
      changes.push(removeExtra(document))
      receipts.set(
        await remainsId(id, hash),
        expiryAfter(new Date(`${decided.replace(' ', 'T')}Z`), REMEMBERED_DAYS * DAY),
      )
    }
    const known = new Map(
      (await site.storage.get('receipt', [...receipts.keys()])).map((one) => [one.id, one.version]),
    )
    for (const [id, expires] of receipts) {
      const content = receiptContent({}, expires)
      changes.push({ do: 'put', kind: 'receipt', id, expect: known.get(id) ?? 0, content })
    }
    // After a conflict, another process is at it.
    if ((await site.storage.commit(changes)).conflict !== null) break
  }
  await removeExpired(site, now)
}

/** Receipts that commits have not removed yet, at most a hundred. */
async function removeExpired({ storage }: Site, now: Date): Promise<void> {
  const where = [{ key: 'expires', lte: atInstant(unixSeconds(now), UTC).wall }] as const
  const found = await storage.find('receipt', { where, order: 'id', limit: 100 })
  if (found.length === 0) return
  await storage.commit(
    found.map(({ id, version }) => ({ do: 'remove', kind: 'receipt', id, expect: version })),
  )
}
