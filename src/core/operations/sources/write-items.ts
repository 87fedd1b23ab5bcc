import type { EventInput, ReportedEvent, ReportedMatch } from '../../../types/index.ts'
import { grouped } from '../../domain/grouped.ts'
import type { EventRecord, Origin } from '../../domain/records/records.ts'
import type { Item, NewItem, SourceRecord } from '../../domain/records/sources.ts'
import { followed } from '../events/origin.ts'
import { putNote, readNotes } from '../journal/extras.ts'
import { readRecord } from '../reading/read-record.ts'
import type { FeedEvent } from './feed-events.ts'
import { bringBackDates, cancel } from './gone-events.ts'
import { hereAlready } from './here-already.ts'
import { isAnother, twinOf } from './identify/twins.ts'
import { type CommitsJob, ItemCommits, type Stub, type Work } from './item-commits.ts'
import type { Pair } from './pairs.ts'
import type { Replaced } from './replaced.ts'
import type { Report } from './report.ts'
import { cutHere, UNSAID, writeDates } from './series-dates.ts'
import { bringAgain, heirOf, speakerOf } from './stored-items.ts'

/*
 * What a reading does to each event: it comes, changes, is attached to one that is here, or goes.
 */

/** Raised with what is new, so that of two readings that bring the same event, one sees that of the other. */
const BROUGHT = '.brought'

/** Why an event is known. */
type Known = 'uid' | ReportedMatch['reason']

export interface ItemsJob extends CommitsJob {
  /** What is known of the source, by ID. */
  readonly items: ReadonlyMap<number, Item>
}

export class ItemWriter {
  readonly #job: ItemsJob
  readonly #commits: ItemCommits
  /** Events of this reading, by start and name. */
  readonly #brought = new Map<string, number>()
  /** Items that were attached to a date of a series that has ended. They are forgotten. */
  readonly #freed = new Set<number>()

  constructor(job: ItemsJob) {
    this.#job = job
    this.#commits = new ItemCommits(job)
  }

  async create(events: readonly FeedEvent[]): Promise<void> {
    const twins: FeedEvent[] = []
    const first = new Set<string>()
    // Those that begin together come together, so that what is here at that time is read few times.
    const ordered = [...events].sort((a, b) => a.start - b.start)
    const single = ordered.filter((feed) => {
      const isFirst = !first.has(twinOf(feed))
      if (isFirst) first.add(twinOf(feed))
      else twins.push(feed)
      return isFirst
    })
    await this.#commits.inParts(
      single,
      (part, work) => this.#create(part, work),
      (feed) => ({ ...stubOf(feed, this.#job.source), expect: this.#versionOf(feed) }),
    )
    // The same event under two UIDs.
    await this.#commits.inParts(twins, (part, work) => this.#attachTwins(part, work))
  }

  change(pairs: readonly Pair[]): Promise<void> {
    return this.#commits.inParts(
      pairs,
      async (part, work) => {
        for (const pair of part) {
          await work.give()
          await this.#change(pair, work)
        }
      },
      ({ feed, item }) => ({
        ...stubOf(feed, this.#job.source),
        expect: item.id === feed.item ? item.version : 0,
      }),
    )
  }

  /** Only the UIDs are others. */
  rename(pairs: readonly Pair[]): Promise<void> {
    return this.#commits.inParts(pairs, async (part, { put, remove, give, report }) => {
      for (const { feed, item, reason } of part) {
        await give()
        this.#match(feed.uid, item.event, reason, report)
        await remove(item)
        await put(feed.item, 0, { ...item, ...factsOf(feed), picture: item.picture })
      }
    })
  }

  /** Of those that are replaced, nobody hears that they are cancelled. */
  takeOut(items: readonly Item[], { items: replaced, dates }: Replaced): Promise<void> {
    const all = new Set(items)
    const others = [...this.#job.items.values()].filter((item) => item.isAttached && !all.has(item))
    const attached = grouped(dates.size === 0 ? [] : others, ({ event }) => event)
    return this.#commits.inParts(items, async (part, work) => {
      for (const item of part) {
        await work.give()
        await this.#takeOut(item, replaced.has(item), work)
        for (const one of (dates.get(item) ?? []).flatMap((id) => attached.get(id) ?? [])) {
          this.#freed.add(one.id)
          await work.remove(one)
        }
      }
    })
  }

  /** Whether it was attached to a date of a series that has ended: it is an event of its own now. */
  isFreed({ item }: FeedEvent): boolean {
    return this.#freed.has(item)
  }

  async #create(events: readonly FeedEvent[], work: Work): Promise<void> {
    const { source, context } = this.#job
    const before = (await readNotes(work.storage, [BROUGHT])).get(BROUGHT)?.version ?? 0
    const here = await hereAlready(work.storage, context.site, events, work.give)
    const fresh: FeedEvent[] = []
    for (const feed of events) {
      await work.give()
      const record = here.get(feed)
      if (record === undefined || (await this.#isOther(feed, record, work))) fresh.push(feed)
      else await this.#meet(feed, record, work)
    }
    if (fresh.length === 0) return
    await work.commit(putNote(BROUGHT, before, null))
    const created = await work.writes.create(
      fresh.map((feed) => {
        const { event, uid } = feed.file
        const body = { ...event, status: source.status, author: source.author }
        return { event: body, uid, origin: originOf(feed, source, []) }
      }),
    )
    for (const [at, feed] of fresh.entries()) {
      await work.give()
      const { id, why = '' } = created[at] ?? {}
      if (id === undefined) {
        work.report.refuse(feed.uid, why, feed.file.event.title)
        continue
      }
      work.report.new++
      this.#brought.set(twinOf(feed), id)
      await this.#show('new', feed.uid, id, work)
      const { dates } = await this.#writeDates(feed, id, {}, work)
      await work.put(feed.item, this.#versionOf(feed), { ...newItem(feed, source, id), dates })
    }
  }

  /** Whether this source has brought it, and means another event. */
  async #isOther(feed: FeedEvent, record: EventRecord, { storage }: Work): Promise<boolean> {
    if (record.source?.id !== this.#job.source.id) return false
    const speaker = await speakerOf(storage, record)
    return speaker !== undefined && !speaker.isGone && isAnother(feed, record, speaker)
  }

  /** Tells why it is known, to those who ask what a reading would do. */
  #match(uid: string, id: number, reason: Known, report: Report): void {
    if (this.#job.isDry && reason !== 'uid') report.match(uid, id, reason)
  }

  /** Who asks what a reading would do wants to see it. */
  async #show(
    change: ReportedEvent['change'],
    uid: string,
    id: number,
    { storage, report }: Work,
  ): Promise<void> {
    if (!this.#job.isDry || !report.wants(change)) return
    const record = await readRecord(storage, 'event', id)
    if (record !== undefined) report.show(change, uid, record)
  }

  async #attachTwins(events: readonly FeedEvent[], work: Work): Promise<void> {
    for (const feed of events) {
      await work.give()
      const id = this.#brought.get(twinOf(feed))
      if (id === undefined) {
        const why = 'the same event was refused under another UID'
        work.report.refuse(feed.uid, why, feed.file.event.title)
      } else await this.#attach(feed, id, 'twin', work)
    }
  }

  /** Attaches it to an event that is here; one that its source has dropped is this source's from now on. */
  async #meet(feed: FeedEvent, record: EventRecord, work: Work): Promise<void> {
    const { source } = this.#job
    const { id, source: origin } = record
    const speaker = await speakerOf(work.storage, record)
    const reason = origin?.id === source.id ? 'twin' : 'here'
    if (origin === undefined || speaker?.isGone !== true) return this.#attach(feed, id, reason, work)
    this.#tell(feed, id, reason, work)
    const own = { ...originOf(feed, source, origin.kept), ...(origin.gone && { gone: origin.gone }) }
    await work.writes.put({ ...record, source: own }, record)
    const item = { ...newItem(feed, source, id), id: feed.item, version: this.#versionOf(feed) }
    await this.#change({ feed, item, reason: 'uid' }, work)
  }

  async #attach(feed: FeedEvent, id: number, reason: Known, work: Work): Promise<void> {
    const { source } = this.#job
    const known = this.#known(feed)
    if (known?.isAttached && known.event === id && known.mark === feed.mark) return
    this.#tell(feed, id, reason, work)
    await work.put(feed.item, this.#versionOf(feed), { ...newItem(feed, source, id), isAttached: true })
  }

  /** Of its item: 0, unless it was attached to an event and is another one now. */
  #versionOf(feed: FeedEvent): number {
    return this.#known(feed)?.version ?? 0
  }

  #known({ item }: FeedEvent): Item | undefined {
    return this.#freed.has(item) ? undefined : this.#job.items.get(item)
  }

  #tell(feed: FeedEvent, id: number, reason: Known, { report }: Work): void {
    this.#brought.set(twinOf(feed), id)
    this.#match(feed.uid, id, reason, report)
    report.attach(feed.uid, id)
  }

  async #change({ feed, item, reason }: Pair, work: Work): Promise<void> {
    const { source } = this.#job
    this.#match(feed.uid, item.event, reason, work.report)
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
      work.report.refuse(feed.uid, why, feed.file.event.title)
      return
    }
    if (own.gone === 'canceled' && feed.repeats && feed.file.event.event_status === undefined)
      await bringBackDates(record.id, work)
    const { dates, isKept } = await this.#writeDates(feed, record.id, item.dates, work)
    work.report.changed++
    await this.#show('changed', feed.uid, record.id, work)
    if (own.kept.length > 0 || isKept) work.report.kept++
    await this.#keep(feed, item, { ...next, isGone: false, exdate: exdateOf(feed), dates }, work)
  }

  async #keep(feed: FeedEvent, item: Item, next: NewItem, { put, remove }: Work): Promise<void> {
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
      { storage, update, refuse: (why) => report.refuse(feed.uid, why, event.title) },
      series,
      followed({ ...UNSAID, ...event }, series.source?.kept ?? []),
      changes,
      known,
    )
  }

  async #takeOut(item: Item, isReplaced: boolean, work: Work): Promise<void> {
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
      await work.writes.put({ ...record, source: { id: heir.source, uid, url, kept } }, record)
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
    if (source.keep_gone && !isReplaced) return
    if (record.status === 'trash' || record.event_status === 'canceled') {
      await work.put(item.id, item.version, { ...item, isGone: true })
      return
    }
    // One that was in the trash once counts as published, whatever it is now.
    const isSeen = record.published && record.status !== 'pending' && record.status !== 'draft'
    const isCanceled = isSeen && !isReplaced
    const why = isCanceled
      ? await cancel(record, this.#job.context.clock.moment, work)
      : await work.writes.trash(record.id, isReplaced ? 'future' : 'this')
    if (why !== undefined) {
      work.report.refuse(record.source.uid, why, record.title)
      return
    }
    const after = await readRecord(work.storage, 'event', record.id)
    if (after !== undefined) {
      const gone = isCanceled ? 'canceled' : record.status
      await work.writes.put({ ...after, source: { ...record.source, gone } }, after)
    }
    work.report.gone++
    if (isReplaced) this.#match(record.source.uid, record.id, 'date', work.report)
    await this.#show('gone', record.source.uid, record.id, work)
    await work.put(item.id, item.version, { ...item, isGone: true })
  }
}

const stubOf = (feed: FeedEvent, source: SourceRecord): Stub => ({
  ...{ id: feed.item, expect: 0, item: { ...newItem(feed, source, 0), mark: 0 } },
})

const factsOf = ({ mark, url, name, start, end, repeats, picture, venue, organizer }: FeedEvent) => ({
  ...{ mark, url, name, start, end, repeats, picture, venue, organizer },
})

const exdateOf = ({ file: { event } }: FeedEvent): readonly string[] => event.recurrence?.exdate ?? []

const newItem = (feed: FeedEvent, source: SourceRecord, event: number): NewItem => ({
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
  const excluded = record.series === undefined ? [] : cutHere(record.series, item.exdate, event)
  const recurrence =
    body.recurrence && excluded.length > 0
      ? { recurrence: { ...body.recurrence, exdate: [...(body.recurrence.exdate ?? []), ...excluded] } }
      : {}
  return Object.assign(body, recurrence, status)
}
