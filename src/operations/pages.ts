import { ApiError, type Problems } from '../errors.ts'
import { DEFAULT_PER_PAGE } from '../schema/lists.ts'
import type { Site } from '../site.ts'

export interface PageAsked {
  readonly page: number
  readonly perPage: number
  readonly offset: number
}

export function readPage(
  fields: { readonly page?: number | undefined; readonly per_page?: number | undefined },
  site: Site,
  problems: Problems,
): PageAsked {
  const page = fields.page ?? 1
  const perPage = fields.per_page ?? Math.min(DEFAULT_PER_PAGE, site.limits.perPage)
  const offset = (page - 1) * perPage
  if (offset > site.limits.offset) problems.invalid('page', 'lies too far back; narrow the list with filters')
  return { page, perPage, offset }
}

/**
 * Totals and links of a page. `query`: every filter of the list, so that following a link continues it. `own`: the
 * page and its size as `rest_url` names them.
 */
export function pageOf(
  collection: string,
  { page, perPage }: PageAsked,
  total: number,
  query: readonly (readonly [name: string, value: string])[],
  own: { readonly page?: number | undefined; readonly per_page?: number | undefined } = {
    page,
    per_page: perPage,
  },
) {
  const total_pages = Math.ceil(total / perPage)
  const link = (number: number | undefined) => {
    const pairs: string[][] = []
    if (number !== undefined) pairs.push(['page', String(number)])
    if (own.per_page !== undefined) pairs.push(['per_page', String(own.per_page)])
    const search = new URLSearchParams([...pairs, ...query.map((pair) => [...pair])]).toString()
    return `${collection}/${search === '' ? '' : `?${search}`}`
  }
  return {
    rest_url: link(own.page),
    ...(page < total_pages ? { next_rest_url: link(page + 1) } : {}),
    ...(page > 1 ? { previous_rest_url: link(page === 2 ? undefined : page - 1) } : {}),
    total,
    total_pages,
  }
}

/** A later page than the first that has nothing on it is 404. */
export function demandPage(kind: 'event' | 'venue' | 'organizer', { page }: PageAsked, found: number): void {
  if (page > 1 && found === 0) throw new ApiError(`${kind}-archive-page-not-found`)
}
