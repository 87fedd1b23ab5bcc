import { Problems } from '../../errors.ts'
import { isRow, type Row, rowsOf } from '../../formats/rows.ts'
import { WordPressError } from './wp-errors.ts'
import type { Resource } from './wp-resources.ts'

/*
 * Lists of WordPress: up to 100 on a page, whatever the API shows at most, and totals in header fields.
 */

/** Records on a page, at most and by default. */
const MOST = 100
const USUAL = '10'

/** Filters that the API has, too. */
const PASSED = {
  media: ['search', 'author'],
  term: ['search', 'slug', 'hide_empty', 'include', 'exclude', 'parent', 'post', 'orderby', 'order'],
} as const
/** Filters without which the list would show others. A program would take its first record for the one it looks for. */
const REFUSED = {
  media: ['slug', 'include', 'exclude', 'parent', 'offset', 'after', 'before', 'author_exclude'],
  term: ['offset'],
} as const

export interface Asked {
  /** The query of the API, without page and size. */
  readonly query: URLSearchParams
  readonly page: number
  readonly size: number
}

/** Throws 400 for parameters that cannot be answered. */
export function readList({ kind }: Resource, given: URLSearchParams): Asked {
  const problems = new Problems()
  const of = kind === 'media' ? 'media' : 'term'
  const passed: readonly string[] = PASSED[of]
  const refused: readonly string[] = REFUSED[of]
  // WordPress shows all terms unless it is asked otherwise.
  const query = new URLSearchParams(of === 'term' && !given.has('hide_empty') ? { hide_empty: '0' } : {})
  for (const [name, value] of given) {
    const base = name.replace(/\[.*$/s, '')
    if (refused.includes(base) && value !== '') problems.invalid(base, 'is not known here')
    else if (base === 'slug' && (name !== base || value.includes(','))) {
      problems.invalid(base, 'must be one slug')
    } else if (passed.includes(base)) query.append(name, value)
  }
  const type = given.get('media_type') ?? 'image'
  if (of === 'media' && type !== 'image') problems.invalid('media_type', 'must be image')
  const { page, size } = sizeOf(given, problems)
  problems.throwIfAny()
  return { query, page, size }
}

/** The page that is asked for. */
export function sizeOf(given: URLSearchParams, problems: Problems): Pick<Asked, 'page' | 'size'> {
  const page = whole(given.get('page') ?? '1')
  const size = whole(given.get('per_page') ?? USUAL)
  if (page === undefined) problems.invalid('page', 'must be a whole number from 1 up')
  if (size === undefined || size > MOST) problems.invalid('per_page', `must be from 1 to ${MOST}`)
  return { page: page ?? 1, size: size ?? MOST }
}

const whole = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text.trim()) ? Number(text) : undefined

export interface Listed {
  readonly records: readonly Row[]
  readonly total: number
  readonly pages: number
  /** Of the first answer. */
  readonly headers: Headers
}

/** Reads a page by as many pages of the API as it takes; the answer of the API if it refuses one. */
export async function readPages(
  { path, isPost }: Resource,
  { query, page, size }: Asked,
  largest: number,
  ask: (query: URLSearchParams) => Promise<Response>,
): Promise<Listed | Response> {
  const own = Math.min(size, largest)
  const from = (page - 1) * size
  const first = Math.floor(from / own) + 1
  const last = Math.ceil((from + size) / own)
  const records: Row[] = []
  let total = 0
  let headers: Headers | undefined
  for (let number = first; number <= last; number++) {
    const search = new URLSearchParams(query)
    search.set('page', String(number))
    search.set('per_page', String(own))
    const answer = await ask(search)
    // The API has no such page of posts.
    if (answer.status === 404 && page > 1) throw noSuchPage()
    if (answer.status !== 200) return answer
    headers ??= answer.headers
    const body: unknown = await answer.json()
    if (!isRow(body)) throw new TypeError(`${path}: the answer is not an object`)
    records.push(...rowsOf(body[path]))
    total = Number(body.total)
    if (number * own >= total) break
  }
  const start = from - (first - 1) * own
  const pages = Math.ceil(total / size)
  // As WordPress answers for images. Terms have an empty page.
  if ((path === 'media' || isPost) && page > Math.max(pages, 1)) throw noSuchPage()
  return { records: records.slice(start, start + size), total, pages, headers: headers ?? new Headers() }
}

/** A page of records that are all here. */
export function pageOf(records: readonly Row[], { page, size }: Asked, headers: Headers): Listed {
  const pages = Math.ceil(records.length / size)
  if (page > Math.max(pages, 1)) throw noSuchPage()
  return { records: records.slice((page - 1) * size, page * size), total: records.length, pages, headers }
}

const noSuchPage = () => new WordPressError('rest_post_invalid_page_number', 400)
