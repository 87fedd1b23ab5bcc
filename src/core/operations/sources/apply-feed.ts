import type { FileNoteCode } from '../../../formats/file-event.ts'
import type { Storage } from '../../../storage/contract.ts'
import {
  type Item,
  itemId,
  itemOf,
  ofSource,
  type SourceRecord,
  whereItem,
} from '../../domain/records/sources.ts'
import { SECONDS_PER_DAY } from '../../domain/time/calendar.ts'
import { resolveZone, type Zone } from '../../domain/time/zones.ts'
import { unsafeUid } from '../../mount/unsafe-values.ts'
import { findInParts } from '../reading/parts.ts'
import { datesAhead, hasDates } from './feed-dates.ts'
import { type FeedEvent, feedEventOf, zoneIn } from './feed-events.ts'
import { termsOf } from './known-terms.ts'
import { LinkedHere } from './linked-here.ts'
import { withoutMissing } from './named-here.ts'
import { isInside, type Pair, type Pairs, pairsOf, spanOf } from './pairs.ts'
import { type Feed, OutOfTime } from './pull-job.ts'
import { replacedIn } from './replaced.ts'
import { ItemWriter } from './write-items.ts'

/*
 * What a feed says is compared with what is known of its source, and written.
 */

/** A source of so many events or more does not lose more than half of them at once. */
const HALF_FROM = 5

/** As many dates as so many series can have are in a source. So many tables are made to find them: see `Effort`. */
const MOST_SERIES = 100

/** Of an event, for `Slices`. */
const STEPS = 50

/** Venues and organizers that a source names. */
const MOST_LINKED = 20_000

/** Events that are written together if their pictures are copied. */
const WITH_PICTURES = 10

/** Answers what it found to be the same. */
export async function applyFeed(given: Feed): Promise<Pairs> {
  const { source: settled, missing } = await withoutMissing(given.context.site, given.source)
  const feed = { ...given, source: settled }
  given.report.error = missing
  const { context, source, now, report, slices, isDry = false } = feed
  const { site } = context
  const zone = resolveZone(source.timezone ?? site.timezone) ?? site.zone
  const { events, unread } = await readable(feed, zone)
  const items = await itemsOf(site.storage, source)
  const span = spanOf(source, now())
  report.outside = events.filter((one) => !isInside(one, span)).length
  // The list of a site is read to its end.
  const before = source.format === 'site' ? Number.POSITIVE_INFINITY : (source.count ?? 0)
  const ahead = source.window.future_days * SECONDS_PER_DAY
  const pairs = pairsOf(events, items, unread, span, ahead, before)
  const parts = new Parts(feed)
  const beforePart = () => parts.before()
  const writer = new ItemWriter({ context, source, items, slices, isDry, report, beforePart })
  await writer.rename(pairs.renamed)
  const linked = new LinkedHere(site, source, items.values())
  const changed: Pair[] = []
  for (const pair of pairs.changed) {
    await slices.give(STEPS)
    const { feed, item } = pair
    if (item.isGone || isInside(feed, span) || isInside(item, span))
      changed.push({ ...pair, feed: await linked.meant(feed) })
  }
  const copies =
    source.copy_images && !isDry
      ? new (await import('./copy-pictures.ts')).Pictures(feed, items.values())
      : undefined
  await parts.write(changed, copies && ((part) => copies.ofChanged(part)), (part) => writer.change(part))
  const { gone, left } = pairs
  const replaced = await replacedIn({
    ...{ storage: site.storage, events, zone, slices },
    single: [...gone, ...left].filter(({ repeats }) => !repeats),
    series: gone.filter(({ repeats }) => repeats),
  })
  const lost = gone.filter((item) => !replaced.items.has(item))
  const isHeld = isTooMany(feed, items.size, lost.length, pairs.living)
  await writer.takeOut([...replaced.items, ...(isHeld ? [] : lost)], replaced)
  const freed = events.filter((one) => writer.isFreed(one))
  const fresh: FeedEvent[] = []
  for (const one of new Set([...pairs.fresh, ...freed])) {
    await slices.give(STEPS)
    fresh.push(await linked.meant(one))
  }
  await parts.write(fresh, copies && ((part) => copies.ofNew(part)), (part) => writer.create(part))
  tellRefused(feed)
  return pairs
}

/** A source that brings little of what it has does not look well, though it was read. */
function tellRefused({ content, report }: Feed): void {
  const all = content.events.length + content.notes.length
  const [first] = report.refused
  if (first === undefined || report.refusals * 2 <= all) return
  report.error ??= `${report.refusals} of ${all} events are refused, the first one because: ${first.why}`
}

/** What of the feed can be taken, and the items of what is in it and cannot. */
async function readable(
  { context, source, now, content, report, slices }: Feed,
  zone: Zone,
): Promise<{ readonly events: readonly FeedEvent[]; readonly unread: ReadonlySet<number> }> {
  const { storage, limits } = context.site
  const terms = await termsOf(storage, source, content.events)
  const events: FeedEvent[] = []
  const unread = new Set<number>()
  const most = MOST_SERIES * limits.occurrences
  const effort = { tables: 0 }
  const linked = new Set<string>()
  let dates = 0
  const skip = (key: string, why: string, title: string, code: FileNoteCode = 'too_large') => {
    report.refuse(key, why, title, code)
    unread.add(itemId(source.id, key))
  }
  for (const one of content.events) {
    await slices.give(STEPS)
    // One that has become private is gone, and so is a series without dates.
    const wrongUid = unsafeUid(one.key, limits)
    const own = zoneIn(one.event, zone)
    const { title } = one.event
    const isTooMuch = () => effort.tables > most && Boolean(one.event.recurrence)
    if (wrongUid !== undefined) report.refuse(one.key, `UID ${wrongUid}`, title)
    else if (one.event.status === 'private')
      report.refuse(one.key, 'it is marked as private', title, 'private')
    else if (isTooMuch()) skip(one.key, 'the rules of the calendar take too long to follow', title)
    else if (!hasDates(one.event, own, effort)) report.refuse(one.key, 'it has no dates', title, 'no_dates')
    else {
      if (dates <= most) dates += datesAhead(one.event, own, { now: now(), most: limits.occurrences, effort })
      if (dates > most) {
        skip(one.key, `the calendar has more than ${most} dates`, title)
        continue
      }
      const feed = feedEventOf(one, source, terms, zone)
      const names = [...feed.venue.map((hash) => `v${hash}`), ...feed.organizer.map((hash) => `o${hash}`)]
      const isTooManyNames = linked.size + names.filter((name) => !linked.has(name)).length > MOST_LINKED
      if (isTooManyNames)
        skip(one.key, `the calendar names more than ${MOST_LINKED} venues and organizers`, title)
      else {
        for (const name of names) linked.add(name)
        events.push(feed)
      }
    }
  }
  for (const { key, message, title, code } of content.notes) {
    // A series that has ended before its first date is gone.
    if (code === 'no_dates') report.refuse(key, message, title, code)
    else skip(key, message, title, code)
  }
  for (const { key, message, title, code } of content.remarks ?? []) report.note(key, message, title, code)
  return { events, unread }
}

async function itemsOf(storage: Storage, { id }: SourceRecord): Promise<ReadonlyMap<number, Item>> {
  const items = new Map<number, Item>()
  for await (const document of findInParts(storage, 'extra', whereItem(ofSource(id)), 500))
    items.set(document.id, itemOf(document))
  return items
}

/** Whether so many are gone that the feed is not believed. */
function isTooMany(
  { source, report, isConfirmed = false }: Feed,
  known: number,
  lost: number,
  living: number,
): boolean {
  if (isConfirmed || source.keep_gone || known < HALF_FROM || lost < 2 || lost * 2 <= living) return false
  report.held = lost
  report.error = `${lost} of ${living} events are gone from the calendar; they stay until it is read with confirm=1`
  return true
}

/** The parts in which a feed is written. Between two of them, it can end. */
class Parts {
  readonly #feed: Feed
  /** Pictures are copied for the next part: it is written, also if the time is over. */
  #isBegun = false

  constructor(feed: Feed) {
    this.#feed = feed
  }

  async before(): Promise<void> {
    if (!this.#isBegun) await this.#next()
    this.#isBegun = false
  }

  async #next(): Promise<void> {
    const { signal, isOver, beforePart } = this.#feed
    signal?.throwIfAborted()
    if (isOver?.()) throw new OutOfTime()
    await beforePart?.()
  }

  /** Writes all at once, or few after their pictures, so that a cut loses few of these. */
  async write<T>(
    all: readonly T[],
    copy: ((part: readonly T[]) => Promise<readonly T[]>) | undefined,
    run: (part: readonly T[]) => Promise<void>,
  ): Promise<void> {
    if (copy === undefined) return run(all)
    for (let from = 0; from < all.length; from += WITH_PICTURES) {
      await this.#next()
      const part = await copy(all.slice(from, from + WITH_PICTURES))
      this.#isBegun = true
      await run(part)
    }
  }
}
