import type { Caller } from '../../../access/policy.ts'
import type { EventRecord } from '../../../domain/records/records.ts'
import { OVERDUE } from '../../../domain/recurrence/series.ts'
import type { SeriesRecord } from '../../../domain/recurrence/series-differences.ts'
import { atInstant, UTC, unixSeconds } from '../../../domain/time/zones.ts'
import type { Site } from '../../../mount/site.ts'
import { readRecord } from '../../reading/read-record.ts'
import { commit } from '../../writing/commit.ts'
import { planSeriesErasure } from '../../writing/erase.ts'
import { commitFitting } from '../../writing/fitting.ts'
import type { Plan } from '../../writing/plan.ts'
import { planExtension, planRest } from './plan-series.ts'
import { isSeries, readOccurrences } from './series.ts'

/**
 * Makes the occurrences that a series needs by now, and completes what was interrupted: in as many commits as the
 * storage needs. Returns the number of occurrences that are written. `caller`: whoever wrote the series just now.
 */
export async function completeSeries(
  site: Site,
  id: number,
  now: Date,
  caller: Caller = null,
): Promise<number> {
  let written = 0
  for (let most = Number.POSITIVE_INFINITY; ; ) {
    const part = await completePart({ site, caller, now }, id, most)
    written += part.written
    if (part.isWhole) return written
    most = part.most
  }
}

export interface CompletedPart {
  readonly written: number
  /** Whether nothing remains. */
  readonly isWhole: boolean
  /** The number of occurrences that the storage takes in one commit, as far as it is known. */
  readonly most: number
}

/** One commit of it, with up to `most` occurrences. What remains is due at once, so anybody can continue. */
export async function completePart(
  writer: { readonly site: Site; readonly caller: Caller; readonly now: Date },
  id: number,
  most: number,
): Promise<CompletedPart> {
  const { result, most: fits } = await commitFitting(most, (part) =>
    commit(writer, (plan) => complete(plan, id, part)),
  )
  return {
    written: result.written,
    isWhole: result.series?.series?.due !== OVERDUE,
    most: fits,
  }
}

async function complete(
  plan: Plan,
  id: number,
  most: number,
): Promise<{ series: EventRecord | undefined; written: number }> {
  const { storage } = plan.site
  const event = await readRecord(storage, 'event', id)
  if (!isSeries(event) || !isDue(event, plan.now)) return { series: event, written: 0 }
  const { work, made } = event.series
  if (work === undefined) return planExtension(plan, event, await readOccurrences(storage, event, made), most)
  const existing = await readOccurrences(storage, event)
  return work.do === 'erase'
    ? planSeriesErasure(plan, event, existing, most)
    : planRest(plan, event, existing, most)
}

const isDue = ({ series: { due } }: SeriesRecord, now: Date): boolean =>
  due !== null && due <= atInstant(unixSeconds(now), UTC).wall
