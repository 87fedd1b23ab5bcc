import { type Json, own } from '../json.ts'
import { numberOf } from './rest.ts'
import { object, ToolError } from './tool.ts'

/*
 * Pages of lists. A cursor is the number of a page, as text, so that nobody counts with it.
 */

/** Rows on a page, at most. So many of the longest rows are below the limit of an answer. */
export const MOST = 25
const USUAL = 10

export const pageArguments: Json = {
  limit: { type: 'integer', minimum: 1, maximum: MOST, description: `Rows of the answer. Default ${USUAL}.` },
  cursor: {
    type: 'string',
    maxLength: 10,
    description: 'next_cursor of the answer before, with the same other arguments.',
  },
}

export interface Page {
  readonly page: number
  readonly size: number
}

export function pageOf(args: Json): Page {
  const cursor = own(args, 'cursor') ?? '1'
  const page = numberOf(cursor)
  if (page === undefined || page < 1)
    throw new ToolError('cursor is not one of next_cursor; leave it out to begin')
  return { page, size: numberOf(own(args, 'limit')) ?? USUAL }
}

export const pageQuery = ({ page, size }: Page) => ({ page: String(page), per_page: String(size) })

/** What an answer says of its place in the list. */
export function placeIn({ page, size }: Page, body: Json): Json {
  const total = numberOf(own(body, 'total')) ?? 0
  return { total, ...(page * size < total && { next_cursor: String(page + 1) }) }
}

export const placeSchema: Json = {
  total: { type: 'integer', description: 'How many there are in all.' },
  next_cursor: { type: 'string', description: 'There are more: pass it as cursor.' },
}

export const listSchema = (rows: string, row: Json, more: Json = {}) => ({
  ...object({ ...more, [rows]: { type: 'array', items: row }, ...placeSchema }, [
    ...Object.keys(more),
    rows,
    'total',
  ]),
})
