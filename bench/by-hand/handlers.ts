import { hash } from 'node:crypto'
import { AUTHOR } from '../calendar/calendar.ts'
import type { Driver } from './driver.ts'
import { type ListQuery, listPage, readById, readBySlug } from './read.ts'
import { create, update } from './write.ts'

/*
 * The hand-written interface: what each route answers. It sends the headers of a server for one site: type, length,
 * ETag, caching, and the totals of lists.
 */

export interface Reply {
  readonly status: 200 | 201 | 304 | 401 | 404 | 405
  readonly headers: Record<string, string>
  readonly body: Buffer<ArrayBuffer> | undefined
}

/** A request, from a socket or in the process. */
export interface Incoming {
  readonly method: string | undefined
  readonly url: string
  readonly authorization: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly body: () => Promise<string>
}

export const ROOT = '/vendor/events/v1'
const BY_ID = /^\/events\/(\d+)$/
const BY_SLUG = /^\/events\/by-slug\/([\w-]+)$/
const JSON_TYPE = 'application/json; charset=UTF-8'

/** `oneConnection`: the database takes one transaction at a time. */
export function handlerOf(driver: Driver, oneConnection: boolean) {
  const inTurn = oneConnection ? turns() : <T>(work: () => Promise<T>) => work()

  async function list(search: string, ifNoneMatch: string | undefined): Promise<Reply> {
    const { text, total, total_pages } = await listPage(driver, queryOf(search))
    const totals = { 'x-tec-total': String(total), 'x-tec-totalpages': String(total_pages) }
    return shown(text, ifNoneMatch, totals)
  }

  return async ({ method, url, authorization, ifNoneMatch, body }: Incoming): Promise<Reply> => {
    const at = url.indexOf('?')
    const path = at === -1 ? url : url.slice(0, at)
    if (!path.startsWith(ROOT)) return refusal(404)
    const rest = path.slice(ROOT.length)
    const id = BY_ID.exec(rest)?.[1]
    if (method === 'GET') {
      if (id !== undefined) return shown(await readById(driver, Number(id)), ifNoneMatch)
      if (rest === '/events') return list(at === -1 ? '' : url.slice(at + 1), ifNoneMatch)
      const slug = BY_SLUG.exec(rest)?.[1]
      return slug === undefined ? refusal(404) : shown(await readBySlug(driver, slug), ifNoneMatch)
    }
    if (method !== 'POST') return refusal(405)
    if (authorization === undefined) return refusal(401)
    const text = await body()
    if (id !== undefined) return written(200, await inTurn(() => update(driver, Number(id), text)))
    return rest === '/events' ? written(201, await inTurn(() => create(driver, AUTHOR, text))) : refusal(404)
  }
}

function turns() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work)
    last = done
    return done
  }
}

function queryOf(search: string): ListQuery {
  if (search === '') return {}
  const params = new URLSearchParams(search)
  const query: { -readonly [K in keyof ListQuery]: ListQuery[K] } = {}
  for (const [name, value] of params) {
    if (name === 'start_date' || name === 'end_date' || name === 'search') query[name] = value
    if (name === 'categories') query.category = Number(value)
    if (name === 'page') query.page = Number(value)
  }
  return query
}

/** The ETag is a hash of the bytes, as middleware of servers makes it. */
const etagOf = (body: Buffer): string => `"${hash('sha1', body, 'base64')}"`

function shown(
  text: string | undefined,
  ifNoneMatch: string | undefined,
  totals: Readonly<Record<string, string>> = {},
): Reply {
  if (text === undefined) return refusal(404)
  const body = Buffer.from(text)
  const etag = etagOf(body)
  const cache = { etag, 'cache-control': 'no-cache' }
  if (ifNoneMatch === etag) return { status: 304, headers: cache, body: undefined }
  return { status: 200, headers: { ...typed(body), ...cache, ...totals }, body }
}

function written(status: 200 | 201, text: string | undefined): Reply {
  if (text === undefined) return refusal(404)
  const body = Buffer.from(text)
  const headers = { ...typed(body), etag: etagOf(body), 'cache-control': 'private, no-cache' }
  return { status, headers, body }
}

function refusal(status: 401 | 404 | 405): Reply {
  const body = Buffer.from(JSON.stringify({ status }))
  return { status, headers: typed(body), body }
}

const typed = (body: Buffer) => ({ 'content-type': JSON_TYPE, 'content-length': String(body.length) })
