import type { LinkedKind, TermKind } from '../../domain/records/records.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { expiryAfter } from '../journal/receipts.ts'
import type { Plan } from './plan.ts'

/*
 * Simultaneous creates of one new name must end with one record. But names are not unique: with another description or
 * another parent, the name may be given again. So each name has a guard: a receipt whose version grows with every
 * commit that gives a record this name. A write that looked for the name and did not find it raises the guard from the
 * version that the guard had before. If another write gave the name meanwhile, the commit is refused, and the write is
 * decided again. Writes that give no name touch no guard.
 *
 * A guard matters only to requests that looked for its name before it was raised. It expires after an hour, like any
 * receipt.
 */

/** Lifetime of a guard in seconds: far longer than any request takes. */
const LIFETIME = 3600

/** So that no guard has the ID of a receipt of an idempotency key. */
const LOWEST_ID = 2 ** 52

/** `key`: see `nameKey`. Two names may share an ID by chance. Then simultaneous writes of both are decided twice. */
export function guardName(plan: Plan, kind: LinkedKind | TermKind, key: string): void {
  plan.raiseGuard(LOWEST_ID + Math.floor(textHash(`${kind} ${key}`) / 2), expiryAfter(plan.now, LIFETIME))
}
