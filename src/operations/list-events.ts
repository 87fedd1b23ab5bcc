import { fullyReadableBy, readableBy } from '../access/policy.ts'
import { searchTerms } from '../domain/fold.ts'
import { BOUNDS, readWindow, type Window } from '../domain/window.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { EventListFields } from '../schema/lists.ts'
import { readFields } from '../schema/read.ts'
import type { Condition } from '../storage/contract.ts'
import { readEventFilters } from './event-filters.ts'
import { pageOf, readListed, readPage, writeList } from './pages.ts'
import { writeEvents } from './read-event.ts'
import { readStatuses, type StatusFilter, withoutMarkedAny } from './status-filter.ts'

/** The page of events that a request asks for: by start, or by publication where they are named by ID. */
export async function listEvents(asked: Asked): Promise<Answer> {
  const { site, caller, now, links, problems } = asked
  const fields = readFields(site.schemas.eventList, withoutMarkedAny(asked.params, caller), problems)
  const page = readPage(fields, site)
  const status = readStatuses(fields.status, caller, problems)
  const window = readWindow(
    fields,
    { strict: fields.strict_dates ?? false, isNamed: fields.include !== undefined, now, zone: site.zone },
    (name) => problems.invalid(name, 'is no date'),
  )
  const filters = await readEventFilters(fields, asked)
  problems.throwIfAny()

  const search = fields.search === undefined ? undefined : searchTerms(fields.search)
  const looksInside = filters.length > 0 || search !== undefined
  const where: Condition<'event'>[] = [
    { key: 'status', in: status.statuses },
    { key: 'hidden', in: [false] },
    // A filter must not tell what a password keeps.
    ...(looksInside ? fullyReadableBy(caller) : readableBy(caller)),
    ...windowConditions(window),
    ...filters,
  ]
  if (fields.include !== undefined) where.push({ key: 'id', in: fields.include })
  const filter = { where, ...(search === undefined ? {} : { text: { ...search, oneField: false } }) }
  const order = fields.include === undefined ? 'start' : 'published'
  const [{ found, total }, revision] = await Promise.all([
    readListed(
      'event',
      page,
      () => site.storage.find('event', { ...filter, order, limit: page.perPage, offset: page.offset }),
      () => site.storage.count('event', filter),
    ),
    asked.revision(),
  ])
  const events = await writeEvents(
    asked,
    found.map((document) => site.memo.record('event', document)),
    revision,
  )
  const totals = pageOf(links.collection('event'), page, total, linkQuery(fields, window, status))
  return { status: 200, json: writeList('events', events, totals), totals }
}

function windowConditions(window: Window): Condition<'event'>[] {
  const start: Omit<Condition<'event'>, 'key'> = {
    ...(window.start_date === undefined ? {} : { gte: window.start_date }),
    ...(window.starts_after === undefined ? {} : { gt: window.starts_after }),
    ...(window.starts_before === undefined ? {} : { lt: window.starts_before }),
  }
  const end: Omit<Condition<'event'>, 'key'> = {
    ...(window.end_date === undefined ? {} : { lte: window.end_date }),
    ...(window.ends_after === undefined ? {} : { gt: window.ends_after }),
    ...(window.ends_before === undefined ? {} : { lt: window.ends_before }),
  }
  return [
    ...(Object.keys(start).length === 0 ? [] : [{ key: 'start', ...start } as const]),
    ...(Object.keys(end).length === 0 ? [] : [{ key: 'end', ...end } as const]),
  ]
}

/** Filters that links carry as they are, in this order. */
const CARRIED = [
  ...(['include', 'post_parent', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'geoloc_radius'] as const),
  ...(['venue', 'organizer', 'categories', 'tags', 'featured', 'ticketed'] as const),
]

/** Every filter as it was applied, in the form in which it is read again to the same effect. */
function linkQuery(fields: EventListFields, window: Window, status: StatusFilter): [string, string][] {
  const query: [string, string][] = []
  const add = (name: string, value: string | number | boolean | readonly (string | number)[] | undefined) => {
    if (value === undefined) return
    query.push([name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)])
  }
  // Beside `include` the window does not apply; what was given of it is carried on all the same.
  for (const name of BOUNDS) add(name, window[name] ?? fields[name])
  add('search', fields.search)
  for (const [name, value] of status.query) add(name, value)
  for (const name of CARRIED) add(name, fields[name])
  if (fields.strict_dates !== undefined) add('strict_dates', fields.strict_dates ? 'true' : 'false')
  return query
}
