import type { EventRecord } from '../../domain/records/records.ts'
import { isLiving, without } from '../../domain/recurrence/series.ts'
import type { SeriesRecord } from '../../domain/recurrence/series-differences.ts'
import type { RequestContext } from '../../mount/request.ts'
import { demandChange } from '../writing/change-checks.ts'
import { beingErased, planErasure, planSeriesErasure } from '../writing/erase.ts'
import type { Plan } from '../writing/plan.ts'
import { headBefore, nextDate, shortened } from './series/change-series.ts'
import { planSeries } from './series/plan-series.ts'
import { isOccurrence, isSeries, readOccurrences, readSeries } from './series/series.ts'
import { NO_EFFECT, type Scope, type Written } from './series/written-series.ts'

/** A deletion for good: of an event, of a series with its occurrences, or of some of these. */
export async function planEventErasure(
  { context, plan }: { readonly context: RequestContext; readonly plan: Plan },
  current: EventRecord,
  scope: Scope,
): Promise<Written> {
  const series = isSeries(current) ? current : await readSeries(context.site, current)
  demandChange(context.caller, current, context.client, series)
  if (series === undefined) {
    await planErasure(plan, [current])
    return { event: current, series: [], effect: removing([current]) }
  }
  const existing = await readOccurrences(plan.site.storage, series)
  const named = isOccurrence(current) ? current : undefined
  if (named !== undefined && scope === 'this') {
    await planErasure(plan, [named])
    const rest = { ...series, series: without(series.series, named.occurrence.at) }
    const planned = await planSeries(plan, rest, {
      before: series,
      existing: existing.filter(({ id }) => id !== named.id),
    })
    return { event: named, series: [planned.series], effect: removing([named]) }
  }
  const from = scope === 'future' ? (named?.occurrence.at ?? nextDate(plan, series, existing)) : undefined
  if (scope === 'future' && from === undefined) return { event: series, series: [], effect: NO_EFFECT }
  const head = from === undefined ? undefined : headBefore(series, existing, from)
  if (from === undefined || head === undefined) {
    const { series: rest } = await planSeriesErasure(plan, series, existing)
    return { event: current, series: rest === undefined ? [] : [rest], effect: removing(existing) }
  }
  const isGone = ({ occurrence }: (typeof existing)[number]) => occurrence.at >= from
  const rest = await planTail(plan, series, { from, gone: existing.filter(isGone) })
  const kept = existing.filter((one) => !isGone(one))
  const planned = await planSeries(plan, shortened(series, head), { before: series, existing: kept })
  const effect = removing(existing.filter(isGone))
  return { event: named ?? planned.series, series: [...rest, planned.series], effect }
}

const removing = (events: readonly EventRecord[]) => ({
  ...NO_EFFECT,
  removes: events.filter(isLiving).length,
})

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
    series: { ...series.series, work: { do: 'erase', adopts: { id: series.id, from } } as const },
  }
  return [plan.put(beingErased(tail), null)]
}
