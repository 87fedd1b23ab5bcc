import { fullyReadableBy, mayReadFully, readableBy } from '../access/policy.ts'
import { linkedSearchTerms } from '../domain/fold.ts'
import { seconds } from '../domain/publication.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { atInstant } from '../domain/zones.ts'
import { COLLECTIONS } from '../present/links.ts'
import type { Answer, Asked } from '../routes/route.ts'
import { readFields } from '../schema/read.ts'
import type { Condition } from '../storage/contract.ts'
import { readableEvent } from './find-record.ts'
import type { LinkedModel } from './linked-models.ts'
import { pageOf, readListed, readPage, writeList } from './pages.ts'
import type { PostFields } from './post-fields.ts'
import { readStatuses, withoutMarkedAny } from './status-filter.ts'

/** The page of venues or organizers that a request asks for, newest first. */
export async function listLinked<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  const { site, caller, links, problems } = asked
  const fields = readFields(site.schemas.linkedList, withoutMarkedAny(asked.params, caller), problems)
  const page = readPage(fields, site)
  const status = readStatuses(fields.status, caller, problems)
  const ofEvent = fields.event === undefined ? undefined : await linkedTo(model, fields.event, asked)
  problems.throwIfAny()

  const where: Condition<'venue' | 'organizer'>[] = [
    { key: 'status', in: status.statuses },
    ...readableBy(caller),
  ]
  if (ofEvent !== undefined) where.push({ key: 'id', in: ofEvent })
  if (fields.has_events !== undefined) {
    const busy = await idsWithEvents(model, asked, [])
    where.push(fields.has_events.isYes ? { key: 'id', in: busy } : { key: 'id', notIn: busy })
  }
  if (fields.only_with_upcoming === true) {
    const now = atInstant(seconds(asked.now), site.zone).utc
    where.push({ key: 'id', in: await idsWithEvents(model, asked, [{ key: 'utc_start', gt: now }]) })
  }
  const words = fields.search === undefined ? [] : linkedSearchTerms(fields.search)
  const filter = { where, text: { all: words, none: [], oneField: true } }
  const { found, total } = await readListed(
    model.kind,
    page,
    () => model.page(site, filter, page.perPage, page.offset),
    () => model.count(site.storage, filter),
  )

  const query: [string, string][] = []
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined) query.push([name, String(value)])
  }
  add('search', fields.search)
  add('event', fields.event)
  add('has_events', fields.has_events?.given)
  if (fields.only_with_upcoming !== undefined)
    add('only_with_upcoming', fields.only_with_upcoming ? 'true' : 'false')
  const records = `[${found.map(model.writer(asked, false)).join(',')}]`
  const totals = pageOf(links.collection(model.kind), page, total, [...query, ...status.query])
  return { status: 200, json: writeList(COLLECTIONS[model.kind], records, totals), totals }
}

/** IDs of those that an event has, if the caller may read it in full. */
async function linkedTo<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  id: number,
  asked: Asked,
): Promise<readonly number[]> {
  const { caller, problems } = asked
  const event = await readableEvent(asked, id)
  if (event === undefined) {
    problems.invalid('event', 'is not the ID of an event')
    return []
  }
  return mayReadFully(caller, event) ? event[model.kind] : []
}

/** IDs of those that have an event which the caller may read in full, the trash left out. */
async function idsWithEvents<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  { site, caller }: Asked,
  more: readonly Condition<'event'>[],
): Promise<number[]> {
  const where: Condition<'event'>[] = [
    { key: 'status', notIn: ['trash'] },
    ...fullyReadableBy(caller),
    ...more,
  ]
  return [...(await site.storage.tally(model.kind, { where })).keys()]
}
