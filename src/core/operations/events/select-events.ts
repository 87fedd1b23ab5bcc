import { notADate } from '../../../errors.ts'
import type { Condition, Filter, OrderOf } from '../../../storage/contract.ts'
import { fullyReadableBy, mayListHidden, readableBy } from '../../access/policy.ts'
import { searchTerms } from '../../domain/text/fold.ts'
import { boundReader } from '../../domain/time/date-bounds.ts'
import { BOUNDS, type DateWindow, readWindow } from '../../domain/time/window.ts'
import type { RequestContext } from '../../mount/request.ts'
import { isFilter } from '../../schema/event-filter.ts'
import { type EventFeedFields, type EventListFields, LINK_ORDER } from '../../schema/event-list.ts'
import { readAuthors } from '../reading/author-filter.ts'
import { linkQuery } from '../reading/pages.ts'
import { readChanges, sortBy } from '../reading/sorting.ts'
import { readStatuses } from '../reading/status-filter.ts'
import type { CustomFilters } from './custom-filters.ts'

interface Selection {
  readonly filter: Filter<'event'>
  readonly order: OrderOf<'event'>
  readonly reverse: boolean
  /** The filters as they were applied, for links. */
  readonly query: readonly (readonly [name: string, value: string])[]
}

const ORDERS = {
  event_date: 'start',
  start_date: 'start',
  date: 'published',
  modified: 'modified',
  title: 'title',
} as const

/**
 * The events that the fields of a request select: in the order asked for, else by start, or by publication if they are
 * named by ID. `daysBack`: how long before today the default window begins.
 */
export async function selectEvents(
  context: RequestContext,
  fields: EventFeedFields & Pick<EventListFields, 'orderby' | 'order' | 'series'>,
  daysBack: number,
): Promise<Selection> {
  const { site, caller, problems } = context
  const status = readStatuses(fields.status, caller, problems)
  const strict = fields.strict_dates === 'true'
  const window = readWindow(
    fields,
    {
      strict,
      isNamed: fields.include !== undefined,
      // Most series have begun long ago, and many have no end.
      isOpen:
        fields.modified_after !== undefined ||
        fields.modified_before !== undefined ||
        fields.series !== undefined,
      daysBack,
      zone: site.zone,
      read: await boundReader(BOUNDS.map((name) => fields[name])),
      get now() {
        return context.clock.now()
      },
      get today() {
        return context.clock.today()
      },
    },
    (name, text) => problems.invalid(name, notADate(text)),
  )
  const changes = await readChanges(fields, context)
  const { conditions: written, authors: author } = readAuthors(fields.author, caller, problems)
  const custom = await customFilters(context)
  const filters = [...(await eventFilters(fields, context)), ...custom.conditions]
  problems.throwIfAny()

  const hidden = mayListHidden(caller) ? fields.hidden : undefined
  const search = fields.search === undefined ? undefined : searchTerms(fields.search)
  const looksInside = filters.length > 0 || search !== undefined
  const where: Condition<'event'>[] = [
    { key: 'status', in: status.statuses },
    // A series stands in no list unless it is asked for, or named by ID: lists show its dates.
    ...(fields.include === undefined || fields.series !== undefined
      ? [{ key: 'series', in: [fields.series !== undefined] } as const]
      : []),
    ...(hidden === 'any' ? [] : [{ key: 'hidden', in: [hidden === '1'] } as const]),
    // Otherwise a filter could tell what a password protects.
    ...(looksInside ? fullyReadableBy(caller) : readableBy(caller)),
    ...windowConditions(window),
    ...changes.conditions,
    ...written,
    ...filters,
  ]
  if (fields.include !== undefined) where.push({ key: 'id', in: fields.include })
  return {
    filter: { where, ...(search === undefined ? {} : { text: { ...search, oneField: false } }) },
    ...sortBy(fields, ORDERS, fields.include === undefined ? 'start' : 'published'),
    // With `include` the window does not apply; links carry its bounds all the same.
    query: linkQuery(
      { ...fields, ...custom.query, hidden, author, ...window, ...changes.query, ...status.query },
      LINK_ORDER,
    ),
  }
}

/** What reads them is loaded with the first list that has some. */
async function eventFilters(fields: EventFeedFields, context: RequestContext): Promise<Condition<'event'>[]> {
  const isFiltered = Object.entries(fields).some(
    ([name, value]) => isFilter(value) || name.startsWith('geoloc_'),
  )
  return isFiltered ? (await import('./event-filters.ts')).readEventFilters(fields, context) : []
}

/** Calendars without custom fields ignore the parameter, as they ignore all others that they do not know. */
async function customFilters(context: RequestContext): Promise<CustomFilters> {
  const { custom_fields: sent } = context.params
  if (sent === undefined || context.site.fields.event.length === 0) return { conditions: [], query: {} }
  return (await import('./event-filters.ts')).readCustomFilters(sent, context)
}

function windowConditions(window: DateWindow): Condition<'event'>[] {
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
