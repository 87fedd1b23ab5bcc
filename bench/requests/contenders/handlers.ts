import { hash } from 'node:crypto'
import type { Driver } from '../../storages/by-hand/driver.ts'
import { type ListQuery, listPage, readById, readBySlug } from '../../storages/by-hand/read.ts'
import { create, update } from '../../storages/by-hand/write.ts'
import { AUTHOR } from '../../storages/interface.ts'

/*
 * The hand-written interface: what each route answers, whichever server asks it. The headers are those that somebody
 * would send who writes for one site: the type, the length, an ETag, how to cache it, and the totals of lists.
 */

export interface Reply {
  readonly status: 200 | 201 | 304 | 401 | 404 | 405
  readonly headers: Record<string, string>
  readonly body: Buffer<ArrayBuffer> | undefined
}

export const ROOT = '/vendor/events/v1'
export const BY_ID = /^\/events\/(\d+)$/
export const BY_SLUG = /^\/events\/by-slug\/([\w-]+)$/

const JSON_TYPE = 'application/json; charset=UTF-8'

export interface Handlers {
  byId(id: number, ifNoneMatch: string | undefined): Promise<Reply>
  bySlug(slug: string, ifNoneMatch: string | undefined): Promise<Reply>
  list(search: string, ifNoneMatch: string | undefined): Promise<Reply>
  create(body: string): Promise<Reply>
  update(id: number, body: string): Promise<Reply>
}

export function handlersOf(driver: Driver): Handlers {
  const inTurn = turns()
  return {
    byId: async (id, ifNoneMatch) => shown(await readById(driver, id), ifNoneMatch),
    bySlug: async (slug, ifNoneMatch) => shown(await readBySlug(driver, slug), ifNoneMatch),
    async list(search, ifNoneMatch) {
      const { text, total, total_pages } = await listPage(driver, queryOf(search))
      return shown(text, ifNoneMatch, {
        'x-tec-total': String(total),
        'x-tec-totalpages': String(total_pages),
      })
    },
    create: async (body) => written(201, await inTurn(() => create(driver, AUTHOR, body))),
    update: async (id, body) => written(200, await inTurn(() => update(driver, id, body))),
  }
}

/** One connection has one transaction at a time. */
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
  const start_date = params.get('start_date')
  const end_date = params.get('end_date')
  const word = params.get('search')
  const category = params.get('categories')
  const page = params.get('page')
  return {
    ...(start_date === null ? {} : { start_date }),
    ...(end_date === null ? {} : { end_date }),
    ...(word === null ? {} : { search: word }),
    ...(category === null ? {} : { category: Number(category) }),
    ...(page === null ? {} : { page: Number(page) }),
  }
}

/** The ETag is a hash of the bytes, as servers' middleware makes it. */
const etagOf = (body: Buffer): string => `"${hash('sha1', body, 'base64')}"`

function shown(
  text: string | undefined,
  ifNoneMatch: string | undefined,
  totals: Readonly<Record<string, string>> = {},
): Reply {
  if (text === undefined) return refusal(404)
  const body = Buffer.from(text)
  const etag = etagOf(body)
  if (ifNoneMatch === etag) {
    return { status: 304, headers: { etag, 'cache-control': 'no-cache' }, body: undefined }
  }
  return {
    status: 200,
    headers: {
      'content-type': JSON_TYPE,
      'content-length': String(body.length),
      etag,
      'cache-control': 'no-cache',
      ...totals,
    },
    body,
  }
}

export function written(status: 200 | 201, text: string | undefined): Reply {
  if (text === undefined) return refusal(404)
  const body = Buffer.from(text)
  return {
    status,
    headers: {
      'content-type': JSON_TYPE,
      'content-length': String(body.length),
      etag: etagOf(body),
      'cache-control': 'private, no-cache',
    },
    body,
  }
}

export function refusal(status: 401 | 404 | 405): Reply {
  const body = Buffer.from(JSON.stringify({ status }))
  return { status, headers: { 'content-type': JSON_TYPE, 'content-length': String(body.length) }, body }
}
