import { isRow } from '../../../formats/rows.ts'
import type { Storage } from '../../../storage/contract.ts'
import type { EventInput } from '../../../types/index.ts'
import type { EventRecord } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { keyOfText, nameKey } from '../../domain/text/name-key.ts'
import { wallOf } from '../../domain/time/calendar.ts'
import type { Site } from '../../mount/site.ts'
import { findInParts } from '../reading/parts.ts'
import { readStaying } from '../reading/staying.ts'
import { type FeedEvent, linkedIn, placeNameOf } from './feed-events.ts'
import { type Wanted, WantedEvents } from './identify/here.ts'

/** Events that are looked at for one start, and beside these: a hostile calendar has thousands that begin together. */
const MOST_AT_ONCE = 100
const MOST_BESIDE = 400

/** The events that are here already. Of those in the trash, only what a source has put there. */
export async function hereAlready(
  storage: Storage,
  site: Site,
  events: readonly FeedEvent[],
  give: () => Promise<void>,
): Promise<Map<FeedEvent, EventRecord>> {
  const all = events.map(wantedOf)
  const wanted = new WantedEvents(all)
  const found = await namedAlike(storage, all, wanted, give)
  if (found.length === 0) return new Map()
  const venues = await readStaying({ ...site, storage }, 'venue', [
    ...found.flatMap(({ venue }) => venue),
    ...events.flatMap(({ file }) => venueIdOf(file.event) ?? []),
  ])
  const placeOf = (id: number | undefined) => (id === undefined ? '' : nameKey(venues.get(id)?.venue ?? ''))
  const places = new Map(
    events.map((feed) => {
      const { event } = feed.file
      const [venue] = linkedIn(event.venue)
      const id = venueIdOf(event)
      const place = id === undefined ? keyOfText(placeNameOf(event)) : placeOf(id)
      return [feed, { place, venue: isRow(venue) ? venue : undefined }]
    }),
  )
  const here = new Map<FeedEvent, EventRecord>()
  for (const record of found) {
    await give()
    const [id] = record.venue
    const own = id === undefined ? undefined : venues.get(id)
    const one = {
      ...nameOf(record),
      ...{ place: placeOf(id), venue: own && { ...own }, isDate: record.occurrence !== undefined },
    }
    const isFree = (feed: FeedEvent) => !here.has(feed)
    for (const feed of wanted.identify(one, (feed) => places.get(feed) ?? NOWHERE).filter(isFree))
      here.set(feed, record)
  }
  return here
}

/** Those with the same start and title, wherever they are. */
async function namedAlike(
  storage: Storage,
  all: readonly Wanted<FeedEvent>[],
  wanted: WantedEvents<FeedEvent>,
  give: () => Promise<void>,
): Promise<EventRecord[]> {
  const startsOf = (isDay: boolean) => [
    ...new Set(all.flatMap((one) => (one.isDay === isDay ? [one.start] : []))),
  ]
  const found: EventRecord[] = []
  for (const where of [
    { key: 'start', in: startsOf(true) } as const,
    { key: 'utc_start', in: startsOf(false) } as const,
  ]) {
    if (where.in.length === 0) continue
    let left = MOST_BESIDE + MOST_AT_ONCE * where.in.length
    for await (const document of findInParts(storage, 'event', [where])) {
      if (left-- === 0) break
      await give()
      const record = fromDocument('event', document)
      const isThere = record.status !== 'trash' || record.source?.gone !== undefined
      if (isThere && wanted.named(nameOf(record)).length > 0) found.push(record)
    }
  }
  return found
}

const NOWHERE = { place: '', venue: undefined }

const nameOf = ({ all_day: isDay, start, utc_start, title }: EventRecord) => ({
  ...{ isDay, start: isDay ? start : utc_start, title: nameKey(title) },
})

function wantedOf(feed: FeedEvent): Wanted<FeedEvent> {
  const { title, start_date, all_day } = feed.file.event
  const isDay = all_day === true
  const start = isDay ? String(start_date) : wallOf(feed.start)
  return { feed, isDay, start, title: nameKey(title), repeats: feed.repeats }
}

function venueIdOf({ venue }: EventInput): number | undefined {
  const [first] = linkedIn(venue)
  return typeof first === 'number' ? first : undefined
}
