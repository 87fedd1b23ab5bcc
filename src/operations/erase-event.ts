import type { EventRecord } from '../domain/records.ts'
import { without } from '../domain/series.ts'
import { headOf } from '../domain/series-split.ts'
import type { RequestContext } from '../request.ts'
import { demandChange } from './change-checks.ts'
import { beingErased, planErasure, planSeriesErasure } from './erase.ts'
import type { Plan } from './plan.ts'
import {
  isOccurrence,
  isSeries,
  planSeries,
  readOccurrences,
  readSeries,
  type SeriesRecord,
} from './series.ts'
import { nextDate, type Scope, type Written } from './write-series.ts'

/** A deletion for good: of an event, of a series with its occurrences, or of some of these. */
export async function planEventErasure(
  { context, plan }: { readonly context: RequestContext; readonly plan: Plan },
  current: EventRecord,
  scope: Scope,
): Promise<Written> {
  const series = isSeries(current) ? current : await readSeries(context.site, current)
  demandChange(context.caller, current, context.preconditions, series)
  if (series === undefined) {
    await planErasure(plan, [current])
    return { event: current, series: [] }
  }
  const existing = await readOccurrences(plan.site.storage, series)
  const named = isOccurrence(current) ? current : undefined
  if (named !== undefined && scope === 'this') {
    await planErasure(plan, [named])
    const rest = { ...series, series: without(series.series, named.occurrence.at) }
    const planned = await planSeries(plan, rest, { existing: existing.filter(({ id }) => id !== named.id) })
    return { event: named, series: [planned.series] }
  }
  const from = scope === 'future' ? (named?.occurrence.at ?? nextDate(plan, series, existing)) : undefined
  if (scope === 'future' && from === undefined) return { event: series, series: [] }
  const head = from === undefined ? undefined : headOf(series.series, from)
  if (from === undefined || head === undefined) {
    const { series: rest } = await planSeriesErasure(plan, series, existing)
    return { event: current, series: rest === undefined ? [] : [rest] }
  }
  const isGone = ({ occurrence }: (typeof existing)[number]) => occurrence.at >= from
  const rest = await planTail(plan, series, { from, gone: existing.filter(isGone) })
  const kept = existing.filter((one) => !isGone(one))
  const planned = await planSeries(plan, { ...series, series: head }, { existing: kept })
  return { event: named ?? planned.series, series: [...rest, planned.series] }
}

/** Plans to remove the occurrences from a date on. If they are too many for one commit, a series of their own is left. */
async function planTail(
  plan: Plan,
  series: SeriesRecord,
  { from, gone }: { readonly from: string; readonly gone: readonly EventRecord[] },
): Promise<readonly EventRecord[]> {
  if (!plan.isDivided) {
    await planErasure(plan, gone)
    return []
  }
  const tail = {
    ...series,
    ...{ id: await plan.freshId('post'), version: 0, uid: undefined, slug: '', own_slug: undefined },
    series: { ...series.series, adopts: { id: series.id, from } },
  }
  return [plan.put(beingErased(tail))]
}
