import type { EventRecord, Origin } from '../../domain/records/records.ts'
import {
  type Item,
  itemContent,
  itemOf,
  LOOK_AGAIN,
  type SourceRecord,
  sourceContent,
} from '../../domain/records/sources.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import { ApiError } from '../../errors.ts'
import type { Slices } from '../../formats/give-way.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Change, Storage } from '../../storage/contract.ts'
import type { EventInput } from '../../types/index.ts'
import { followed } from '../events/origin.ts'
import { findInParts } from '../reading/parts.ts'
import { readRecord } from '../reading/read-record.ts'
import { besideFirst } from '../writing/beside-first.ts'
import { noIds, StorageView } from '../writing/storage-view.ts'
import type { FeedEvent } from './feed-events.ts'
import { readSource } from './find-source.ts'
import { hereAlready } from './here-already.ts'
import type { Pair } from './pairs.ts'
import { UNSAID, writeDates } from './series-dates.ts'
import { type SourceWrites, sourceWrites } from './source-writes.ts'

/*
 * Writes events of a source, several in one commit, each with the document that says which one it is. So a cut leaves both or
 * none, and of two processes one writes it.
 */

export const GONE_REASON = 'no longer in the source'

/** Events in one commit. */
const TOGETHER = 100
/** Attempts of a commit that loses against others. */
const MOST_ATTEMPTS = 8
/** Of what a report names. */
const MOST_NAMED = 500
const SHOWN = 500

/** What has been done, or would be. */
export class Report {
  new = 0
  changed = 0
  gone = 0
  kept = 0
  readonly attached: { uid: string; id: number }[] = []
  readonly refused: { uid: string; why: string }[] = []
  error: string | undefined
  /** Events whose pictures could not be copied. */
  readonly pictures: { uid: string; why: string }[] = []
  /** Gone there, and still here until somebody confirms it. */
  held = 0

  add(part: Report): void {
    this.new += part.new
    this.changed += part.changed
    this.gone += part.gone
    this.kept += part.kept
    this.attached.push(...part.attached.slice(0, MOST_NAMED - this.attached.length))
    this.refused.push(...part.refused.slice(0, MOST_NAMED - this.refused.length))
  }

  refuse(uid: string, why: string): void {
    name(this.refused, uid, why)
  }

  lack(uid: string, why: string): void {
    name(this.pictures, uid, why)
  }
}

function name(all: Report['refused'], uid: string, why: string): void {
  if (all.length < MOST_NAMED) all.push({ uid: uid.slice(0, SHOWN), why: why.slice(0, SHOWN) })
}

interface Work {
  readonly storage: Storage
  readonly writes: SourceWrites
  readonly report: Report
  readonly commit: (change: Change) => Promise<void>
  readonly put: (id: number, expect: number, item: Omit<Item, 'id' | 'version'>) => Promise<void>
  readonly remove: (item: Item) => Promise<void>
}

export interface ItemsJob {
  readonly context: RequestContext
  readonly source: SourceRecord
  readonly slices: Slices
  /** Nothing is committed. */
  readonly isDry: boolean
  readonly report: Report
  /** Called between two parts. Throws to stop. */
  readonly beforePart: () => Promise<void>
}

export class ItemWriter {
  readonly #job: ItemsJob
  /** Events of this reading, by start and name. */
  readonly #brought = new Map<string, number>()

  constructor(job: ItemsJob) {
    this.#job = job
  }

  async create(events: readonly FeedEvent[]): Promise<void> {
    const twins: FeedEvent[] = []
    const first = new Set<string>()
    const single = events.filter((feed) => {
      if (first.has(sameOf(feed))) twins.push(feed)
      else first.add(sameOf(feed))
      return !twins.includes(feed)
    })
    await this.#inParts(
      single,
      (part, work) => this.#create(part, work),
      (feed) => stubOf(feed, this.#job.source),
    )
    // The same event under two UIDs.
    await this.#inParts(twins, (part, work) => this.#attachTwins(part, work))
  }

  change(pairs: readonly Pair[]): Promise<void> {
    return this.#inParts(
      pairs,
      async (part, work) => {
        for (const pair of part) await this.#change(pair, work)
      },
      ({ feed, item }) => ({
        ...stubOf(feed, this.#job.source),
        expect: item.id === feed.item ? item.version : 0,
      }),
    )
  }

  /** Only the UIDs are others. */
  rename(pairs: readonly Pair[]): Promise<void> {
    return this.#inParts(pairs, async (part, { put, remove }) => {
      for (const { feed, item } of part) {
        await remove(item)
        await put(feed.item, 0, { ...item, ...factsOf(feed), picture: item.picture })
      }
    })
  }

  takeOut(items: readonly Item[]): Promise<void> {
    return this.#inParts(items, async (part, work) => {
      for (const item of part) await this.#takeOut(item, work)
    })
  }

  async #create(events: readonly FeedEvent[], work: Work): Promise<void> {
    const { source, context } = this.#job
    const here = await hereAlready(work.storage, context.site, events, source)
    const fresh = events.filter((feed) => !here.has(feed))
    for (const feed of events) {
      const record = here.get(feed)
      if (record !== undefined) await this.#meet(feed, record, work)
    }
    if (fresh.length === 0) return
    const created = await work.writes.create(
      fresh.map((feed) => {
        const { event, uid } = feed.file
        const body = { ...event, status: source.status, author: source.author }
        return { event: body, uid, origin: originOf(feed, source, []) }
      }),
    )
    for (const [at, feed] of fresh.entries()) {
      const { id, why = '' } = created[at] ?? {}
      if (id === undefined) {
        work.report.refuse(feed.uid, why)
        continue
      }
      work.report.new++
      this.#brought.set(sameOf(feed), id)
      const { dates } = await this.#writeDates(feed, id, {}, work)
      await work.put(feed.item, 0, { ...newItem(feed, source, id), dates })
    }
  }

  async #attachTwins(events: readonly FeedEvent[], work: Work): Promise<void> {
    for (const feed of events) {
      const id = this.#brought.get(sameOf(feed))
      if (id === undefined) work.report.refuse(feed.uid, 'the same event was refused under another UID')
      else await this.#attach(feed, id, work)
    }
  }

  /** Attaches it to an event that is here; one that its source has dropped is this source's from now on. */
  async #meet(feed: FeedEvent, record: EventRecord, work: Work): Promise<void> {
    const { source } = this.#job
    const { id, source: origin } = record
    const speaker = await speakerOf(work.storage, record)
    if (origin === undefined || speaker?.isGone !== true) return this.#attach(feed, id, work)
    this.#tell(feed, id, work)
    const own = { ...originOf(feed, source, origin.kept), ...(origin.gone && { gone: origin.gone }) }
    await putRecord(work.storage, { ...record, source: own })
    await this.#change({ feed, item: { ...newItem(feed, source, id), id: feed.item, version: 0 } }, work)
  }

  async #attach(feed: FeedEvent, id: number, work: Work): Promise<void> {
    this.#tell(feed, id, work)
    await work.put(feed.item, 0, { ...newItem(feed, this.#job.source, id), isAttached: true })
  }

  #tell(feed: FeedEvent, id: number, { report: { attached } }: Work): void {
    this.#brought.set(sameOf(feed), id)
    if (attached.length < MOST_NAMED) attached.push({ uid: feed.uid.slice(0, SHOWN), id })
  }

  async #change({ feed, item }: Pair, work: Work): Promise<void> {
    const { source } = this.#job
    const next = { ...item, ...factsOf(feed) }
    const record = await readRecord(work.storage, 'event', item.event)
    const own = record?.source?.id === source.id && !item.isAttached ? record.source : undefined
    // It was deleted here, or another source, another event of this one or a person speaks for it.
    const isLeft =
      record === undefined || own === undefined || (record.status === 'trash' && own.gone === undefined)
    if (isLeft) return this.#keep(feed, item, { ...next, isGone: false }, work)
    const body = updateOf(feed, record, own, item)
    const origin = originOf(feed, source, own.kept)
    const why = await work.writes.update(record.id, body, origin)
    if (why !== undefined) {
      work.report.refuse(feed.uid, why)
      return
    }
    // Dates that are over by now follow their series no more.
    if (own.gone === 'canceled' && feed.file.event.recurrence && feed.file.event.event_status === undefined)
      await takePlace(record.id, (date) => date.event_status_reason === GONE_REASON, work)
    const { dates, isKept } = await this.#writeDates(feed, record.id, item.dates, work)
    work.report.changed++
    if (own.kept.length > 0 || isKept) work.report.kept++
    await this.#keep(feed, item, { ...next, isGone: false, exdate: exdateOf(feed), dates }, work)
  }

  async #keep(
    feed: FeedEvent,
    item: Item,
    next: Omit<Item, 'id' | 'version'>,
    { put, remove }: Work,
  ): Promise<void> {
    if (item.id !== feed.item) await remove(item)
    await put(feed.item, item.id === feed.item ? item.version : 0, next)
  }

  async #writeDates(
    feed: FeedEvent,
    id: number,
    known: Item['dates'],
    { storage, writes, report }: Work,
  ): Promise<{ readonly dates: Item['dates']; readonly isKept: boolean }> {
    const { changes, event } = feed.file
    const isPlain = changes.length === 0 && Object.keys(known).length === 0
    if (!event.recurrence || isPlain) return { dates: {}, isKept: false }
    const series = await readRecord(storage, 'event', id)
    if (series?.series === undefined) return { dates: {}, isKept: false }
    const update = (date: number, body: Partial<EventInput>) => writes.update(date, body)
    return writeDates(
      { storage, update, refuse: (why) => report.refuse(feed.uid, why) },
      series,
      followed({ ...UNSAID, ...event }, series.source?.kept ?? []),
      changes,
      known,
    )
  }

  async #takeOut(item: Item, work: Work): Promise<void> {
    const { source } = this.#job
    const record = await readRecord(work.storage, 'event', item.event)
    if (record === undefined) {
      // Deleted here for good: it does not count as one that is gone each time.
      await work.put(item.id, item.version, { ...item, isGone: true })
      return
    }
    if (item.isAttached || record.source?.id !== source.id) {
      await work.remove(item)
      return
    }
    const heir = await heirOf(work.storage, item)
    if (heir !== undefined) {
      // The other source speaks for it from now on.
      const { kept, uid, url } = record.source
      await putRecord(work.storage, { ...record, source: { id: heir.source, uid, url, kept } })
      for (const change of await bringAgain(
        work.storage,
        { ...heir, isAttached: false },
        this.#job.context.clock.moment,
      )) {
        await work.commit(change)
      }
      await work.remove(item)
      return
    }
    if (source.keep_gone) return
    if (record.status === 'trash' || record.event_status === 'canceled') {
      await work.put(item.id, item.version, { ...item, isGone: true })
      return
    }
    // One that was in the trash once counts as published, whatever it is now.
    const isSeen = record.published && record.status !== 'pending' && record.status !== 'draft'
    const why = isSeen
      ? await cancel(record, this.#job.context.clock.moment, work)
      : await work.writes.trash(record.id)
    if (why !== undefined) {
      work.report.refuse(record.source.uid, why)
      return
    }
    const after = await readRecord(work.storage, 'event', record.id)
    if (after !== undefined) {
      const gone = isSeen ? 'canceled' : record.status
      await putRecord(work.storage, { ...after, source: { ...record.source, gone } })
    }
    work.report.gone++
    await work.put(item.id, item.version, { ...item, isGone: true })
  }

  async #inParts<T>(
    all: readonly T[],
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub?: (one: T) => Stub,
  ): Promise<void> {
    for (let from = 0; from < all.length; from += TOGETHER) {
      await this.#job.slices.next()
      await this.#job.beforePart()
      await this.#together(all.slice(from, from + TOGETHER), run, stub)
    }
  }

  async #together<T>(
    part: readonly T[],
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub: ((one: T) => Stub) | undefined,
  ): Promise<void> {
    const { context, isDry, report } = this.#job
    const { commitIfItFits } = await import('../writes.ts')
    const ids = noIds()
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const view = new StorageView(context.site.storage, ids)
      const own = new Report()
      await run(part, await this.#workOn(view, own))
      const changes = view.changes()
      const result =
        isDry || changes.length === 0
          ? { conflict: null }
          : await commitIfItFits(context.site, changes, context.caller)
      if (result === 'too large') {
        const [only, ...others] = part
        if (only !== undefined && others.length === 0) return this.#alone(only, run, stub)
        const half = Math.ceil(part.length / 2)
        await this.#together(part.slice(0, half), run, stub)
        return this.#together(part.slice(half), run, stub)
      }
      if (result.conflict === null) {
        report.add(own)
        return
      }
      if (result.conflict === 'exists') for (const drawn of [ids.post, ids.term]) drawn.length = 0
    }
    throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
  }

  /** A series that the storage takes in several commits: known from the first one on, and brought again after a cut. */
  async #alone<T>(
    one: T,
    run: (part: readonly T[], work: Work) => Promise<void>,
    stub: ((one: T) => Stub) | undefined,
  ): Promise<void> {
    const { context, report } = this.#job
    if (stub === undefined) throw new ApiError('rest_record_too_large')
    const { id, expect, item } = stub(one)
    const { storage, isWritten } = besideFirst(context.site.storage, (changes) => {
      const event = mainOf(changes)
      return event === undefined ? undefined : putItem(id, expect, { ...item, event })
    })
    const own = new Report()
    const work = await this.#workOn(storage, own, false)
    await run([one], {
      ...work,
      put: (at, version, next) => work.put(at, isWritten() && at === id ? version + 1 : version, next),
    })
    report.add(own)
  }

  async #workOn(storage: Storage, report: Report, isView = true): Promise<Work> {
    const { context } = this.#job
    const commit = async (change: Change) => {
      const { conflict } = await storage.commit([change])
      if (conflict !== null) throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
    }
    return {
      storage,
      report,
      commit,
      writes: await sourceWrites(context, storage, isView),
      put: (id, expect, item) => commit(putItem(id, expect, item)),
      remove: ({ id, version }) => commit({ do: 'remove', kind: 'source', id, expect: version }),
    }
  }
}

/** The series of a commit, or its only event. */
function mainOf(changes: readonly Change[]): number | undefined {
  const puts = changes.flatMap((change) => (change.kind === 'event' && change.do === 'put' ? [change] : []))
  return (puts.find(({ content }) => content.keys.series) ?? puts[0])?.id
}

interface Stub {
  readonly id: number
  readonly expect: number
  readonly item: Omit<Item, 'id' | 'version'>
}

export const putItem = (id: number, expect: number, item: Omit<Item, 'id' | 'version'>): Change => ({
  ...{ do: 'put', kind: 'source', id, expect, content: itemContent(item) },
})

const stubOf = (feed: FeedEvent, source: SourceRecord): Stub => ({
  ...{ id: feed.item, expect: 0, item: { ...newItem(feed, source, 0), mark: 0 } },
})

const sameOf = ({ start, name }: FeedEvent): string => `${start} ${name}`

const factsOf = ({ mark, url, name, start, end, picture }: FeedEvent) => ({
  ...{ mark, url, name, start, end, picture },
})

const exdateOf = ({ file: { event } }: FeedEvent): readonly string[] => event.recurrence?.exdate ?? []

const newItem = (feed: FeedEvent, source: SourceRecord, event: number): Omit<Item, 'id' | 'version'> => ({
  ...factsOf(feed),
  ...{ source: source.id, event, isAttached: false, isGone: false, exdate: exdateOf(feed), dates: {} },
})

const originOf = (feed: FeedEvent, source: SourceRecord, kept: readonly string[]): Origin => ({
  ...{ id: source.id, uid: feed.uid, url: String(feed.file.event.website ?? ''), kept },
})

/** The body of an update: without what is kept, and with dates that somebody has cancelled here. */
function updateOf(feed: FeedEvent, record: EventRecord, own: Origin, item: Item): Partial<EventInput> {
  const { event } = feed.file
  const ends = record.series !== undefined && event.recurrence === undefined
  const body = followed({ ...UNSAID, ...event, ...(ends ? { recurrence: null } : {}) }, own.kept)
  const status = own.gone !== undefined && own.gone !== 'canceled' ? { status: own.gone } : {}
  const known = new Set(item.exdate)
  const excluded = (record.series?.exdate ?? []).filter((day) => !known.has(day))
  const recurrence =
    body.recurrence && excluded.length > 0
      ? { recurrence: { ...body.recurrence, exdate: [...(body.recurrence.exdate ?? []), ...excluded] } }
      : {}
  return Object.assign(body, recurrence, status)
}

/** The series, and so its dates to come. Those that are over take place as they did. */
async function cancel(
  record: EventRecord,
  now: Date,
  { storage, writes }: Work,
): Promise<string | undefined> {
  const canceled = { event_status: 'canceled', event_status_reason: GONE_REASON } as const
  const why = await writes.update(record.id, canceled, record.source)
  if (why !== undefined || record.series === undefined) return why
  const utc = atInstant(unixSeconds(now), UTC).wall
  await takePlace(record.id, ({ utc_end }) => utc_end < utc, { storage, writes })
  return undefined
}

/** Dates of a series that are cancelled with it take place. */
async function takePlace(
  series: number,
  isMeant: (date: EventRecord) => boolean,
  { storage, writes }: Pick<Work, 'storage' | 'writes'>,
): Promise<void> {
  for await (const document of findInParts(storage, 'event', [{ key: 'parent', in: [series] }])) {
    const date = fromDocument('event', document)
    if (date.status === 'trash' || date.event_status !== 'canceled' || !isMeant(date)) continue
    if (date.occurrence?.overrides.includes('event_status')) continue
    await writes.update(date.id, { event_status: 'scheduled', event_status_reason: '' })
  }
}

/** So that the next reading of its source, which is due, brings all of its fields. */
export async function bringAgain(storage: Storage, item: Item, now: Date): Promise<Change[]> {
  const source = await readSource(storage, item.source)
  const again = putItem(item.id, item.version, { ...item, mark: 0 })
  if (source === undefined) return [again]
  const { id, version, next_run } = source
  const due = next_run === null ? null : Math.min(next_run, now.getTime())
  const content = sourceContent({ ...source, ...LOOK_AGAIN, next_run: due })
  return [again, { do: 'put', kind: 'source', id, expect: version, content }]
}

/** What sources know of an event. */
async function itemsOf(storage: Storage, event: number): Promise<Item[]> {
  const where = [{ key: 'event', in: [event] }] as const
  return (await storage.find('source', { where, order: 'id', limit: 20 })).map(itemOf)
}

/** What the source of an event knows of it. Its UID may have changed since it came. */
export async function speakerOf(
  storage: Storage,
  { id, source }: Pick<EventRecord, 'id' | 'source'>,
): Promise<Item | undefined> {
  if (source === undefined) return undefined
  return (await itemsOf(storage, id)).find((item) => item.source === source.id && !item.isAttached)
}

/** What another source knows of the event. */
export const heirOf = async (storage: Storage, item: Item): Promise<Item | undefined> =>
  (await itemsOf(storage, item.event)).find((other) => other.id !== item.id && !other.isGone)

async function putRecord(storage: Storage, record: EventRecord): Promise<void> {
  const { putChange } = await import('../writes.ts')
  const { conflict } = await storage.commit([putChange(record)])
  if (conflict !== null) throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}
