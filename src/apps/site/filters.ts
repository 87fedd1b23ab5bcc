import { isDay } from './days.ts'
import type { Text } from './texts.ts'

/*
 * The filters in the query of a page. Unknown ones are ignored, malformed ones are told beside their field.
 */

export interface Filters {
  readonly search: string
  readonly from: string
  readonly to: string
  /** Slugs or IDs, like the three below. */
  readonly category: readonly string[]
  readonly tag: readonly string[]
  readonly venue: readonly string[]
  readonly organizer: readonly string[]
  readonly online: boolean
  readonly free: boolean
  readonly featured: boolean
  readonly past: boolean
  readonly page: number
}

export type FilterName = keyof Filters

/** What is wrong with a field: `value` as it was typed. */
export type Problems = Partial<Record<FilterName, { readonly value: string; readonly reason: Text }>>

export interface Asked {
  readonly filters: Filters
  readonly problems: Problems
}

const LISTS = ['category', 'tag', 'venue', 'organizer'] as const
const FLAGS = ['online', 'free', 'featured'] as const

const SEARCH_LENGTH = 200
/** Of one filter. */
const ENTRIES = 50

export const NO_FILTERS: Filters = {
  ...{ search: '', from: '', to: '', category: [], tag: [], venue: [], organizer: [] },
  ...{ online: false, free: false, featured: false, past: false, page: 1 },
}

export function readFilters(query: URLSearchParams): Asked {
  const problems: Problems = {}
  const last = (name: string) => query.getAll(name).at(-1)?.trim() ?? ''

  const lists = Object.fromEntries(
    LISTS.map((name) => {
      const entries = [...query.getAll(name), ...query.getAll(`${name}[]`)]
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
      const distinct = [...new Set(entries)]
      if (distinct.length > ENTRIES) problems[name] = { value: '', reason: 'Too many' }
      return [name, distinct.length > ENTRIES ? [] : distinct]
    }),
  )
  const date = (name: 'from' | 'to'): string => {
    const value = last(name)
    if (value === '' || isDay(value)) return value
    problems[name] = { value: value.slice(0, 40), reason: 'No such day' }
    return ''
  }
  const flags = Object.fromEntries(FLAGS.map((name) => [name, /^(1|true|on|yes)$/i.test(last(name))]))
  const written = last('page')
  const isPage = written === '' || /^0*[1-9]\d{0,14}$/.test(written)
  if (!isPage) problems.page = { value: written.slice(0, 40), reason: 'Not a page number' }
  const search = last('search')
  if (search.length > SEARCH_LENGTH)
    problems.search = { value: search.slice(0, SEARCH_LENGTH), reason: 'Too long' }
  return {
    filters: {
      ...NO_FILTERS,
      ...lists,
      ...flags,
      search: search.length > SEARCH_LENGTH ? '' : search,
      from: date('from'),
      to: date('to'),
      past: last('when') === 'past',
      page: written === '' || !isPage ? 1 : Number(written),
    },
    problems,
  }
}

/** As a query, with its `?`; '' without filters. */
export function queryOf(filters: Partial<Filters>): string {
  const pairs: [string, string][] = []
  const add = (name: string, value: string) => value !== '' && pairs.push([name, value])
  if (filters.past) add('when', 'past')
  for (const name of ['search', 'from', 'to'] as const) add(name, filters[name] ?? '')
  for (const name of LISTS) add(name, (filters[name] ?? []).join(','))
  for (const name of FLAGS) if (filters[name]) add(name, '1')
  if ((filters.page ?? 1) > 1) add('page', String(filters.page))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString().replaceAll('%2C', ',')}`
}

/** How many filters there are, to say it where the form is folded. */
export const countOf = (filters: Filters): number =>
  [filters.search, filters.from, filters.to].filter((text) => text !== '').length +
  LISTS.reduce((sum, name) => sum + filters[name].length, 0) +
  FLAGS.filter((name) => filters[name]).length
