import { invalidParam, notADate, Problems } from '../../errors.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import { type Asked, type Listed, pageOf, readPages, sizeOf } from './wp-lists.ts'
import type { Resource } from './wp-resources.ts'

/*
 * Lists of posts of WordPress. What a list of the API shows, and of these alone: nobody sees here what they do not see there.
 */

/** IDs and slugs that one list may name. */
const MOST_NAMED = 100
/** Records that are read to find those that were published within bounds. */
const MOST_WALKED = 2000

/** Filters that the API has under the same name, or under another one. */
const PASSED: Readonly<Record<string, string>> = {
  ...{
    search: 'search',
    author: 'author',
    modified_after: 'modified_after',
    modified_before: 'modified_before',
  },
}
const OF_EVENTS: Readonly<Record<string, string>> = { tribe_events_cat: 'categories', tags: 'tags' }
/** Filters without which the list would show others. */
const REFUSED = [
  ...['exclude', 'offset', 'author_exclude', 'parent', 'parent_exclude', 'search_columns', 'tax_relation'],
  ...['tags_exclude', 'tribe_events_cat_exclude'],
]
/** Orders of the API, and those of lists that are read whole. */
const ORDERS = ['date', 'modified', 'title']
const NAMED_ORDERS = [...ORDERS, 'id', 'slug', 'include', 'include_slugs']

export interface AskedPosts extends Asked {
  readonly order: 'asc' | 'desc'
  readonly orderby: string
  /** Statuses that may be shown; `undefined`: all that the caller may read. */
  readonly statuses: readonly string[] | undefined
  readonly ids: readonly string[] | undefined
  readonly slugs: readonly string[] | undefined
  readonly after: Bound | undefined
  readonly before: Bound | undefined
}

/** A bound on the publication: a clock of the site, or in UTC. */
interface Bound {
  readonly field: 'date' | 'date_utc'
  readonly wall: string
}

/** Throws 400 for parameters that cannot be answered. */
export function readPostList({ kind }: Resource, given: URLSearchParams): AskedPosts {
  const problems = new Problems()
  const sent = new Map<string, string[]>()
  for (const [name, value] of given) {
    const base = name.replace(/\[.*$/s, '')
    sent.set(base, [...(sent.get(base) ?? []), ...value.split(',').map((one) => one.trim())])
  }
  const listOf = (name: string) => {
    const list = sent.get(name)?.filter((one) => one !== '')
    return list?.length ? list : undefined
  }
  for (const name of REFUSED) if (listOf(name)) problems.invalid(name, 'is not known here')
  const statuses = listOf('status') ?? ['publish']
  const isAny = statuses.includes('any')
  const query = new URLSearchParams(isAny ? {} : { status: statuses.join() })
  for (const [theirs, ours] of Object.entries({ ...PASSED, ...(kind === 'event' ? OF_EVENTS : {}) })) {
    const value = theirs === 'search' ? given.get(theirs) : listOf(theirs)?.join()
    if (value) query.set(ours, value)
  }
  const ids = listOf('include')
  const slugs = listOf('slug')
  const isNamed = ids !== undefined || slugs !== undefined
  const after = bound('after')
  const before = bound('before')
  if (ids?.some((id) => !/^[1-9]\d{0,15}$/.test(id))) problems.invalid('include', 'must be IDs')
  for (const [name, list] of [['include', ids] as const, ['slug', slugs] as const])
    if ((list?.length ?? 0) > MOST_NAMED) problems.invalid(name, `must have at most ${MOST_NAMED} entries`)
  const besides = ['search', 'categories', 'tags', 'author', 'modified_after', 'modified_before']
  for (const name of besides)
    if (isNamed && query.has(name)) problems.invalid(name, 'must not stand beside include or slug')
  const orderby = orderOf(given.get('orderby') ?? 'date', isNamed)
  const order = given.get('order')?.toLowerCase() ?? 'desc'
  if (order !== 'asc' && order !== 'desc') problems.invalid('order', 'must be asc or desc')
  if ((after ?? before) !== undefined && orderby !== 'date')
    problems.invalid('orderby', 'must be date beside after and before')
  const { page, size } = sizeOf(given, problems)
  problems.throwIfAny()
  // Not only what is to come, and what editors hide from lists for those who may see it.
  if (kind === 'event')
    for (const [name, value] of Object.entries({
      start_date: '1000-01-01',
      end_date: '9999-12-31',
      hidden: 'any',
    }))
      query.set(name, value)
  query.set('orderby', orderby)
  query.set('order', order)
  return {
    ...{ query, page, size, ids, slugs, after, before, orderby },
    order: order === 'asc' ? 'asc' : 'desc',
    statuses: isAny ? undefined : statuses,
  }

  function orderOf(text: string, isNamed: boolean): string {
    const orders = isNamed ? NAMED_ORDERS : ORDERS
    if (text === 'relevance') return 'date'
    if (!orders.includes(text)) problems.invalid('orderby', `must be one of ${orders.join(', ')}`)
    return text
  }

  function bound(name: string): Bound | undefined {
    const text = given.get(name) ?? ''
    if (text === '') return undefined
    const [, day, time = '00:00:00', zone] =
      /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ?? []
    const instant = Date.parse(`${day}T${time}${zone ?? 'Z'}`)
    if (Number.isNaN(instant)) {
      problems.invalid(name, notADate(text))
      return undefined
    }
    const wall = new Date(instant).toISOString().slice(0, 19).replace('T', ' ')
    return { field: zone === undefined ? 'date' : 'date_utc', wall }
  }
}

type Ask = (path: string, query: URLSearchParams) => Promise<Response>

/** A page of a list; the answer of the API if it refuses one. */
export async function readPosts(
  resource: Resource,
  asked: AskedPosts,
  largest: number,
  ask: Ask,
): Promise<Listed | Response> {
  const { ids, slugs, after, before } = asked
  if (ids !== undefined || slugs !== undefined) {
    const named = await readNamed(resource, asked, ask)
    return named instanceof Response ? named : pageOf(within(named, asked), asked, new Headers())
  }
  const list = (query: URLSearchParams) => ask(resource.path, query)
  if (after === undefined && before === undefined) return readPages(resource, asked, largest, list)
  const query = new URLSearchParams(asked.query)
  query.set('order', 'desc')
  const found: Row[] = []
  for (let page = 1; ; page++) {
    query.set('page', String(page))
    query.set('per_page', String(largest))
    const answer = await list(query)
    if (answer.status === 404 && page > 1) break
    if (answer.status !== 200) return answer
    const body: unknown = await answer.json()
    const rows = rowsOf(isRow(body) ? body[resource.path] : [])
    found.push(...rows)
    if (rows.length < largest || isOver(rows.at(-1), after)) break
    if (found.length >= MOST_WALKED) throw invalidParam('after', `finds more than ${MOST_WALKED} records`)
  }
  return pageOf(within(found, asked), asked, new Headers())
}

const isOver = (row: Row | undefined, after: Bound | undefined): boolean =>
  row !== undefined && after !== undefined && String(row[after.field]) <= after.wall

/** The records with these IDs or slugs that the caller may read. */
async function readNamed(
  resource: Resource,
  { ids, slugs, orderby }: AskedPosts,
  ask: Ask,
): Promise<readonly Row[] | Response> {
  const found = new Map<unknown, Row>()
  const paths =
    ids === undefined || (slugs !== undefined && orderby === 'include_slugs')
      ? (slugs ?? []).map((slug) => `by-slug/${encodeURIComponent(slug)}`)
      : ids
  for (const path of new Set(paths)) {
    const answer = await ask(`${resource.path}/${path}`, new URLSearchParams())
    const body: unknown = await answer.json()
    if (answer.status >= 500 || answer.status === 429)
      return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers })
    if (answer.status === 200 && isRow(body)) found.set(body.id, body)
  }
  return [...found.values()].filter(
    ({ id, slug }) =>
      (ids === undefined || ids.includes(String(id))) &&
      (slugs === undefined || slugs.includes(String(slug))),
  )
}

/** Those that are asked for, in order. */
function within(
  rows: readonly Row[],
  { statuses, after, before, orderby, order }: AskedPosts,
): readonly Row[] {
  const kept = rows.filter(
    (row) =>
      (statuses === undefined ? row.status !== 'trash' : statuses.includes(String(row.status))) &&
      (after === undefined || String(row[after.field]) > after.wall) &&
      (before === undefined || String(row[before.field]) < before.wall),
  )
  if (orderby.startsWith('include')) return kept
  const keyOf = (row: Row): string | number =>
    orderby === 'id'
      ? Number(row.id)
      : String(orderby === 'title' ? (row.title ?? row.venue ?? row.organizer) : row[orderby])
  const sign = order === 'asc' ? 1 : -1
  return kept
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : Number(a.row.id) - Number(b.row.id)))
    .map(({ row }) => row)
}
