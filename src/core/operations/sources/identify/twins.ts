import { grouped } from '../../../domain/grouped.ts'
import type { EventRecord } from '../../../domain/records/records.ts'
import type { Item } from '../../../domain/records/sources.ts'
import type { Match, Said } from './match.ts'

/* Events of one source that are one event under several UIDs, and copies that have become events of their own. */

/** Equal for events with the same start, title and place. */
export const sameOf = ({ start, name }: Pick<Item, 'start' | 'name'>): string => `${start} ${name}`

/** Equal for events of one feed that are one event. A copy that repeats, or takes place again, is another one. */
export const twinOf = (feed: Omit<Said, 'item'>): string =>
  `${sameOf(feed)}${feed.repeats ? ` until ${feed.end}` : ''}${feed.isCanceled ? ' canceled' : ''}`

/**
 * Without events that were the same as another one of the feed, and are no more: people copy an event, and give the copy its own
 * date later. The one that speaks for the event here keeps it.
 */
export function withoutCopies<F extends Said>(matches: readonly Match<F>[]): Match<F>[] {
  const copies = new Set<Match<F>>()
  for (const all of grouped(matches, ({ item }) => item.event).values()) {
    const stays = ({ feed, item }: Match<F>) => sameOf(feed) === sameOf(item)
    const speaker = all.find(({ item }) => !item.isAttached) ?? all.find(stays) ?? all[0]
    for (const match of all)
      if (speaker && match.item.isAttached && twinOf(match.feed) !== twinOf(speaker.feed)) copies.add(match)
  }
  return matches.filter((match) => !copies.has(match))
}

/** Whether an event that starts with one here is another one, as `twinOf` says. `speaker`: what their source knows of that. */
export function isAnother(feed: Said, record: EventRecord, speaker: Item): boolean {
  if ((record.series !== undefined) !== feed.repeats) return true
  if (feed.repeats && speaker.end !== feed.end) return true
  const isCanceled = record.event_status === 'canceled'
  return isCanceled !== feed.isCanceled && record.source?.kept.includes('event_status') !== true
}
