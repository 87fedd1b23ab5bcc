import { ApiError } from '../../../errors.ts'
import type { Storage } from '../../../storage/contract.ts'
import type { RequestContext } from '../../mount/request.ts'
import { expiryAfter, isExpired } from '../journal/receipts.ts'
import { besideFirst } from './beside-first.ts'
import { HeldStorage } from './held-storage.ts'
import { identify, LIFETIME, type Receipt, readReceipt, receiptChange } from './once.ts'
import { AnsweredMeanwhile } from './plan.ts'

const RECORDS: readonly string[] = ['event', 'venue', 'organizer', 'category', 'tag']

/**
 * Carries out an update or a deletion in a batch, at most once for each key, like `once` a create. `change` writes
 * through the storage that it gets. `show` answers a repeated request; it gets the ID of a record that the first one
 * changed.
 */
export async function changeOnce<T>(
  request: Pick<RequestContext, 'caller' | 'params' | 'operation'> & {
    readonly storage: Storage
    readonly now: Date
  },
  key: string,
  change: (storage: Storage) => Promise<T>,
  show: (id: number) => Promise<T>,
): Promise<T> {
  const { storage, now } = request
  const { id, print } = await identify(request, key)
  for (;;) {
    const [document] = await storage.get('receipt', [id])
    if (document !== undefined && !isExpired(document.keys.expires, now, LIFETIME)) {
      const data = readReceipt(document.data)
      if (data.print !== print) throw new ApiError('rest_idempotency_key_reused')
      return show(data.record)
    }
    const receipt = { id, print, expect: document?.version ?? 0, expires: expiryAfter(now, LIFETIME) }
    try {
      return await change(withReceipt(storage, receipt))
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error
    }
  }
}

/** The storage, which writes the receipt with the first commit that changes a record. */
const withReceipt = (storage: Storage, receipt: Receipt): Storage =>
  new HeldStorage(
    storage,
    besideFirst((changes) => {
      const record = changes.find(({ do: what, kind }) => what !== 'check' && RECORDS.includes(kind))
      return record && receiptChange(receipt, record.id)
    }),
  )
