import { ApiError, invalidParam } from '../errors.ts'
import { inOnePiece } from '../present/pieces.ts'
import { DEFAULT_PER_PAGE } from '../schema/lists.ts'
import type { Site } from '../site.ts'

export interface PageAsked {
  readonly page: number
  readonly perPage: number
  readonly offset: number
  /** The greatest offset that is served. */
  readonly deepest: number
}

export function readPage(
  fields: { readonly page?: number | undefined; readonly per_page?: number | undefined },
  site: Site,
): PageAsked {
  const page = fields.page ?? 1
  const perPage = fields.per_page ?? Math.min(DEFAULT_PER_PAGE, site.limits.perPage)
  return { page, perPage, offset: (page - 1) * perPage, deepest: site.limits.offset }
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
  // The filters are written once for all links; numbers are in a query as they are.
  const filters = new URLSearchParams()
  for (const [name, value] of query) filters.append(name, value)
  const filter = filters.toString()
  const every = own.per_page === undefined ? [] : [`per_page=${own.per_page}`]
  if (filter !== '') every.push(filter)
  const link = (number: number | undefined) => {
    const parts = number === undefined ? every : [`page=${number}`, ...every]
    return `${collection}/${parts.length === 0 ? '' : `?${parts.join('&')}`}`
  }
  return {
    rest_url: link(own.page),
    ...(page < total_pages ? { next_rest_url: link(page + 1) } : {}),
    ...(page > 1 ? { previous_rest_url: link(page === 2 ? undefined : page - 1) } : {}),
    total,
    total_pages,
  }
}

/** `records`: the JSON of the list of them; `rest`: totals and links. */
export const writeList = (name: string, records: string, rest: ReturnType<typeof pageOf>): string =>
  inOnePiece([`{"${name}":${records},`, JSON.stringify(rest).slice(1)])

/**
 * Reads a page and its total. A later page than the first that has nothing on it is 404; one that is there, but
 * lies deeper than the limit, is 400.
 */
export async function readListed<T>(
  kind: 'event' | 'venue' | 'organizer',
  { page, offset, deepest }: PageAsked,
  find: () => Promise<readonly T[]>,
  count: () => Promise<number>,
): Promise<{ found: readonly T[]; total: number }> {
  const isDeep = offset > deepest
  const [found, total] = await Promise.all([isDeep ? [] : find(), count()])
  if (isDeep && offset < total) {
    throw invalidParam('page', 'lies too far back; narrow the list with filters')
  }
  if (page > 1 && found.length === 0) throw new ApiError(`${kind}-archive-page-not-found`)
  return { found, total }
}
