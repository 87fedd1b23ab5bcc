import { textHash } from '../domain/text-hash.ts'
import { receiptContent } from '../operations/receipts.ts'
import type { Change } from '../storage/contract.ts'

/** The receipt in which an import remembers something. */
export function importReceiptId(name: string): number {
  // Below 2^52, as the receipts of idempotency keys: both are hashes, and share no ID but by a rare chance.
  return textHash(name) || 1
}

export const putImportReceipt = (id: number, expect: number, data: unknown): Change => ({
  ...{ do: 'put', kind: 'receipt', id, expect },
  content: receiptContent(data),
})
