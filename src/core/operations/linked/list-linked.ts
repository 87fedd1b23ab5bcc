import { noneHas } from '../../../errors.ts'
import type { Condition } from '../../../storage/contract.ts'
import { fullyReadableBy, mayRead, mayReadFully, readableBy } from '../../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../../domain/records/records.ts'
import type { Page } from '../../domain/records/views.ts'
import { linkedSearchTerms } from '../../domain/text/fold.ts'
import { atInstant, unixSeconds } from '../../domain/time/zones.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { LinkedListFields } from '../../schema/other-lists.ts'
import { isYesWord } from '../../schema/wire.ts'
import { readAuthors } from '../reading/author-filter.ts'
import { readableEvent } from '../reading/find-record.ts'
import { linkQuery, pageOf, readListed, readPage } from '../reading/pages.ts'
import { readChanges, sortBy } from '../reading/sorting.ts'
import { readStatuses } from '../reading/status-filter.ts'
import { beginWalk, isPlaceIn, readAfter } from '../reading/walk.ts'
import type { LinkedModel } from './linked-models.ts'

const ORDERS = { date: 'newest', modified: 'modified', title: 'title' } as const

/** A page of venues or organizers, newest first unless asked otherwise. */
export async function listLinked<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  context: RequestContext,
  fields: LinkedListFields,
): Promise<Answer<Page<R>>> {
  const { site, caller, problems } = context
  const walk =
    fields.cursor === undefined
      ? undefined
      : beginWalk(
          context,
          fields,
          [fields.modified_after, fields.modified_before, fields.only_with_upcoming].some(isGiven),
        )
  const at = walk?.context ?? context
  const page = readPage(fields, site)
  const status = readStatuses(fields.status, caller, problems)
  const ofEvent = fields.event === undefined ? undefined : await linkedTo(model, fields.event, context)
  const changes = await readChanges(fields, at)
  const { conditions: written, authors: author } = readAuthors(fields.author, caller, problems)
  problems.throwIfAny()

  const where: Condition<'venue' | 'organizer'>[] = [
    { key: 'status', in: status.statuses },
    ...readableBy(caller),
    ...changes.conditions,
    ...written,
  ]
  if (ofEvent !== undefined) where.push({ key: 'id', in: ofEvent })
  if (fields.has_events !== undefined) {
    const busy = await idsWithEvents(model, context, [])
    where.push(isYesWord(fields.has_events) ? { key: 'id', in: busy } : { key: 'id', notIn: busy })
  }
  if (fields.only_with_upcoming === 'true') {
    const now = atInstant(unixSeconds(at.clock.now()), site.zone).utc
    where.push({ key: 'id', in: await idsWithEvents(model, context, [{ key: 'utc_start', gt: now }]) })
  }
  const words = fields.search === undefined ? [] : linkedSearchTerms(fields.search)
  const filter = { where, text: { all: words, none: [], oneField: true } }
  const sorting = sortBy(fields, ORDERS, 'newest')
  if (walk !== undefined) {
    const after = walk.after(
      model.kind,
      linkQuery({ ...fields, cursor: undefined }),
      isPlaceIn(model.kind, sorting.order),
    )
    const place = { perPage: walk.perPage, after }
    const { found, ...rest } = await model.readBy(site, (kind) =>
      readAfter(site.storage, kind, { ...filter, ...sorting }, place),
    )
    return walk.answer({ ...rest, records: found.filter((record) => mayRead(caller, record)) })
  }
  const { found, total } = await readListed(
    model.kind,
    page,
    words.length > 0,
    () => model.page(site, { ...filter, ...sorting, limit: page.perPage, offset: page.offset }),
    () => model.count(site.storage, filter),
  )

  const readable = found.filter((record) => mayRead(caller, record))
  const content = pageOf(
    page,
    readable,
    total,
    linkQuery({ ...fields, author, ...changes.query, ...status.query }),
  )
  return { status: 200, content, totals: content }
}

const isGiven = (value: unknown): boolean => value !== undefined

/** IDs of the records that an event links to, if the caller may read it in full. */
async function linkedTo<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  id: number,
  context: RequestContext,
): Promise<readonly number[]> {
  const { caller, problems } = context
  const event = await readableEvent(context, id)
  if (event === undefined) {
    problems.invalid('event', noneHas('event', [id], []))
    return []
  }
  return mayReadFully(caller, event) ? event[model.kind] : []
}

/** IDs of the records with an event that the caller may read in full and that is not in the trash. */
async function idsWithEvents<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  { site, caller }: RequestContext,
  more: readonly Condition<'event'>[],
): Promise<number[]> {
  const where: Condition<'event'>[] = [
    { key: 'status', notIn: ['trash'] },
    { key: 'series', in: [false] },
    ...fullyReadableBy(caller),
    ...more,
  ]
  return [...(await site.storage.tally(model.kind, { where })).keys()]
}
