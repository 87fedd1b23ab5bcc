import type { Slices } from '../../../formats/give-way.ts'
import type { Storage } from '../../../storage/contract.ts'
import { grouped } from '../../domain/grouped.ts'
import type { Item } from '../../domain/records/sources.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { secondsOf } from '../../domain/time/calendar.ts'
import type { Zone } from '../../domain/time/zones.ts'
import { findInParts } from '../reading/parts.ts'
import { startsIn } from './feed-dates.ts'
import { type FeedEvent, zoneIn } from './feed-events.ts'
import { sameOf } from './identify/twins.ts'

/*
 * Publishers change how they write what repeats: as one event with a rule, or as an event for each date. Nothing is cancelled
 * then, though UIDs are gone.
 */

export interface Replaced {
  /** What other events of the feed have in their place. */
  readonly items: ReadonlySet<Item>
  /** IDs of the dates of the series among them. */
  readonly dates: ReadonlyMap<Item, readonly number[]>
}

export interface Missing {
  readonly storage: Storage
  readonly events: readonly FeedEvent[]
  /** In the feed no more. */
  readonly single: readonly Item[]
  readonly series: readonly Item[]
  readonly zone: Zone
  readonly slices: Slices
}

export async function replacedIn(missing: Missing): Promise<Replaced> {
  const items = new Set(await inSeries(missing))
  const dates = new Map<Item, readonly number[]>()
  const { storage, events, series } = missing
  const names = new Set(series.map(({ name }) => name))
  const there = new Set(events.filter((one) => !one.repeats && names.has(one.name)).map(sameOf))
  if (there.size === 0) return { items, dates }
  for (const item of series) {
    const ids: number[] = []
    let isReplaced = false
    for await (const document of findInParts(storage, 'event', [{ key: 'parent', in: [item.event] }])) {
      const { id, utc_start } = fromDocument('event', document)
      ids.push(id)
      isReplaced ||= there.has(sameOf({ name: item.name, start: secondsOf(utc_start) }))
    }
    if (!isReplaced) continue
    items.add(item)
    dates.set(item, ids)
  }
  return { items, dates }
}

/** Single events that are dates of a series of the feed. */
async function inSeries({ events, single, zone, slices }: Missing): Promise<Item[]> {
  const found: Item[] = []
  const byName = grouped(single, ({ name }) => name)
  for (const feed of events) {
    const items = feed.repeats ? byName.get(feed.name) : undefined
    if (items === undefined) continue
    const starts = items.map(({ start }) => start)
    const [from, to] = [starts.reduce((a, b) => Math.min(a, b)), starts.reduce((a, b) => Math.max(a, b))]
    const { event } = feed.file
    const dates = new Set<number>()
    for (const date of startsIn(event, zoneIn(event, zone), from, to)) {
      if (slices.isOver(50)) await slices.next()
      dates.add(date)
    }
    found.push(...items.filter(({ start }) => dates.has(start)))
  }
  return found
}
