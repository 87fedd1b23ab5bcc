import { type Caller, mayListHidden, mayRead } from '../../access/policy.ts'
import { areRemains } from '../../domain/records/merging.ts'
import type { LinkedKind, RecordOf, TermKind } from '../../domain/records/records.ts'
import type { RequestContext } from '../../mount/request.ts'
import { eventWriter } from '../../present/event-json.ts'
import type { Writer } from '../../present/json.ts'
import { organizerWriter, termWriter, venueWriter } from '../../present/record-json.ts'
import { viewEvents } from '../events/read-event.ts'
import type { ReadableAs } from '../journal/outbox.ts'
import type { RecordKind } from '../journal/stored-change.ts'
import { termsAbove, termView } from '../terms/read-term.ts'
import { publishedCounts } from '../terms/term-counts.ts'

/** A record as the caller reads it. */
export interface Shown {
  readonly id: number
  readonly version: number
  readonly json: string
}

/** Whether a sync shows a post in this state to the caller. Like lists, it hides events that are hidden from lists. */
export const isShown = (caller: Caller, post: ReadableAs): boolean =>
  post.status !== 'trash' &&
  mayRead(caller, post) &&
  (post.hide_from_listings !== true || mayListHidden(caller))

/** Those of the records that exist and that the caller may see. */
export function shownRecords(
  context: RequestContext,
  kind: RecordKind,
  ids: readonly number[],
): Promise<readonly Shown[]> {
  switch (kind) {
    case 'event':
      return shownEvents(context, ids)
    case 'venue':
      return shownLinked(context, kind, ids, venueWriter)
    case 'organizer':
      return shownLinked(context, kind, ids, organizerWriter)
    default:
      return shownTerms(context, kind, ids)
  }
}

async function readRecords<K extends RecordKind>(
  { site: { storage, memo }, size }: RequestContext,
  kind: K,
  ids: readonly number[],
  revision?: string | number,
): Promise<RecordOf[K][]> {
  const records: RecordOf[K][] = []
  for (const document of ids.length === 0 ? [] : await storage.get(kind, ids)) {
    size.load(document.data)
    records.push(memo.record(kind, document, revision))
  }
  return records
}

async function shownEvents(context: RequestContext, ids: readonly number[]): Promise<Shown[]> {
  const revision = await context.revision()
  const events = await readRecords(context, 'event', ids, revision)
  const open = events.filter((event) => isShown(context.caller, event))
  const write = eventWriter(context, false)
  const views = await viewEvents(context, open, revision)
  return views.map((view) => ({ id: view.event.id, version: view.event.version, json: write(view) }))
}

async function shownLinked<K extends LinkedKind>(
  context: RequestContext,
  kind: K,
  ids: readonly number[],
  writer: Writer<RecordOf[K]>,
): Promise<Shown[]> {
  const write = writer(context, false)
  const records = await readRecords(context, kind, ids)
  return records
    .filter((record) => isShown(context.caller, record))
    .map((record) => ({ id: record.id, version: record.version, json: write(record) }))
}

async function shownTerms(context: RequestContext, kind: TermKind, ids: readonly number[]): Promise<Shown[]> {
  const terms = (await readRecords(context, kind, ids)).filter((term) => !areRemains(term))
  if (terms.length === 0) return []
  const [counts, known] = await Promise.all([
    publishedCounts(context.site.storage, kind, context.caller, ids),
    termsAbove(context.site, terms),
  ])
  const write = termWriter(context, false)
  return terms.map((term) => ({
    id: term.id,
    version: term.version,
    json: write(termView(term, counts, known)),
  }))
}
