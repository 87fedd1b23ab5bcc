import { grouped } from '../../domain/grouped.ts'
import type { Item, SourceRecord } from '../../domain/records/sources.ts'
import { SECONDS_PER_DAY } from '../../domain/time/calendar.ts'
import { unixSeconds } from '../../domain/time/zones.ts'
import type { FeedEvent } from './feed-events.ts'
import { Nearest } from './nearest.ts'

/* Which event of a feed is which event that is known of it. */

export interface Span {
  /** Unix seconds. */
  readonly now: number
  readonly from: number
  readonly to: number
}

/** The window of a source, at a moment. */
export function spanOf({ window }: SourceRecord, at: Date): Span {
  const now = unixSeconds(at)
  const [back, ahead] = [window.past_days * SECONDS_PER_DAY, window.future_days * SECONDS_PER_DAY]
  return { now, from: now - back, to: now + ahead }
}

export interface Pair {
  readonly feed: FeedEvent
  readonly item: Item
}

export interface Pairs {
  /** New ones, and those that were attached to an event and are another one now. */
  readonly fresh: readonly FeedEvent[]
  /** What the feed says of it is not what it said before, or its UID is another one. */
  readonly changed: readonly Pair[]
  /** Only the UID is another one. */
  readonly renamed: readonly Pair[]
  /** In the feed no more, and to come. */
  readonly gone: readonly Item[]
  /** In the feed no more, because they are over or not listed yet. */
  readonly left: readonly Item[]
  /** Of those that could be gone, how many there are. */
  readonly living: number
  /** When the next one enters the window: Unix seconds. */
  readonly enters: number | null
}

/** A list of the next events has at least so many, and a multiple of it. */
const NEXT_EVENTS = 5
const FEWEST_NEXT = 10

/** Days between two dates of an event that was moved. */
const MOST_DAYS = 60

export const isInside = (
  { start, end }: { readonly start: number; readonly end: number },
  { from, to }: Span,
) => end >= from && start <= to

/**
 * Some feeds list only the next events, The Events Calendar thirty: a new event pushes the last one out, which is not gone.
 * Seconds after which nothing is known to be gone. `before`: the number of events in the last reading.
 */
function horizonOf(events: readonly FeedEvent[], before: number, now: number): number {
  const { length } = events
  const isFull = length >= FEWEST_NEXT && length % NEXT_EVENTS === 0 && length >= before
  if (!isFull || events.some(({ end }) => end < now - SECONDS_PER_DAY)) return Number.POSITIVE_INFINITY
  return events.reduce((last, { start }) => Math.max(last, start), 0)
}

/** `unread`: items of events that are in the feed and cannot be read. `before`: as in `horizonOf`. */
export function pairsOf(
  events: readonly FeedEvent[],
  items: ReadonlyMap<number, Item>,
  unread: ReadonlySet<number>,
  span: Span,
  length: number,
  before: number,
): Pairs {
  const known: Pair[] = []
  const unknown: FeedEvent[] = []
  const seen = new Set<number>(unread)
  const urls = new Set<number>()
  let enters: number | null = null
  for (const feed of events) {
    const item = items.get(feed.item)
    seen.add(feed.item)
    if (feed.start > span.to && item?.mark !== feed.mark)
      enters = Math.min(enters ?? Number.POSITIVE_INFINITY, feed.start - length)
    if (item !== undefined) {
      urls.add(feed.url)
      known.push({ feed, item })
    } else if (feed.isWanted || items.size > 0) unknown.push(feed)
  }
  const last = Math.min(span.to, horizonOf(events, before, span.now))
  const isOpen = ({ end, start }: Item) => end >= span.now && start <= last
  const missing = [...items.values()].filter((item) => !seen.has(item.id))
  const candidates = missing.filter((item) => !item.isGone || isInside(item, span))
  const found = movedIn(unknown, candidates, urls, span.now)
  const parted = partedIn([...known, ...found])
  const moved = found.filter(({ feed }) => !parted.has(feed))
  const isChanged = ({ feed, item }: Pair) => item.mark !== feed.mark || item.isGone
  const [changed, renamed] = [moved.filter(isChanged), moved.filter((pair) => !isChanged(pair))]
  changed.unshift(...known.filter((pair) => !parted.has(pair.feed) && isChanged(pair)))
  const paired = new Set(moved.map(({ item }) => item.id))
  const isFound = new Set(found.map(({ feed }) => feed))
  const open = [...items.values()].filter((item) => !item.isGone && isOpen(item))
  const lost = missing.filter((item) => !item.isGone && !paired.has(item.id))
  return {
    fresh: [...unknown.filter((feed) => !isFound.has(feed)), ...parted].filter(
      (feed) => feed.isWanted && isInside(feed, span),
    ),
    changed,
    renamed,
    gone: lost.filter(isOpen),
    left: lost.filter((item) => !isOpen(item)),
    living: open.length,
    enters,
  }
}

/**
 * Events that were the same as another one of the feed, and are no more: people copy an event, and give the copy its own date
 * later. The one that speaks for the event here keeps it.
 */
function partedIn(known: readonly Pair[]): Set<FeedEvent> {
  const parted = new Set<FeedEvent>()
  for (const pairs of grouped(known, ({ item }) => item.event).values()) {
    const stays = ({ feed, item }: Pair) => sameOf(feed) === sameOf(item)
    const [first] = pairs
    const speaker = pairs.find(({ item }) => !item.isAttached) ?? pairs.find(stays) ?? first
    for (const { feed, item } of pairs)
      if (speaker !== undefined && item.isAttached && twinOf(feed) !== twinOf(speaker.feed)) parted.add(feed)
  }
  return parted
}

/** Equal for events of one feed that are one event. A copy that repeats, or takes place again, is another one. */
export function twinOf(feed: FeedEvent): string {
  const { event_status } = feed.file.event
  return `${sameOf(feed)} ${feed.repeats ? feed.end : ''} ${event_status === 'canceled'}`
}

/** Equal for events with the same start, title and place. */
export const sameOf = ({ start, name }: Pick<Item, 'start' | 'name'>): string => `${start} ${name}`

/** Events whose UIDs have changed: the same start, title and place; then those to come with the same page, or nearby. */
function movedIn(
  unknown: readonly FeedEvent[],
  missing: readonly Item[],
  urls: ReadonlySet<number>,
  now: number,
): Pair[] {
  const pairs: Pair[] = []
  // Those that speak for their events first.
  const free = new Set([...missing].sort((a, b) => Number(a.isAttached) - Number(b.isAttached)))
  const open = new Set(unknown)
  const take = (feed: FeedEvent, item: Item) => {
    pairs.push({ feed, item })
    free.delete(item)
    open.delete(feed)
  }
  const isBegun = ({ repeats, start }: Item) => repeats && start < now
  const kindOf = (item: Item) => `${item.isGone} ${item.repeats} ${isBegun(item)}`
  // What is here comes before what was taken out, and for a series another series before a single event. A series that has
  // begun does not become a single event: its earlier dates would be lost.
  const kindsFor = ({ repeats }: FeedEvent) =>
    [false, true].flatMap((isGone) =>
      (repeats ? ['true true', 'true false', 'false false'] : ['false false', 'true false']).map(
        (kind) => `${isGone} ${kind}`,
      ),
    )
  const firstOf = (feed: FeedEvent, of: (kind: string) => Item | undefined): Item | undefined => {
    for (const kind of kindsFor(feed)) {
      const item = of(kind)
      if (item !== undefined) return item
    }
    return undefined
  }
  // First those that say the same as before, so that of two twins each stays who it is.
  for (const keyOf of [(one: FeedEvent | Item) => `${sameOf(one)} ${one.mark}`, sameOf]) {
    const same = grouped(free, (item) => `${keyOf(item)} ${kindOf(item)}`)
    for (const feed of open) {
      const item = firstOf(feed, (kind) => same.get(`${keyOf(feed)} ${kind}`)?.shift())
      if (item !== undefined) take(feed, item)
    }
  }
  // What is over does not move: it has left the feed.
  for (const item of free) if (item.end < now) free.delete(item)
  const byUrl = grouped(free, ({ url }) => url)
  for (const [url, feeds] of grouped(open, ({ url }) => url)) {
    const items = byUrl.get(url) ?? []
    const [feed, ...others] = feeds
    const [item] = items
    // A page that several events share says nothing.
    if (url === 0 || urls.has(url) || others.length > 0 || items.length > 1) continue
    if (feed !== undefined && item !== undefined && (feed.repeats || !isBegun(item))) take(feed, item)
  }
  const byName = new Map(
    [...grouped(free, (item) => `${item.name} ${kindOf(item)}`)].map(([name, items]) => [
      name,
      new Nearest(items),
    ]),
  )
  for (const feed of [...open].sort((a, b) => a.start - b.start)) {
    const item = firstOf(feed, (kind) =>
      byName.get(`${feed.name} ${kind}`)?.take(feed.start, MOST_DAYS * SECONDS_PER_DAY),
    )
    if (item !== undefined) take(feed, item)
  }
  return pairs
}
