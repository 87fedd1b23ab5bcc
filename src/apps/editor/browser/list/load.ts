import { client } from '../api.ts'
import { route } from '../router.ts'
import { me } from '../session.ts'
import { filtersOf } from './filters.tsx'
import { LISTED, type ListedEvent } from './listed.ts'

/** Which events wait for approval, and which are series, is no filter of their addresses. */
export interface Kind {
  readonly isWaiting: boolean
  readonly isSeries: boolean
}

export interface ListPage {
  readonly items: readonly ListedEvent[]
  readonly total: number
  readonly totalPages: number
}

export const keyOf = (query: URLSearchParams, { isWaiting, isSeries }: Kind): string =>
  `${query.toString()} ${isWaiting} ${isSeries}`

export const pageOf = (query: URLSearchParams): number => Math.max(1, Number(query.get('page')) || 1)

/** What was asked for before anything was drawn. Taken once. */
let begun: { readonly key: string; readonly page: Promise<ListPage> } | undefined

/** Asks for the list of the address, so that it is on its way while the page is drawn. */
export function beginList(): void {
  const { parts, query } = route.value
  const [first = 'events', second] = parts
  const isWaiting = first === 'waiting'
  const view = isWaiting ? 'list' : (query.get('view') ?? 'list')
  if (
    second !== undefined ||
    !(isWaiting || first === 'events') ||
    view === 'month' ||
    me.value?.user === null
  )
    return
  const kind = { isWaiting, isSeries: view === 'repeating' }
  const page = ask(query, kind)
  // Whoever takes it is told.
  page.catch(() => {})
  begun = { key: keyOf(query, kind), page }
}

export function loadList(query: URLSearchParams, kind: Kind, signal: AbortSignal): Promise<ListPage> {
  const found = begun?.key === keyOf(query, kind) ? begun.page : ask(query, kind, signal)
  begun = undefined
  return found
}

async function ask(query: URLSearchParams, kind: Kind, signal?: AbortSignal): Promise<ListPage> {
  const [orderby, direction] = (query.get('order') ?? '').split('-')
  const filters = {
    ...filtersOf(query, kind),
    page: pageOf(query),
    per_page: 20,
    _fields: LISTED,
    // Another name is refused by the interface.
    ...(orderby
      ? ({ orderby: orderby as 'title', order: direction === 'desc' ? 'desc' : 'asc' } as const)
      : {}),
  }
  const { items, total, totalPages } = await client.events.list(filters, { signal })
  return { items, total, totalPages }
}
