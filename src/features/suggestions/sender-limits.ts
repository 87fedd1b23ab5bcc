import { sha256 } from '../../core/domain/digest.ts'
import { parse } from '../../core/domain/json.ts'
import { addressKey } from '../../core/domain/text/address.ts'
import { stillHolds } from '../../core/domain/time/still-holds.ts'
import { unixSeconds } from '../../core/domain/time/zones.ts'
import { type Change, expiryAfter, isExpired, type Plan, receiptContent } from '../../core/door.ts'
import { isNumber, listOf } from '../../core/fields/row.ts'
import { tooMany } from '../../errors.ts'

/*
 * How many suggestions an address and an e-mail address send in an hour: counted in the storage, in the commit of the
 * suggestion, so exactly, for all processes together. What is stored is a salted hash, until an hour has passed.
 */

const HOUR = 3600
const PER_ADDRESS = 5
const PER_EMAIL = 20

export interface Sender {
  /** Of the client, as the adapter knows it. */
  readonly address: string
  readonly email: string
}

/** The changes that count one more. Throws 429 for one too many. */
export async function countSender(plan: Plan, salt: string, sender: Sender): Promise<Change[]> {
  const counted = [
    [`address ${sender.address}`, PER_ADDRESS],
    [`email ${addressKey(sender.email)}`, PER_EMAIL],
  ] as const
  const ids = await Promise.all(counted.map(([name]) => idOf(salt, name)))
  const found = new Map((await plan.site.storage.get('receipt', ids)).map((one) => [one.id, one]))
  const second = unixSeconds(plan.now)
  const changes: Change[] = []
  for (const [at, [, most]] of counted.entries()) {
    const id = ids[at] ?? 0
    const document = found.get(id)
    const known =
      document === undefined || isExpired(document.keys.expires, plan.now, HOUR) ? [] : timesIn(document.data)
    const times = known.filter((time) => stillHolds(time + HOUR, second, HOUR))
    if (times.length >= most) throw tooMany(Math.min(...times) + HOUR - second)
    const content = receiptContent([...times, second], expiryAfter(plan.now, HOUR))
    changes.push({ do: 'put', kind: 'receipt', id, expect: document?.version ?? 0, content })
  }
  return changes
}

/** From 1 up to 52 bits, as other receipts. */
const idOf = async (salt: string, name: string): Promise<number> =>
  1 + Number.parseInt((await sha256(`suggestion ${salt} ${name}`)).slice(0, 13), 16)

const timesIn = (data: string): readonly number[] => parse(data, listOf(isNumber)) ?? []
