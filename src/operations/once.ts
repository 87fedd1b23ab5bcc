import { sha256 } from '../domain/digest.ts'
import { seconds } from '../domain/publication.ts'
import { atInstant, UTC } from '../domain/zones.ts'
import { ApiError, invalidParam } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { Change, Storage } from '../storage/contract.ts'
import { AnsweredMeanwhile, commit, type Plan } from './plan.ts'

/*
 * `Idempotency-Key`: a create that is sent again, since its answer was lost, must not make a second record. What a key
 * led to is kept as a receipt, written in the same commit as the record: one cannot be there without the other.
 */

/** Seconds that a key is remembered: a day. */
const LIFETIME = 86_400
const KEY = /^[\x21-\x7e]{1,255}$/

/** One create in so many clears expired receipts away, at most this many. */
const SWEEP_EVERY = 64
const SWEEP_MOST = 100

export interface Receipt {
  readonly id: number
  /** Version of an expired one that is in its place; 0 where there is none. */
  readonly expect: number
  readonly expires: string
  /** Tells one set of fields from another. */
  readonly print: string
}

interface Kept {
  readonly print: string
  /** ID of the record. */
  readonly record: number
}

/**
 * Runs a create, or, if this user's same key did so before, shows what it made as `show` does. Throws
 * `rest_idempotency_key_reused` when it came with other fields then.
 */
export async function once(
  asked: Asked,
  create: (asked: Asked) => Promise<Answer>,
  show: (asked: Asked) => Promise<Answer>,
): Promise<Answer> {
  if (asked.idempotencyKey === undefined) return create(asked)
  const { id, print } = await identify(asked, asked.idempotencyKey)
  const now = seconds(asked.now)
  const { storage } = asked.site
  for (;;) {
    const [document] = await storage.get('receipt', [id])
    if (document !== undefined && document.keys.expires > wallOf(now)) {
      const kept: Kept = JSON.parse(document.data)
      if (kept.print !== print) throw new ApiError('rest_idempotency_key_reused')
      const answer = await show({ ...asked, path: { id: String(kept.record) }, params: {} })
      return { ...answer, status: 201, headers: { 'idempotent-replayed': 'true' } }
    }
    const receipt = { id, print, expect: document?.version ?? 0, expires: wallOf(now + LIFETIME) }
    try {
      const answer = await create({ ...asked, receipt })
      if (id % SWEEP_EVERY === 0) await sweep(storage, wallOf(now))
      return answer
    } catch (error) {
      if (!(error instanceof AnsweredMeanwhile)) throw error
    }
  }
}

/** `commit` for what is new: with a key, its receipt goes along. */
export function commitNew<R extends { readonly id: number }>(
  asked: Asked,
  decide: (plan: Plan) => Promise<R>,
): Promise<R> {
  return commit(asked, async (plan) => {
    const record = await decide(plan)
    if (asked.receipt !== undefined) plan.changes.push(receiptChange(asked.receipt, record.id))
    return record
  })
}

function receiptChange({ id, expect, expires, print }: Receipt, record: number): Change {
  const kept: Kept = { print, record }
  const content = { keys: { expires }, text: [], data: JSON.stringify(kept) }
  return { do: 'put', kind: 'receipt', id, expect, content }
}

/**
 * The same key of another user, or for another kind of record, is another one. Quotes around it (RFC 9651, section
 * 3.3.3, which drafts of the header ask for) make no difference.
 */
async function identify({ caller, params, operation }: Asked, given: string) {
  const key = given.replace(/^"(.*)"$/, '$1')
  if (!KEY.test(key)) {
    throw invalidParam('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  }
  // A password is slow to guess by its hash. By this quick one, with all other fields known, it would not be.
  const fields = { ...params, password: params.password === undefined ? undefined : '' }
  const place = await sha256(JSON.stringify([caller?.id, operation, key]))
  return {
    // 52 bits, above 0: as large as integers are exact in every storage.
    id: Number.parseInt(place.slice(0, 13), 16) + 1,
    print: await sha256(JSON.stringify([key, fields])),
  }
}

const wallOf = (epoch: number): string => atInstant(epoch, UTC).wall

async function sweep(storage: Storage, now: string): Promise<void> {
  const where = [{ key: 'expires', lte: now }] as const
  try {
    const expired = await storage.find('receipt', { where, order: 'id', limit: SWEEP_MOST })
    // A conflict: another clears away at the same time, which is as good.
    await storage.commit(
      expired.map(({ id, version }) => ({ do: 'remove', kind: 'receipt', id, expect: version })),
    )
  } catch {
    // The record is made, and its answer must not fail for this. The next one clears away.
  }
}
