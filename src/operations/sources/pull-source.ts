import { plainLine } from '../../domain/html/html.ts'
import { createHostRule, type HostRule } from '../../domain/public-host.ts'
import {
  type Item,
  itemId,
  itemOf,
  LOOK_AGAIN,
  type SourceRecord,
  type SourceSettings,
  type SourceState,
} from '../../domain/records/sources.ts'
import { keyOfText } from '../../domain/text/name-key.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { withoutUnsafe } from '../../domain/text/unsafe-text.ts'
import { SECONDS_PER_DAY, wallOf } from '../../domain/time/calendar.ts'
import { resolveZone, unixSeconds } from '../../domain/time/zones.ts'
import { Slices, turnsUntil } from '../../formats/give-way.ts'
import type { RequestContext } from '../../mount/request.ts'
import { unsafeUid } from '../../mount/unsafe-values.ts'
import type { Storage } from '../../storage/contract.ts'
import { isNotMigrated, isUnavailable } from '../../storage/failures.ts'
import { findInParts } from '../reading/parts.ts'
import { datesAhead, hasDates } from './feed-dates.ts'
import { type FeedEvent, feedEventOf, type KnownTerms, zoneIn } from './feed-events.ts'
import { createFeedFetch, FeedTrouble, type Fetched } from './fetch-feed.ts'
import { findCalendar } from './find-calendar.ts'
import { LinkedHere } from './linked-here.ts'
import { isBusy, Overtaken } from './overtaken.ts'
import { isInside, type Pair, type Pairs, pairsOf, type Span } from './pairs.ts'
import { type FeedContent, readFeed } from './read-feed.ts'
import { replacedIn } from './replaced.ts'
import { Report } from './report.ts'
import { ItemWriter } from './write-items.ts'

/*
 * One reading of one source: a request, a comparison with what is known, and the writes that follow.
 */

/** A source of so many events or more does not lose more than half of them at once. */
const HALF_FROM = 5

/** Milliseconds after which a server that says that nothing has changed is asked for all of it. */
const LONGEST_UNCHANGED = 7 * SECONDS_PER_DAY * 1000

/** Bytes that are hashed at once. */
const HASHED = 8192

/** As many dates as so many series can have are in a source. */
const MOST_SERIES = 100

/** Events that are written together if their pictures are copied. */
const WITH_PICTURES = 10

type PartOf<T> = (part: readonly T[]) => Promise<readonly T[]>

export interface PullJob {
  /** As the user who made the source. */
  readonly context: RequestContext
  readonly source: SourceRecord
  readonly now: () => Date
  readonly isDry?: boolean
  /** More than half may be gone. */
  readonly isConfirmed?: boolean
  readonly signal?: AbortSignal | undefined
  /** Whether the time of the call is over. */
  readonly isOver?: () => boolean
  /** Called between two parts: keeps the lease. */
  readonly beforePart?: () => Promise<void>
}

export interface PullResult {
  readonly report: Report
  /** What the source then says of itself; without it, the reading is not complete, and due again. */
  readonly state: Partial<SourceState & Pick<SourceSettings, 'url' | 'format'>> | undefined
  readonly trouble: FeedTrouble | undefined
  /** Seconds before the next request is welcome. */
  readonly pause: number
  /** It is the matter of others now what the source says of itself. */
  readonly isOvertaken?: boolean
}

/** The call has no time left. */
class OutOfTime extends Error {}

export async function pullSource(job: PullJob): Promise<PullResult> {
  const { source, context, now, signal, isDry = false } = job
  const { sources: options } = context.site
  if (options === undefined) throw new TypeError('a source is read without the option sources')
  const report = new Report()
  const isEntered = source.enters !== null && now().getTime() >= source.enters
  // A list has many pages, and the first one tells nothing of the others.
  const isOld = now().getTime() - (source.last_whole ?? 0) >= LONGEST_UNCHANGED
  const isWhole = isDry || job.isConfirmed || isEntered || source.format === 'site'
  const conditions = isWhole || isOld ? undefined : source
  const rule = createHostRule(options.allow)
  const net = createFeedFetch(options.fetch, rule, now, signal)
  try {
    const fetched = await net.ask(source.url, conditions)
    if (fetched === undefined) return { report, state: {}, trouble: undefined, pause: 0 }
    const { first, moved } = await findCalendar(fetched, source, context.site.storage, net.ask)
    const slices = new Slices(turnsUntil(signal))
    const text = await hashOf(first, slices)
    const same = { etag: first.etag, last_modified: first.last_modified, last_whole: now().getTime() }
    if (!isWhole && source.text === text) {
      return { report, state: same, trouble: undefined, pause: fetched.retryAfter ?? 0 }
    }
    const { site } = job.context
    const timezone = source.timezone ?? site.timezone
    const content = await readFeed(moved.format ?? source.format, first, {
      timezone,
      ...daysOf(spanOf(source, now())),
      longest: site.limits.text,
      slices,
      ask: net.ask,
    })
    net.stop()
    const pairs = await apply(job, rule, content, report, slices)
    const isHeld = report.error !== undefined
    const enters = pairs.enters === null ? null : pairs.enters * 1000
    const state = {
      title: titleOf(content.name),
      count: content.events.length,
      enters,
      ...same,
      text,
      ...moved,
      ...(isHeld ? LOOK_AGAIN : {}),
    }
    const pause = Math.max(fetched.retryAfter ?? 0, content.refresh ?? 0)
    return { report, state, trouble: undefined, pause }
  } catch (error) {
    const isOvertaken = error instanceof Overtaken
    if (isOvertaken || error instanceof OutOfTime || isBusy(error))
      return { report, state: undefined, trouble: undefined, pause: 0, isOvertaken }
    if (isUnavailable(error) || isNotMigrated(error)) throw error
    // It comes after the others that are due, so that slow ones do not take all of the time in each call.
    if (signal?.aborted) return { report, state: undefined, trouble: undefined, pause: 0 }
    const trouble = error instanceof FeedTrouble ? error : new FeedTrouble('an error of this program')
    // A calendar that finds a fault of ours takes no other one with it.
    if (trouble !== error) context.site.report(error, `${context.links.api}/sources/${source.id}`)
    report.error = trouble.message
    return { report, state: undefined, trouble, pause: trouble.retryAfter ?? 0 }
  } finally {
    net.stop()
  }
}

/** As a name that somebody types. */
const titleOf = (name: string): string => withoutUnsafe(plainLine(name).slice(0, 200)).trim()

async function hashOf({ bytes, type }: Fetched, slices: Slices): Promise<string> {
  let text = type
  for (let at = 0; at < bytes.length; at += HASHED) {
    if (slices.isOver(50)) await slices.next()
    text = `${textHash(text + String.fromCharCode(...bytes.subarray(at, at + HASHED)))}`
  }
  return text
}

async function apply(
  job: PullJob,
  rule: HostRule,
  { events, notes }: FeedContent,
  report: Report,
  slices: Slices,
): Promise<Pairs> {
  const { context, source, now, signal, isDry = false, isConfirmed = false } = job
  const { isOver = () => false, beforePart = async () => {} } = job
  const { site } = context
  const zone = resolveZone(source.timezone ?? site.timezone) ?? site.zone
  const terms = await termsOf(site.storage, source, events)
  const own: FeedEvent[] = []
  const unread = new Set<number>()
  const most = site.limits.occurrences
  let dates = 0
  for (const one of events) {
    if (slices.isOver(50)) await slices.next()
    // One that has become private is gone, and so is a series without dates.
    const wrongUid = unsafeUid(one.key, site.limits)
    if (wrongUid !== undefined) report.refuse(one.key, `UID ${wrongUid}`)
    else if (one.event.status === 'private') report.refuse(one.key, 'it is marked as private')
    else if (!hasDates(one.event, zoneIn(one.event, zone))) report.refuse(one.key, 'it has no dates')
    else {
      dates += datesAhead(one.event, zoneIn(one.event, zone), now(), most)
      if (dates <= MOST_SERIES * most) own.push(feedEventOf(one, source, terms, zone))
      else {
        report.refuse(one.key, `the calendar has more than ${MOST_SERIES * most} dates`)
        unread.add(itemId(source.id, one.key))
      }
    }
  }
  for (const { key, message } of notes) {
    report.refuse(key, message)
    unread.add(itemId(source.id, key))
  }
  const items = new Map<number, Item>()
  for await (const document of findInParts(
    site.storage,
    'source',
    [{ key: 'source', in: [source.id] }],
    500,
  )) {
    items.set(document.id, itemOf(document))
  }
  const span = spanOf(source, now())
  // The list of a site is read to its end.
  const before = source.format === 'site' ? Number.POSITIVE_INFINITY : (source.count ?? 0)
  const ahead = source.window.future_days * SECONDS_PER_DAY
  const pairs = pairsOf(own, items, unread, span, ahead, before)
  const nextPart = async () => {
    signal?.throwIfAborted()
    if (isOver()) throw new OutOfTime()
    await beforePart()
  }
  /** Pictures are copied for the next part: it is written, also if the time is over. */
  let isBegun = false
  const writer = new ItemWriter({
    ...{ context, source, items, slices, isDry, report },
    async beforePart() {
      if (!isBegun) await nextPart()
      isBegun = false
    },
  })
  await writer.rename(pairs.renamed)
  const linked = new LinkedHere(site, source, items.values())
  const changed: Pair[] = []
  for (const { feed, item } of pairs.changed) {
    if (item.isGone || isInside(feed, span) || isInside(item, span))
      changed.push({ feed: await linked.meant(feed), item })
  }
  const copies =
    source.copy_images && !isDry
      ? new (await import('./copy-pictures.ts')).Pictures(job, rule, report, items.values())
      : undefined
  /** Writes all at once, or few after their pictures, so that a cut loses few of these. */
  const write = async <T>(
    all: readonly T[],
    copy: PartOf<T> | undefined,
    run: (part: readonly T[]) => Promise<void>,
  ) => {
    if (copy === undefined) return run(all)
    for (let from = 0; from < all.length; from += WITH_PICTURES) {
      await nextPart()
      const part = await copy(all.slice(from, from + WITH_PICTURES))
      isBegun = true
      await run(part)
    }
  }
  await write(changed, copies && ((part) => copies.ofChanged(part)), (part) => writer.change(part))
  const { gone, left, living } = pairs
  const replaced = await replacedIn({
    ...{ storage: site.storage, events: own, zone, slices },
    single: [...gone, ...left].filter(({ repeats }) => !repeats),
    series: gone.filter(({ repeats }) => repeats),
  })
  const lost = gone.filter((item) => !replaced.items.has(item)).length
  const isTooMany = items.size >= HALF_FROM && lost * 2 > living && !source.keep_gone && lost > 1
  if (isTooMany && !isConfirmed) {
    report.held = lost
    report.error = `${lost} of ${living} events are gone from the calendar; they stay until it is read with confirm=1`
    await writer.takeOut([...replaced.items], replaced.items)
  } else await writer.takeOut([...new Set([...gone, ...replaced.items])], replaced.items)
  // Those that were attached to a date of a series that ends are events of their own now.
  const free = own.filter(({ item }) => {
    const known = items.get(item)
    return known?.isAttached === true && replaced.dates.has(known.event)
  })
  const fresh: FeedEvent[] = []
  for (const feed of [...pairs.fresh, ...free]) fresh.push(await linked.meant(feed))
  await write(fresh, copies && ((part) => copies.ofNew(part)), (part) => writer.create(part))
  return pairs
}

function spanOf({ window }: SourceRecord, at: Date): Span {
  const now = unixSeconds(at)
  const [back, ahead] = [window.past_days * SECONDS_PER_DAY, window.future_days * SECONDS_PER_DAY]
  return { now, from: now - back, to: now + ahead }
}

/** A day more on both sides, because days are those of a zone. */
const daysOf = ({ from, to }: Span) => ({
  from: wallOf(from - SECONDS_PER_DAY).slice(0, 10),
  to: wallOf(to + SECONDS_PER_DAY).slice(0, 10),
})

/** The terms that the events can get. */
async function termsOf(
  storage: Storage,
  { map }: SourceRecord,
  events: FeedContent['events'],
): Promise<KnownTerms> {
  const theirs = new Set<string>()
  for (const { event, changes } of events) {
    for (const one of [event, ...changes.map((change) => change.event)]) {
      const names = 'categories' in one && Array.isArray(one.categories) ? one.categories : []
      for (const name of names) if (typeof name === 'string') theirs.add(keyOfText(name))
    }
  }
  const categories = new Map<string, number>()
  const tags = new Map<string, number>()
  const names = new Map<string, string>()
  await named(storage, [...theirs], tags)
  for (const [name, ours] of Object.entries(map)) {
    const key = keyOfText(name)
    if (!theirs.has(key)) continue
    const category = await termOf(storage, 'category', ours)
    const tag = category ?? (await termOf(storage, 'tag', ours))
    if (category !== undefined) categories.set(key, category)
    else if (tag !== undefined) tags.set(key, tag)
    else if (typeof ours === 'string') names.set(key, ours)
  }
  return { categories, tags, names }
}

/** Tags of these folded names. */
async function named(storage: Storage, keys: readonly string[], tags: Map<string, number>): Promise<void> {
  for (let from = 0; from < keys.length; from += 100) {
    const where = [{ key: 'name', in: keys.slice(from, from + 100) }] as const
    for await (const { id, keys } of findInParts(storage, 'tag', where)) {
      if (keys.parent >= 0 && !tags.has(keys.name)) tags.set(keys.name, id)
    }
  }
}

async function termOf(
  storage: Storage,
  kind: 'category' | 'tag',
  ours: number | string,
): Promise<number | undefined> {
  if (typeof ours === 'number') {
    const [found] = await storage.get(kind, [ours])
    return found === undefined || found.keys.parent < 0 ? undefined : found.id
  }
  for (const [key, value] of [
    ['name', keyOfText(ours)],
    ['slug', ours.toLowerCase()],
  ] as const) {
    const found = await storage.find(kind, {
      where: [{ key, in: [value] }],
      order: 'id',
      limit: 5,
      keysOnly: true,
    })
    const term = found.find(({ keys }) => keys.parent >= 0)
    if (term !== undefined) return term.id
  }
  return undefined
}
