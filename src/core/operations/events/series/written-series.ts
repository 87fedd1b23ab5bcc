import type { DateEffect } from '../../../../types/index.ts'
import type { EventRecord } from '../../../domain/records/records.ts'
import { isLiving } from '../../../domain/recurrence/series.ts'
import type { OccurrenceRecord } from '../../../domain/recurrence/series-differences.ts'
import type { RequestContext } from '../../../mount/request.ts'
import type { Plan } from '../../writing/plan.ts'
import type { Prepared } from '../decide-event.ts'
import type { PlannedSeries } from './plan-series.ts'

/** Which occurrences a write means: this one, this one and those after it, or all of the series. */
export type Scope = 'this' | 'future' | 'all'

export interface Write {
  readonly context: RequestContext
  readonly plan: Plan
  readonly prepared: Prepared
}

/** What a write has planned. */
export interface Written {
  /** The event that the answer shows: the one that the request names, or what has taken its place. */
  readonly event: EventRecord
  /** The series that the write changes. Work may be left for them. */
  readonly series: readonly EventRecord[]
  readonly effect: DateEffect
  /** Whether the event is another one than the request names: a series that a split has made. */
  readonly isElsewhere?: boolean
}

export const NO_EFFECT: DateEffect = { moves: 0, keeps: 0, removes: 0, adds: 0 }

/** The effect on one event; `before` is `undefined` for a new one. */
export function effectOfOne(before: EventRecord | undefined, next: EventRecord): DateEffect {
  if (before === undefined || !isLiving(before)) return { ...NO_EFFECT, adds: isLiving(next) ? 1 : 0 }
  if (!isLiving(next)) return { ...NO_EFFECT, removes: 1 }
  const isMoved = before.utc_start !== next.utc_start || before.utc_end !== next.utc_end
  return { ...NO_EFFECT, moves: isMoved ? 1 : 0 }
}

const sum = (a: DateEffect, b: DateEffect): DateEffect => ({
  moves: a.moves + b.moves,
  keeps: a.keeps + b.keeps,
  removes: a.removes + b.removes,
  adds: a.adds + b.adds,
})

/**
 * The answer shows the occurrence that the request names, unless it has left the series for the trash and what remains of
 * the series stands at its place; without one, the series.
 */
export function writtenOf(planned: PlannedSeries, named?: OccurrenceRecord, kept?: PlannedSeries): Written {
  const found = named && (planned.occurrences.get(named.id) ?? kept?.occurrences.get(named.id))
  return {
    event: found ?? planned.series,
    series: [planned.series, ...(kept === undefined ? [] : [kept.series])],
    effect: kept === undefined ? planned.effect : sum(planned.effect, kept.effect),
  }
}
