import type { Change, Storage } from '../../../storage/contract.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import { stillHolds } from '../../domain/time/still-holds.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'

/*
 * Receipts: documents that are written with records, so that no request takes effect twice: for idempotency keys
 * (once.ts), and as guards of names (name-guards.ts). All of them expire.
 */

export const receiptContent = (data: unknown, expires: string) => ({
  keys: { expires },
  text: [],
  data: JSON.stringify(data),
})

/** One in `COMMITS_PER_REMOVAL` commits that write a receipt removes expired ones, at most `RECEIPTS_PER_REMOVAL`. */
const COMMITS_PER_REMOVAL = 64
const RECEIPTS_PER_REMOVAL = 100

/** When a receipt expires. */
export const expiryAfter = (time: Date, lifetime: number): string => wallAt(unixSeconds(time) + lifetime)

/** `lifetime`: as it was given to `expiryAfter`. */
export const isExpired = (expires: string, now: Date, lifetime: number): boolean =>
  !stillHolds(secondsOf(expires), unixSeconds(now), lifetime)

const wallAt = (epoch: number): string => atInstant(epoch, UTC).wall

/** Removes some expired receipts after a commit, if it is this commit's turn. */
export async function removeExpiredReceipts(
  storage: Storage,
  changes: readonly Change[],
  now: Date,
): Promise<void> {
  if (
    !changes.some(
      ({ do: what, kind, id }) => what === 'put' && kind === 'receipt' && id % COMMITS_PER_REMOVAL === 0,
    )
  )
    return
  const where = [{ key: 'expires', lte: wallAt(unixSeconds(now)) }] as const
  try {
    const expired = await storage.find('receipt', { where, order: 'id', limit: RECEIPTS_PER_REMOVAL })
    if (expired.length === 0) return
    // A conflict means that another request removes them at the same time.
    await storage.commit(
      expired.map(({ id, version }) => ({ do: 'remove', kind: 'receipt', id, expect: version })),
    )
  } catch {
    // The record is written, so its answer must not fail because of this. A later commit removes the receipts.
  }
}
