import type { EventCounts } from '../types/index.ts'
import type { RequestOptions } from './request.ts'

/** How many events of each status a list has: of those that the caller may read. */
export type Counts<F> = (filters?: CountFilters<F>, options?: RequestOptions) => Promise<EventCounts>

/** Those of the list, which has one status, pages and an order beside. */
export type CountFilters<F> = Omit<
  F,
  'status' | 'cursor' | 'page' | 'per_page' | 'orderby' | 'order' | '_fields'
>
