import type { Item, SourceRecord } from '../../domain/records/sources.ts'
import { SECONDS_PER_DAY } from '../../domain/time/calendar.ts'
import { unixSeconds } from '../../domain/time/zones.ts'
import type { FeedEvent } from './feed-events.ts'
import { identify } from './identify/identify.ts'
import type { Match } from './identify/match.ts'

/* What has become of the events of a source: what a reading writes. */

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

export type Pair = Match<FeedEvent>

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
  const there = new Set([...unread, ...events.map(({ item }) => item)])
  const away = [...items.values()].filter((item) => !there.has(item.id))
  const missing = away.filter((item) => !item.isGone || isInside(item, span))
  const pairs = identify(events, { items, missing, now: span.now })
  const isChanged = ({ feed, item }: Pair) => item.mark !== feed.mark || item.isGone
  const known = new Set(pairs.map(({ feed }) => feed))
  const kept = new Set(pairs.map(({ item }) => item))
  const last = Math.min(span.to, horizonOf(events, before, span.now))
  const isOpen = ({ end, start }: Item) => end >= span.now && start <= last
  const lost = away.filter((item) => !item.isGone && !kept.has(item))
  return {
    fresh: events.filter((feed) => !known.has(feed) && feed.isWanted && isInside(feed, span)),
    changed: pairs.filter(isChanged),
    renamed: pairs.filter((pair) => pair.reason !== 'uid' && !isChanged(pair)),
    gone: lost.filter(isOpen),
    left: lost.filter((item) => !isOpen(item)),
    living: [...items.values()].filter((item) => !item.isGone && isOpen(item)).length,
    enters: nextOf(events, items, span, length),
  }
}

/** When the first event that is still outside enters the window, which ends `length` seconds ahead. */
function nextOf(
  events: readonly FeedEvent[],
  items: ReadonlyMap<number, Item>,
  { to }: Span,
  length: number,
): number | null {
  const first = events.reduce(
    (next, { item, start, mark }) =>
      start > to && items.get(item)?.mark !== mark ? Math.min(next, start) : next,
    Number.POSITIVE_INFINITY,
  )
  return Number.isFinite(first) ? first - length : null
}
