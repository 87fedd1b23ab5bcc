import type { Page, PageLinks } from '../domain/records/views.ts'

/** Addresses of a page of a list, of the page after it and of the one before. `collection`: address of the whole list. */
export function pageLinks(collection: string, { page, total_pages, query }: Page<unknown>): PageLinks {
  // The filters are written once for all links. Numbers need no encoding.
  const filters = new URLSearchParams()
  for (const [name, value] of query.filters) filters.append(name, value)
  const filter = filters.toString()
  const every = query.per_page === undefined ? [] : [`per_page=${query.per_page}`]
  if (filter !== '') every.push(filter)
  const link = (number: number | undefined) => {
    const parts = number === undefined ? every : [`page=${number}`, ...every]
    return `${collection}/${parts.length === 0 ? '' : `?${parts.join('&')}`}`
  }
  return {
    rest_url: link(query.page),
    ...(page < total_pages ? { next_rest_url: link(page + 1) } : {}),
    ...(page > 1 ? { previous_rest_url: link(page === 2 ? undefined : page - 1) } : {}),
  }
}
