import { ApiError, invalidParam } from '../../../errors.ts'
import type { Page } from '../../domain/records/views.ts'
import type { Site } from '../../mount/site.ts'
import type { EventFilter } from '../../schema/event-filter.ts'
import { DEFAULT_PER_PAGE, FIRST_PAGE } from '../../schema/lists.ts'

/** The part of a list that a request selects. */
export interface PageRange {
  readonly page: number
  readonly perPage: number
  readonly offset: number
  /** The greatest offset that is served. */
  readonly deepest: number
}

export function readPage(
  fields: { readonly page?: number | undefined; readonly per_page?: number | undefined },
  site: Site,
): PageRange {
  const page = fields.page ?? FIRST_PAGE
  const perPage = fields.per_page ?? Math.min(DEFAULT_PER_PAGE, site.limits.perPage)
  return { page, perPage, offset: (page - 1) * perPage, deepest: site.limits.offset }
}

/** `named`: page and size as the page's own address names them, if not as they are. */
export function pageOf<T>(
  { page, perPage }: PageRange,
  records: readonly T[],
  total: number,
  filters: Page<T>['query']['filters'],
  named: Omit<Page<T>['query'], 'filters'> = { page, per_page: perPage },
): Page<T> {
  const query = { page: named.page, per_page: named.per_page, filters }
  return { records, page, total, total_pages: Math.ceil(total / perPage), query }
}

type Carried = string | number | boolean | readonly (string | number)[]

/**
 * The filters of a list as its links carry them: as they were applied, so that a link continues the same list. In the
 * order of the fields, those that `first` names before all others.
 */
export function linkQuery(
  {
    page: _page,
    per_page: _perPage,
    ...filters
  }: Readonly<Record<string, Carried | EventFilter | undefined>>,
  first: readonly string[] = [],
): [string, string][] {
  const query: [string, string][] = []
  for (const name of new Set([...first, ...Object.keys(filters)])) {
    const filter = filters[name]
    if (filter === undefined) continue
    const value = typeof filter === 'object' && 'condition' in filter ? filter.value : filter
    query.push([name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value)])
  }
  return query
}

/**
 * Reads a page of a list and its total. A page without records is 404, unless it is the first. A page deeper than the
 * limit is 400.
 *
 * A search looks through the texts of many records. If its page is not full, the page tells the total, so it is read
 * first; pages and totals of other lists are read at the same time.
 */
export async function readListed<T>(
  kind: 'event' | 'venue' | 'organizer',
  { page, perPage, offset, deepest }: PageRange,
  isSearch: boolean,
  find: () => Promise<readonly T[]>,
  count: () => Promise<number>,
): Promise<{ found: readonly T[]; total: number }> {
  const isDeep = offset > deepest
  const finding = isDeep ? [] : find()
  if (isSearch && !isDeep) {
    const found = await finding
    const isLast = found.length < perPage && (found.length > 0 || offset === 0)
    if (isLast) return { found, total: offset + found.length }
  }
  const [found, total] = await Promise.all([finding, count()])
  if (isDeep && offset < total) {
    throw invalidParam('page', 'is too deep; narrow the list with filters')
  }
  if (page > 1 && found.length === 0) throw new ApiError(`${kind}-archive-page-not-found`)
  return { found, total }
}
