import { expect } from 'vitest'
import { type Asker, type Calendar, idsIn } from '../routes/calendar.ts'

/* Lists that are read by cursor, as clients do: by the address of the next page. */

export const LISTS = ['events', 'venues', 'organizers', 'categories', 'tags'] as const
export type ListName = (typeof LISTS)[number]

export interface Walked {
  readonly ids: number[]
  readonly pages: number
}

/** Reads a list to its end. `between` runs after each page but the last. */
export async function walk(
  { ask }: Pick<Calendar, 'ask'>,
  list: ListName,
  query: string,
  between: () => Promise<unknown> = async () => {},
  as: Asker = 'editor',
): Promise<Walked> {
  const ids: number[] = []
  let path = `/${list}?cursor=&${query}`
  for (let pages = 1; ; pages++) {
    const { status, body, text } = await ask('GET', path, undefined, as)
    expect(status, `${path}: ${text}`).toBe(200)
    ids.push(...idsIn(body, list))
    if (body.next_rest_url === undefined) return { ids, pages }
    const next = new URL(String(body.next_rest_url))
    expect(next.searchParams.has('page')).toBe(false)
    path = `/${list}/${next.search}`
    await between()
  }
}

/** Every order of every list. */
export const ORDERS: readonly (readonly [list: ListName, query: string])[] = [
  ...['event_date', 'start_date', 'date', 'modified', 'title'].map((word) => ['events', word] as const),
  ...['venues', 'organizers'].flatMap((list) =>
    ['date', 'modified', 'title'].map((word) => [list, word] as const),
  ),
  ...['categories', 'tags'].flatMap((list) =>
    [
      'name',
      'slug',
      'id',
      'count',
      'description',
      'include',
      'parent',
      'term_group',
      'include_slugs',
      'none',
    ].map((word) => [list, word] as const),
  ),
].flatMap(([list, word]) =>
  ['asc', 'desc'].map(
    (order) =>
      [
        LISTS.find((one) => one === list) ?? 'events',
        `orderby=${word}&order=${order}${list === 'categories' || list === 'tags' ? '&hide_empty=0' : ''}`,
      ] as const,
  ),
)
