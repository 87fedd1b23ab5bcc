import type { EventRecord } from '../../domain/records/records.ts'
import type { SourceRecord } from '../../domain/records/sources.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { keyOfText, nameKey } from '../../domain/text/name-key.ts'
import type { Site } from '../../mount/site.ts'
import type { Storage } from '../../storage/contract.ts'
import { findInParts } from '../reading/parts.ts'
import { readStaying } from '../reading/staying.ts'
import { type FeedEvent, placeNameOf } from './feed-events.ts'

/** The events that are here already: with the same start, title and place, from another source or typed by hand. */
export async function hereAlready(
  storage: Storage,
  site: Site,
  events: readonly FeedEvent[],
  source: SourceRecord,
): Promise<Map<FeedEvent, number>> {
  const wanted = new Map<string, FeedEvent[]>()
  const starts = new Set<string>()
  for (const feed of events) {
    const { title, start_date } = feed.file.event
    starts.add(String(start_date))
    const key = `${start_date} ${nameKey(title)}`
    wanted.set(key, [...(wanted.get(key) ?? []), feed])
  }
  const found: EventRecord[] = []
  const where = [{ key: 'start', in: [...starts] }] as const
  for await (const document of findInParts(storage, 'event', where)) {
    const record = fromDocument('event', document)
    const isOther = record.status !== 'trash' && record.occurrence === undefined
    if (isOther && wanted.has(`${record.start} ${nameKey(record.title)}`)) found.push(record)
  }
  if (found.length === 0) return new Map()
  const owner = typeof source.venue === 'number' ? [source.venue] : []
  const venues = await readStaying({ ...site, storage }, 'venue', [
    ...found.flatMap(({ venue }) => venue),
    ...owner,
  ])
  const placeOf = (id: number | undefined) => (id === undefined ? '' : nameKey(venues.get(id)?.venue ?? ''))
  const here = new Map<FeedEvent, number>()
  for (const record of found) {
    const [venue] = record.venue
    for (const feed of wanted.get(`${record.start} ${nameKey(record.title)}`) ?? []) {
      const own =
        typeof feed.file.event.venue === 'number'
          ? placeOf(feed.file.event.venue)
          : keyOfText(placeNameOf(feed.file.event))
      if (own === placeOf(venue) && !here.has(feed)) here.set(feed, record.id)
    }
  }
  return here
}
