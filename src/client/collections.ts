import { isObject } from '../core/domain/json.ts'
import type { MergeReport, Revision } from '../types/index.ts'
import type { ClientRecord } from './answers.ts'
import { unreadable } from './errors.ts'
import { keepEtag } from './etag.ts'
import type { PageFilters } from './filters.ts'
import { createList, type List } from './list.ts'
import { type Answer, ask, type Call, queryIn, type RequestOptions, type Send, segment } from './request.ts'

export interface WriteOptions extends RequestOptions {
  /**
   * The version to change, from `etagOf(record)`. Rejects with 412 `rest_precondition_failed` if the record has
   * changed.
   */
  readonly ifMatch?: string | undefined
}

export interface WriteEventOptions extends WriteOptions {
  /**
   * Of an event that repeats: this occurrence, this one and those after it, or all of its series. Default `this`. Ignored
   * for other events.
   */
  readonly scope?: 'this' | 'future' | 'all' | undefined
  /** Whether the record has `warnings`. Default `false`. */
  readonly warn?: boolean | undefined
}

/** Of a deletion, beside the options of a change. */
export interface DeleteOptions {
  /**
   * Deletes the record for good, also if it is in the trash. Only administrators and editors may do this. Terms are
   * always deleted for good. Default `false`.
   */
  readonly force?: boolean | undefined
}

export interface CreateOptions extends RequestOptions {
  /**
   * Makes retries safe: requests with the same key create one record. The same key with other fields is rejected with
   * 422 `rest_idempotency_key_reused`. 1 to 255 visible ASCII characters, such as `crypto.randomUUID()`; valid for one
   * day.
   */
  readonly idempotencyKey?: string | undefined
  /** Of an event: whether the record has `warnings`. Default `false`. */
  readonly warn?: boolean | undefined
}

export interface ReadEventOptions extends RequestOptions {
  /** Opens an event that has this password. Sent as `X-Event-Password`, so that it is never in a URL. */
  readonly password?: string | undefined
}

/**
 * Methods for records of type `T`, with filters `F`, input `I`, options `R` for reads and `W` for changes. Every method
 * rejects with a `ClientError` when the response is not a success, and with the error of `fetch` when there is no response.
 */
export interface Collection<T, F, I, R = RequestOptions, W = WriteOptions> {
  /** One page, all records, or page after page: see `List`. */
  readonly list: (filters?: F, options?: RequestOptions) => List<T>
  readonly get: (id: number, options?: R) => Promise<T>
  /** `slug`: as in the record; other spellings of it find the same record. */
  readonly getBySlug: (slug: string, options?: R) => Promise<T>
  readonly create: (input: I, options?: CreateOptions) => Promise<T>
  /** Changes the given fields. Absent fields do not change. */
  readonly update: (id: number, input: Partial<I>, options?: W) => Promise<T>
  /** Moves the record to the trash; with `force`, deletes it for good, as terms always are. Resolves to the record. */
  readonly delete: (id: number, options?: W & DeleteOptions) => Promise<T>
}

/** A collection of what events link to. */
export interface Mergeable {
  /**
   * Merges other records into the one with this ID: their events get it, and their IDs lead to it. With `dryRun`, nothing
   * is written, and `fields` of the result says which fields come from where.
   */
  readonly merge: (id: number, from: readonly number[], options?: MergeOptions) => Promise<MergeReport>
}

interface MergeOptions extends WriteOptions {
  readonly dryRun?: boolean | undefined
  /** A public record also gets fields of those that are not public. */
  readonly confirm?: boolean | undefined
}

/** The state of a record under the name of its kind; `null` if it was too large to be kept. */
export type RevisionOf<K extends string, T> = Revision & { readonly [N in K]: T | null }

/** A collection whose records have revisions. They need the option `changes` of the server. */
export interface Revisable<K extends string, Raw, T> {
  /** The newest 50 states of the record, the newest first; the record as the interface has it. */
  readonly revisions: (id: number, options?: RequestOptions) => Promise<RevisionOf<K, Raw>[]>
  /** Updates the record to a state: `n` of one of its revisions. */
  readonly restore: (id: number, n: number, options?: WriteOptions) => Promise<T>
}

/** A collection whose records can also be updated and deleted by slug. */
export interface SlugCollection<T, F, I, R = RequestOptions, W = WriteOptions>
  extends Collection<T, F, I, R, W> {
  readonly updateBySlug: (slug: string, input: Partial<I>, options?: W) => Promise<T>
  readonly deleteBySlug: (slug: string, options?: W & DeleteOptions) => Promise<T>
}

export function createCollection<
  Raw extends { readonly id: number },
  T extends ClientRecord,
  F extends PageFilters,
  I extends object,
  K extends string,
>(
  send: Send,
  collection: 'events' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media',
  show: (raw: Raw) => T,
): SlugCollection<T, F, I, ReadEventOptions, WriteEventOptions> & Mergeable & Revisable<K, Raw, T> {
  const byId = (id: number) => `/${collection}/${segment(id)}`
  const bySlug = (slug: string) => `/${collection}/by-slug/${segment(slug)}`

  async function one(...request: [Call, RequestOptions]): Promise<T> {
    const answer = await send(...request)
    if (!isRecord<Raw>(answer.body)) throw unreadable(answer.status, answer.headers)
    return keepEtag(show(answer.body), answer.headers.get('etag'))
  }
  const read = (path: string, { password, ...options }: ReadEventOptions = {}) =>
    one({ method: 'GET', path, fields: { 'x-event-password': utf8Field(password) } }, options)
  const write = (
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    {
      ifMatch,
      scope,
      warn,
      force,
      dryRun,
      confirm,
      ...options
    }: WriteEventOptions & DeleteOptions & MergeOptions = {},
    body?: object,
  ): [Call, RequestOptions] => [
    {
      ...{ method, path, body },
      query: { scope, warn, force, dry_run: dryRun, confirm },
      fields: { 'if-match': ifMatch },
    },
    options,
  ]

  return {
    list: (filters, options = {}) =>
      createList(filters, async (query, page) => {
        const answer = await send({ method: 'GET', path: `/${collection}`, query }, options)
        const { records, next, ...totals } = readList<Raw>(answer, collection)
        return { page: { items: records.map(show), ...totals, page }, next }
      }),
    get: (id, options) => read(byId(id), options),
    getBySlug: (slug, options) => read(bySlug(slug), options),
    create: (body, { idempotencyKey, warn, ...options } = {}) => {
      const fields = { 'idempotency-key': idempotencyKey }
      return one({ method: 'POST', path: `/${collection}`, query: { warn }, body, fields }, options)
    },
    update: (id, input, options) => one(...write('PATCH', byId(id), options, input)),
    updateBySlug: (slug, input, options) => one(...write('PATCH', bySlug(slug), options, input)),
    delete: (id, options) => one(...write('DELETE', byId(id), options)),
    deleteBySlug: (slug, options) => one(...write('DELETE', bySlug(slug), options)),
    merge: (id, from, options) =>
      ask(send, ...write('POST', `${byId(id)}/merge`, options, { from }), 'merged'),
    revisions: (id, options) =>
      ask(send, { method: 'GET', path: `${byId(id)}/revisions` }, options, 'length'),
    restore: (id, n, options) => one(...write('POST', `${byId(id)}/revisions/${segment(n)}`, options)),
  }
}

/** A header value consists of bytes, one per character. The server reads them as UTF-8. */
const utf8Field = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : String.fromCharCode(...new TextEncoder().encode(text))

/** Checks just enough to recognize a record, because another server may respond at that address. */
const isRecord = <R extends { readonly id: number }>(value: unknown): value is R =>
  isObject(value) && typeof value.id === 'number'

function readList<R extends { readonly id: number }>({ body, status, headers }: Answer, collection: string) {
  if (isObject(body)) {
    const { [collection]: records, total, total_pages: totalPages, next_rest_url } = body
    const isWhole = Array.isArray(records) && records.every(isRecord<R>)
    if (isWhole && typeof total === 'number' && typeof totalPages === 'number')
      return { records, total, totalPages, next: queryIn(next_rest_url) }
  }
  throw unreadable(status, headers)
}
