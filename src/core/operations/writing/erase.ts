import type { Change } from '../../../storage/contract.ts'
import { forbidden, has } from '../../access/policy.ts'
import type { EventRecord, RecordOf, Series } from '../../domain/records/records.ts'
import { OVERDUE } from '../../domain/recurrence/series.ts'
import type { RequestContext } from '../../mount/request.ts'
import { erasedCopies } from '../journal/outbox.ts'
import type { Plan } from './plan.ts'

/*
 * Records are deleted for good together with all copies of them. What stays: entries of the outbox, which say that they
 * are gone; and hashes in receipts and guards, until these expire. A late retry of the create must find its receipt.
 */

type AnyRecord = RecordOf[keyof RecordOf]

/** Entries of a record that are changed in the commit that removes it, on average. */
const MOST_ENTRIES = 10
/** Entries that are changed in a commit of their own. */
const PART = 50

/** Throws 403 if the request deletes for good, and the caller may not. */
export function demandForce(force: boolean, { caller, problems }: RequestContext): void {
  problems.throwIfAny()
  if (force && !has(caller, 'others'))
    throw forbidden(caller, 'force: only administrators and editors may delete for good.')
}

/** Plans to remove the records, and their copies in the outbox. */
export async function planErasure(plan: Plan, records: readonly AnyRecord[]): Promise<void> {
  for (const record of records) plan.remove(record)
  plan.changes.push(...(await planBlanks(plan, records)))
}

/**
 * The changes that take the copies of records out of the outbox. Records that changed very often have too many entries for
 * one commit. They lose the others before.
 */
export async function planBlanks(
  { site: { storage } }: Plan,
  records: readonly AnyRecord[],
): Promise<Change[]> {
  for (;;) {
    const blanks = await erasedCopies(storage, records)
    if (blanks.length <= MOST_ENTRIES * records.length) return blanks
    // After a conflict, the next look finds the entries again.
    await storage.commit(blanks.slice(0, PART))
  }
}

/**
 * Plans to remove a series after its occurrences: `existing`, of which at most `most` at a time. Returns the series as it
 * will be while occurrences remain.
 */
export async function planSeriesErasure(
  plan: Plan,
  series: EventRecord & { readonly series: Series },
  existing: readonly EventRecord[],
  most?: number,
): Promise<{ series: EventRecord | undefined; written: number }> {
  plan.isDivisible = most === undefined
  const limit = most ?? (plan.isDivided ? 0 : Number.POSITIVE_INFINITY)
  if (existing.length <= limit) {
    await planErasure(plan, [...existing, series])
    return { series: undefined, written: existing.length }
  }
  const part = existing.slice(0, limit)
  await planErasure(plan, part)
  return { series: plan.put(beingErased(series), series), written: part.length }
}

/** Nobody but editors sees what remains of it, until requests to come have removed all. */
export const beingErased = (series: EventRecord & { readonly series: Series }): EventRecord => ({
  ...series,
  status: 'trash',
  series: { ...series.series, due: OVERDUE, work: { do: 'erase', adopts: series.series.work?.adopts } },
})
