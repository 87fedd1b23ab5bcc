import { ApiError } from '../../../errors.ts'
import { isUploaded } from '../../domain/records/media.ts'
import type { Item } from '../../domain/records/sources.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { storeImage } from '../media/upload-media.ts'
import { readRecord } from '../reading/read-record.ts'
import type { FeedEvent } from './feed-events.ts'
import { createFeedFetch, FeedTrouble } from './fetch-feed.ts'
import { hereAlready } from './here-already.ts'
import type { Pair } from './pairs.ts'
import type { Feed } from './pull-job.ts'
import { messageOf } from './source-writes.ts'

/*
 * Pictures of a feed become images of this calendar: each address is fetched once, and no event fails for its picture.
 */

const MOST_BYTES = 10 * 1024 * 1024
/** Milliseconds for one picture. */
const LONGEST = 5000
/** Pictures that a host may fail to send before it is asked for no more of them in the same reading. */
const PATIENCE = 3
const FETCHING = { accept: 'image/*', bytes: MOST_BYTES, time: LONGEST }

export class Pictures {
  readonly #feed: Feed
  /** Events that have a copy, by a hash of its address. */
  readonly #events = new Map<number, number>()
  /** Images that this reading has made, by their addresses, or why it could not. */
  readonly #done = new Map<string, Promise<number | string>>()
  readonly #failed = new Map<string, number>()

  constructor(feed: Feed, items: Iterable<Item>) {
    this.#feed = feed
    for (const { picture, event } of items) if (picture !== 0) this.#events.set(picture, event)
  }

  /** Of events that are new, without those that are here already. */
  async ofNew(events: readonly FeedEvent[]): Promise<readonly FeedEvent[]> {
    const { context, slices } = this.#feed
    const here = await hereAlready(context.site.storage, context.site, events, () => slices.give(1))
    const own: FeedEvent[] = []
    for (const feed of events) own.push(here.has(feed) ? feed : await this.#copied(feed, undefined))
    return own
  }

  async ofChanged(pairs: readonly Pair[]): Promise<readonly Pair[]> {
    const own: Pair[] = []
    for (const pair of pairs) own.push({ ...pair, feed: await this.#copied(pair.feed, pair.item) })
    return own
  }

  async #copied(feed: FeedEvent, item: Item | undefined): Promise<FeedEvent> {
    const { event, changes } = feed.file
    const url = event.image
    if (typeof url !== 'string') return feed
    const picture = textHash(url) || 1
    const isWanted = item === undefined || (await this.#follows(item.event))
    const copy = isWanted ? await this.#copyOf(url, picture) : undefined
    if (typeof copy === 'string') this.#feed.report.lack(feed.uid, copy)
    // Dates show the picture of their series. What could not be copied leaves the event as it is.
    const { image: _, ...rest } = event
    const bare = changes.map((change) => ({ ...change, event: { ...change.event, image: undefined } }))
    return typeof copy === 'number'
      ? { ...feed, picture, file: { ...feed.file, event: { ...event, image: copy }, changes: bare } }
      : {
          ...feed,
          picture: item?.picture ?? 0,
          file: { ...feed.file, event: { ...rest, title: event.title }, changes: bare },
        }
  }

  /** Whether the picture of the event is that of the source. */
  async #follows(id: number): Promise<boolean> {
    const { context, source } = this.#feed
    const record = await readRecord(context.site.storage, 'event', id)
    return record?.source?.id === source.id && !record.source.kept.includes('image')
  }

  /** The ID of the image, or why there is none. */
  async #copyOf(url: string, picture: number): Promise<number | string> {
    const known = this.#events.get(picture)
    const { storage } = this.#feed.context.site
    const record = known === undefined ? undefined : await readRecord(storage, 'event', known)
    if (isUploaded(record?.image) && !record.source?.kept.includes('image')) return record.image.id
    const done = this.#done.get(url) ?? this.#fetched(url)
    this.#done.set(url, done)
    return done
  }

  async #fetched(url: string): Promise<number | string> {
    const { context, now, signal } = this.#feed
    const { sources, images } = context.site.options
    if (sources === undefined || images === undefined) return 'this calendar stores no images'
    const { host, pathname } = new URL(url)
    const failures = this.#failed.get(host) ?? 0
    if (failures >= PATIENCE) return `${host} has failed to send ${failures} pictures`
    const net = createFeedFetch(sources.fetch, this.#feed.rule, now, signal, FETCHING)
    try {
      const fetched = await net.ask(url)
      const filename = nameIn(pathname)
      const { id } = await storeImage(context, { name: 'image', filename, bytes: fetched?.bytes ?? NONE })
      return id
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof FeedTrouble) this.#failed.set(host, failures + 1)
      else if (!(error instanceof ApiError)) context.site.report(error, url)
      if (error instanceof ApiError) return messageOf(error)
      return error instanceof FeedTrouble ? error.message : 'it cannot be stored'
    } finally {
      net.stop()
    }
  }
}

const NONE = new Uint8Array()

function nameIn(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
