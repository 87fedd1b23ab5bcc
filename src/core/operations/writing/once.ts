import { ApiError, invalidParam, Problems } from '../../../errors.ts'
import type { Change } from '../../../storage/contract.ts'
import { sha256, utf8 } from '../../domain/digest.ts'
import { isObject, parseOwn } from '../../domain/json.ts'
import { hashWithSalt } from '../../domain/records/password.ts'
import { isNumber, isText } from '../../fields/row.ts'
import type { Answer, Params, RequestContext } from '../../mount/request.ts'
import { expiryAfter, isExpired, receiptContent } from '../journal/receipts.ts'
import { commit } from './commit.ts'
import { AnsweredMeanwhile, type Plan, writerOf } from './plan.ts'

/*
 * `Idempotency-Key`: a client that lost the answer to a create sends it again, and must not get a second record. A
 * receipt of the key is written in the same commit as the record, so neither exists without the other.
 */

/** Lifetime of a receipt in seconds: a day. */
export const LIFETIME = 86_400
const KEY = /^[\x21-\x7e]{1,255}$/

/** What a create with an `Idempotency-Key` leaves behind, so that the same request is not carried out twice. */
export interface Receipt {
  readonly id: number
  /** Version of the expired receipt that this one replaces; 0 for none. */
  readonly expect: number
  readonly expires: string
  /** A hash of the fields; a slow one when a password is among them. */
  readonly print: string
}

interface ReceiptData {
  readonly print: string
  /** ID of the record. */
  readonly record: number
}

/**
 * Runs a create, which writes the receipt that it gets beside its record. If the same user has sent the same key before, answers the record of that create with `show`, which
 * checks rights and the password like a read. Throws `rest_idempotency_key_reused` when the fields differ.
 */
export async function once<T>(
  context: RequestContext,
  create: (receipt: Receipt | undefined) => Promise<Answer<T>>,
  show: (context: RequestContext, password: string | undefined) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const { idempotencyKey } = context.client
  if (idempotencyKey === undefined) return create(undefined)
  const { id, print } = await identify(context, idempotencyKey)
  const { storage } = context.site
  for (;;) {
    const [document] = await storage.get('receipt', [id])
    if (document !== undefined && !isExpired(document.keys.expires, context.clock.now(), LIFETIME)) {
      const data = readReceipt(document.data)
      if (data.print !== print) throw new ApiError('rest_idempotency_key_reused')
      // What was wrong with the fields would have left no receipt.
      const asRead = { path: { id: String(data.record) }, params: {}, problems: new Problems() }
      const answer = await show({ ...context, ...asRead }, passwordIn(context.params))
      return { ...answer, status: 201, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
    }
    const receipt = {
      id,
      print,
      expect: document?.version ?? 0,
      expires: expiryAfter(context.clock.now(), LIFETIME),
    }
    try {
      return await create(receipt)
    } catch (error) {
      if (error instanceof AnsweredMeanwhile) continue
      // The same create, sent at the same time, may be why it is refused: then its receipt is there by now.
      const isRefusal = error instanceof ApiError && error.status < 500
      const [again] = isRefusal ? await storage.get('receipt', [id]) : []
      if (again === undefined || again.version === document?.version) throw error
    }
  }
}

export function readReceipt(text: string): ReceiptData {
  return parseOwn(text, isReceipt, 'the receipt of an idempotency key')
}

const isReceipt = (value: unknown): value is ReceiptData =>
  isObject(value) && isText(value.print) && isNumber(value.record)

/** Commits a new record, with its receipt if there is a key. */
export function commitNew<R extends { readonly id: number }>(
  context: RequestContext,
  receipt: Receipt | undefined,
  decide: (plan: Plan) => Promise<R>,
): Promise<R> {
  return commit(writerOf(context), async (plan) => {
    // The other write may be a request with the same key.
    if (plan.attempt > 1) await demandUnanswered(context, receipt)
    const record = await decide(plan)
    if (receipt !== undefined) plan.changes.push(receiptChange(receipt, record.id))
    return record
  })
}

/** Throws `AnsweredMeanwhile` if a request with the same key was first. */
export async function demandUnanswered(
  { site }: Pick<RequestContext, 'site'>,
  receipt: Receipt | undefined,
): Promise<void> {
  if (receipt === undefined) return
  const [document] = await site.storage.get('receipt', [receipt.id])
  if ((document?.version ?? 0) !== receipt.expect) throw new AnsweredMeanwhile()
}

export function receiptChange({ id, expect, expires, print }: Receipt, record: number): Change {
  const data: ReceiptData = { print, record }
  return { do: 'put', kind: 'receipt', id, expect, content: receiptContent(data, expires) }
}

/**
 * Keys are separate per user and per operation. Quotes around a key make no difference (RFC 9651, section 3.3.3; drafts
 * of the header require them).
 */
export async function identify(
  { caller, params, operation }: Pick<RequestContext, 'caller' | 'params' | 'operation'>,
  header: string,
) {
  const key = header.replace(/^"(.*)"$/, '$1')
  if (!KEY.test(key)) {
    throw invalidParam('Idempotency-Key', 'must be 1 to 255 visible ASCII characters')
  }
  const place = await sha256(JSON.stringify([caller?.id, operation, key]))
  const fields = JSON.stringify([key, params])
  return {
    // From 1 up to 52 bits, below the guards of names.
    id: 1 + Number.parseInt(place.slice(0, 13), 16),
    // Somebody who can read the storage knows all other fields from the record. With a quick hash the password could be
    // guessed.
    print: passwordIn(params) === undefined ? await sha256(fields) : await hashWithSalt(fields, utf8(place)),
  }
}

const passwordIn = ({ password }: Params): string | undefined =>
  typeof password === 'string' && password !== '' ? password : undefined
