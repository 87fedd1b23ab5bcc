import type { EventRecord, Occurrence, Series } from '../records/records.ts'
import type { WallClock } from '../time/zones.ts'
import { dayOf, isExcluded, type Schedule, shownDate } from './series.ts'

/*
 * What becomes of the occurrences of a series: those that exist are paired with the dates that it should have. Pure.
 */

export type SeriesRecord = EventRecord & { readonly series: Series }
export type OccurrenceRecord = EventRecord & { readonly occurrence: Occurrence }

/** What an occurrence becomes. */
export interface Target {
  /** `undefined`: the date has no occurrence yet. */
  readonly own: OccurrenceRecord | undefined
  readonly at: WallClock
  readonly isGone: boolean
  /** Whether its times follow from the date. Those of an occurrence that is over stay as they were. */
  readonly hasTimesOf: 'date' | 'record'
}

export interface Existing {
  readonly existing: readonly OccurrenceRecord[]
  /** On the clock of the zone: dates up to now are over. */
  readonly now: WallClock
}

/** The dates after `made`. One of them can have an occurrence in the trash, from an earlier rule. */
export function newTargets(
  { series }: SeriesRecord,
  { dates }: Schedule,
  existing: readonly OccurrenceRecord[],
): Target[] {
  const byDate = new Map(existing.map((own) => [own.occurrence.at, own]))
  return dates
    .filter((at) => at > series.made)
    .map((at) => ({ own: byDate.get(at), at, isGone: false, hasTimesOf: 'date' }))
}

/** Every occurrence of a series that ends, or that is in the trash. */
export function lastTargets(record: SeriesRecord, { existing, now }: Existing): Target[] {
  const { series, status } = record
  const shown = shownDate(series)
  const isGone = ({ occurrence: { at, overrides } }: OccurrenceRecord) =>
    // The event that remains stands at the first date itself.
    status === 'trash' || at > now || (at === shown && overrides.length === 0)
  return existing.map((own) => ({
    own,
    at: own.occurrence.at,
    isGone: isGone(own),
    hasTimesOf: own.occurrence.at > now ? 'date' : 'record',
  }))
}

/**
 * Finds the date of each occurrence that exists, and the dates that need a new one. `moves`: where occurrences go, by ID.
 * `isRestored`: whether those of the past leave the trash.
 */
export function pairedTargets(
  { series }: SeriesRecord,
  { dates, known }: Schedule,
  { existing, now }: Existing,
  { moves, isRestored }: { moves: ReadonlyMap<number, WallClock>; isRestored: boolean },
): Target[] {
  const targets: Target[] = []
  const taken = new Set<WallClock>()
  const unpaired: OccurrenceRecord[] = []
  const keep = (own: OccurrenceRecord, at: WallClock, isOver: boolean) => {
    taken.add(at)
    targets.push({ own, at, isGone: false, hasTimesOf: isOver ? 'record' : 'date' })
  }
  const drop = (own: OccurrenceRecord, at: WallClock) =>
    targets.push({ own, at, isGone: true, hasTimesOf: 'record' })

  const isMoved = ({ id }: OccurrenceRecord) => moves.has(id)
  // Of two with one date, the one that moves there or that is not in the trash has it.
  for (const own of [...existing].sort(before(isMoved))) {
    const at = moves.get(own.id) ?? own.occurrence.at
    const isOver = at <= now && !isMoved(own)
    if (isExcluded(series, at)) drop(own, at)
    else if (taken.has(at)) drop(own, at)
    else if (known.has(at)) keep(own, at, isOver)
    // One in the trash that the rule does not name is of an earlier rule.
    else if (isMoved(own) && own.status === 'trash' && !isRestored) drop(own, at)
    else if (isMoved(own)) keep(own, at, isOver)
    else if (!isOver) unpaired.push(own)
    else if (own.status !== 'trash' || isRestored) keep(own, at, isOver)
  }
  const free = new Map<string, WallClock[]>()
  for (const date of known) {
    if (date > now && !taken.has(date)) free.set(dayOf(date), [...(free.get(dayOf(date)) ?? []), date])
  }
  for (const own of unpaired) {
    const at = free.get(dayOf(own.occurrence.at))?.shift()
    if (at === undefined) drop(own, own.occurrence.at)
    else keep(own, at, false)
  }
  for (const at of dates) {
    if (!taken.has(at)) targets.push({ own: undefined, at, isGone: false, hasTimesOf: 'date' })
  }
  return targets
}

/** First those that move, then those outside of the trash, each by date. */
const before =
  (isMoved: (own: OccurrenceRecord) => boolean) =>
  (a: OccurrenceRecord, b: OccurrenceRecord): number => {
    const rank = (own: OccurrenceRecord) => (isMoved(own) ? 0 : own.status === 'trash' ? 2 : 1)
    return rank(a) - rank(b) || (a.occurrence.at < b.occurrence.at ? -1 : 1)
  }
