import type { EventRecord } from '../../domain/records/records.ts'
import { likeness } from '../../domain/records/same-town.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { keyOfText, nameKey } from '../../domain/text/name-key.ts'
import { wallOf } from '../../domain/time/calendar.ts'
import { isRow } from '../../formats/rows.ts'
import type { Site } from '../../mount/site.ts'
import type { Storage } from '../../storage/contract.ts'
import type { EventInput } from '../../types/index.ts'
import { findInParts } from '../reading/parts.ts'
import { readStaying } from '../reading/staying.ts'
import { type FeedEvent, linkedIn, placeNameOf } from './feed-events.ts'

/** Events that are looked at for one start, and beside these: a hostile calendar has thousands that begin together. */
const MOST_AT_ONCE = 100
const MOST_BESIDE = 400

/**
 * The events that are here already, from another source or typed by hand: with the same title and place, and the same moment
 * of their start, or the same day if they last whole days. Of those in the trash, only what a source has put there.
 */
export async function hereAlready(
  storage: Storage,
  site: Site,
  events: readonly FeedEvent[],
  give: () => Promise<void>,
): Promise<Map<FeedEvent, EventRecord>> {
  const wanted = new Map<string, FeedEvent[]>()
  const days = new Set<string>()
  const moments = new Set<string>()
  for (const feed of events) {
    const { title, start_date, all_day } = feed.file.event
    const isDay = all_day === true
    const start = isDay ? String(start_date) : wallOf(feed.start)
    const starts = isDay ? days : moments
    starts.add(start)
    const key = keyOf(isDay, start, nameKey(title))
    const others = wanted.get(key)
    if (others === undefined) wanted.set(key, [feed])
    else others.push(feed)
  }
  const wantedFor = ({ all_day: isDay, start, utc_start, title }: EventRecord) =>
    wanted.get(keyOf(isDay, isDay ? start : utc_start, nameKey(title))) ?? []
  const found: EventRecord[] = []
  for (const where of [
    { key: 'start', in: [...days] } as const,
    { key: 'utc_start', in: [...moments] } as const,
  ]) {
    if (where.in.length === 0) continue
    let left = MOST_BESIDE + MOST_AT_ONCE * where.in.length
    for await (const document of findInParts(storage, 'event', [where])) {
      if (left-- === 0) break
      await give()
      const record = fromDocument('event', document)
      const isThere = record.status !== 'trash' || record.source?.gone !== undefined
      if (isThere && wantedFor(record).length > 0) found.push(record)
    }
  }
  if (found.length === 0) return new Map()
  const venues = await readStaying({ ...site, storage }, 'venue', [
    ...found.flatMap(({ venue }) => venue),
    ...events.flatMap(({ file }) => venueIdOf(file.event) ?? []),
  ])
  const placeOf = (id: number | undefined) => (id === undefined ? '' : nameKey(venues.get(id)?.venue ?? ''))
  const placeIn = ({ event }: FeedEvent['file']) => {
    const id = venueIdOf(event)
    return id === undefined ? keyOfText(placeNameOf(event)) : placeOf(id)
  }
  const places = new Map(events.map((feed) => [feed, placeIn(feed.file)]))
  const here = new Map<FeedEvent, EventRecord>()
  for (const record of found) {
    await give()
    const place = placeOf(record.venue[0])
    for (const feed of wantedFor(record)) {
      // A date of a series is here already, too, but is no series.
      if (record.occurrence !== undefined && feed.file.event.recurrence) continue
      const own = record.venue[0] === undefined ? undefined : venues.get(record.venue[0])
      const [theirs] = linkedIn(feed.file.event.venue)
      const isElsewhere = own !== undefined && isRow(theirs) && likeness(theirs, { ...own }) === undefined
      if (!here.has(feed) && places.get(feed) === place && !isElsewhere) here.set(feed, record)
    }
  }
  return here
}

function venueIdOf({ venue }: EventInput): number | undefined {
  const [first] = linkedIn(venue)
  return typeof first === 'number' ? first : undefined
}

const keyOf = (isDay: boolean, start: string, name: string): string => `${isDay} ${start} ${name}`
