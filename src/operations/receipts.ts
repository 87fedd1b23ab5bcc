import { atInstant, UTC, unixSeconds } from '../domain/zones.ts'
import type { Change, Storage } from '../storage/contract.ts'

/*
 * Receipts: documents that are written with records. There are three sorts, each with its own range of IDs: for
 * idempotency keys (once.ts), as guards of names (name-guards.ts), and the outbox (changes/outbox.ts). The first two
 * expire. What imports remember is in the range of the first (move/import-receipts.ts).
 */

/** Without `expires`, the receipt never expires. */
export const receiptContent = (data: unknown, expires = '9999-12-31 23:59:59') => ({
  keys: { expires },
  text: [],
  data: JSON.stringify(data),
})

/** One in `SWEEP_EVERY` commits that write a receipt removes expired ones, at most `SWEEP_MOST`. */
const SWEEP_EVERY = 64
const SWEEP_MOST = 100

/** When a receipt expires. */
export const expiryAfter = (time: Date, lifetime: number): string => wallAt(unixSeconds(time) + lifetime)

export const isExpired = (expires: string, now: Date): boolean => expires <= wallAt(unixSeconds(now))

const wallAt = (epoch: number): string => atInstant(epoch, UTC).wall

/** Removes some expired receipts after a commit, if it is this commit's turn. */
export async function sweepReceipts(storage: Storage, changes: readonly Change[], now: Date): Promise<void> {
  if (
    !changes.some(({ do: what, kind, id }) => what === 'put' && kind === 'receipt' && id % SWEEP_EVERY === 0)
  )
    return
  const where = [{ key: 'expires', lte: wallAt(unixSeconds(now)) }] as const
  try {
    const expired = await storage.find('receipt', { where, order: 'id', limit: SWEEP_MOST })
    if (expired.length === 0) return
    // A conflict means that another request removes them at the same time.
    await storage.commit(
      expired.map(({ id, version }) => ({ do: 'remove', kind: 'receipt', id, expect: version })),
    )
  } catch {
    // The record is written, so its answer must not fail because of this. A later commit removes the receipts.
  }
}
