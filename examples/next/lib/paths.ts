/*
 * Addresses within the site, known to server and browser.
 */

export const API_PATH = '/api/vendor/events/v1'

/** The page for editors, which the API serves. */
export const EDITOR_PATH = `${API_PATH}/editor`

/** A draft may have no slug yet, and goes by its ID. */
export function eventPath({ id, slug }: { id: number; slug: string }): string {
  return `/events/${slug === '' ? id : encodeURIComponent(slug)}`
}

/** The feeds; `category` is the slug of the one to show first. */
export const subscribePath = (category: string): string =>
  `/subscribe${category === '' ? '' : `#${encodeURIComponent(category)}`}`

/** `month`: `YYYY-MM`. */
export const monthPath = (month: string): string => `/?month=${month}`

export interface ListFilters {
  search?: string
  category?: string
  /** Whether events are listed that are over, the latest first. */
  isPast?: boolean
  page?: number
}

/** The list with these filters; what is empty is left out. */
export function listPath(filters: ListFilters): string {
  const query = new URLSearchParams()
  if (filters.search) query.set('search', filters.search)
  if (filters.category) query.set('category', filters.category)
  if (filters.isPast) query.set('when', 'past')
  if (filters.page && filters.page > 1) query.set('page', String(filters.page))
  return query.size === 0 ? '/events' : `/events?${query}`
}
