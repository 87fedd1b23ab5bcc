import { ApiError, invalidParam } from '../../../errors.ts'
import type { PlainResponse } from '../../../types/index.ts'
import type { Caller } from '../../access/policy.ts'
import type { Site } from '../../mount/site.ts'
import { changeOnce } from '../../operations/writing/change-once.ts'
import type { RequestLog } from '../report.ts'
import type { Arrived, Inside } from '../running.ts'
import type { Target } from '../target.ts'
import type { Desk } from './desk.ts'
import type { Entry, ReadEntry } from './entries.ts'
import { EntryRequest } from './entry-request.ts'
import { type FindId, failedDependency, resolveBody, resolvePath } from './references.ts'
import { type TimeLimit, timedOut } from './time-limit.ts'

/** What became of an entry. */
export interface Done {
  readonly response: PlainResponse
  readonly log: RequestLog
  readonly refusal: ApiError | undefined
  /** Whether it may have written. */
  readonly isWrite: boolean
  /** Whether all went well, but its response had no room. */
  readonly isCutOff: boolean
}

export const hasFailed = ({ response, isCutOff }: Done): boolean =>
  response.status >= 300 && response.status !== 304 && !isCutOff

const REPLAYED = { 'idempotent-replayed': 'true' }
/** A query with `_fields`. */
const FIELDS = /[?&]_fields(=|\[|%5B)/i
/** A read without header fields. */
const PLAIN = { method: 'GET', headers: new Headers(), body: null }

/** Carries out the entries of a batch, one at a time, and keeps what became of each. */
export class Runner<Host> {
  readonly entries: readonly ReadEntry[]
  readonly desk: Desk<Host>
  readonly limit: TimeLimit
  readonly caller: Caller
  readonly now: Date
  readonly #key: string | undefined
  readonly #isAtomic: boolean
  readonly #dones: (Done | undefined)[]
  readonly #kept: readonly { rate?: Promise<void> }[]
  readonly #audits: ReturnType<Desk<Host>['reporter']['begin']>[] = []
  readonly #places = new Map<string, number>()

  constructor(
    desk: Desk<Host>,
    entries: readonly ReadEntry[],
    {
      caller,
      key,
      limit,
      now,
      isAtomic,
    }: {
      readonly caller: Caller
      /** `Idempotency-Key` of the batch. */
      readonly key: string | undefined
      readonly limit: TimeLimit
      readonly now: Date
      readonly isAtomic: boolean
    },
  ) {
    this.desk = desk
    this.entries = entries
    this.limit = limit
    this.caller = caller
    this.now = now
    this.#key = key
    this.#isAtomic = isAtomic
    this.#dones = entries.map(() => undefined)
    this.#kept = entries.map(() => ({}))
    for (const [index, { id }] of entries.entries()) if (id !== undefined) this.#places.set(id, index)
  }

  get hasKey(): boolean {
    return this.#key !== undefined
  }

  get dones(): readonly (Done | undefined)[] {
    return this.#dones
  }

  /** What became of these entries is void: they are carried out anew. */
  forget(indexes: readonly number[]): void {
    for (const index of indexes) this.#dones[index] = undefined
  }

  /** Refuses the entry in its place. */
  refuse(index: number, refusal: ApiError): Done {
    const before = this.#dones[index]
    const log = before?.log ?? { request: this.desk.running.request, caller: this.caller }
    return this.#keep(index, this.#refused(refusal, log, before?.isWrite ?? false))
  }

  /** Carries out an entry, on this site. At the time limit it is refused. */
  async run(index: number, site: Site): Promise<Done> {
    const { running, host, findTarget, refusalOf, reporter } = this.desk
    const log: RequestLog = { request: running.request, caller: this.caller }
    if (this.limit.isOver) return this.#keep(index, this.#refused(timedOut(), log, false))
    this.#audits[index] ??= reporter.begin(host)
    let isWrite = false
    try {
      const { entry } = this.entries[index] ?? {}
      if (entry === undefined || entry instanceof ApiError) throw entry
      const asked = this.#requestOf(entry, index, log)
      const url = new URL(asked.url)
      const { target, request } = await findTarget(url, asked, log)
      log.request = request
      demandPart(target, this.#isAtomic)
      isWrite = !target.offer.methods.includes('GET')
      if (!isWrite && this.#isFull(index)) throw noRoom()
      const response = await this.limit.race(
        this.#answer(entry, index, { request, target, host, trusted: this.caller }, log, site),
      )
      if (response.body !== null && response.headers['content-type']?.includes('json') !== true) {
        throw invalidParam('path', 'a batch has JSON only')
      }
      const isCutOff = (response.body?.length ?? 0) > this.#room(index)
      return this.#keep(
        index,
        isCutOff
          ? { ...this.#refused(noRoom(), log, isWrite), isCutOff }
          : { response, log, refusal: undefined, isWrite, isCutOff },
      )
    } catch (error) {
      const refusal = refusalOf(error, log.request)
      const isCutOff = refusal.code === 'rest_response_too_large' && !isWrite
      return this.#keep(index, { ...this.#refused(isCutOff ? noRoom() : refusal, log, isWrite), isCutOff })
    }
  }

  async #answer(
    { body, headers, path, method }: Entry,
    index: number,
    arrived: Arrived<Host>,
    log: RequestLog,
    site: Site,
  ): Promise<PlainResponse> {
    const { running, takeTurn } = this.desk
    const { target } = arrived
    const params = resolveBody(body ?? {}, this.#finder(index))
    const isRead = target.offer.methods.includes('GET')
    // With `_fields`, only a part of what is read is in the response. Its size is looked at when it is made.
    const isPart = FIELDS.test(new URL(arrived.request.url).search)
    const response = isPart ? site.limits.response : Math.min(site.limits.response, this.#room(index))
    const inside = {
      ...{ body: params, cancellation: this.limit, slot: running.slot, kept: this.#kept[index] ?? {} },
    }
    const limits = isRead ? { ...site.limits, response } : site.limits
    const key = headers.get('idempotency-key') ?? this.#keyOf(index)
    // Creates have receipts of their own.
    const isCreate = target.endpoint.headers?.includes('Idempotency-Key') === true
    if (isRead || isCreate || key === undefined) {
      return takeTurn(arrived, log, { ...inside, site: { ...site, limits } })
    }
    return changeOnce(
      {
        caller: this.caller,
        operation: target.endpoint.operation,
        // Fields have no such names.
        params: { ...params, '/method': method, '/path': path },
        now: this.now,
        storage: site.storage.within?.(this.limit.signal) ?? site.storage,
      },
      key,
      (storage) => takeTurn(arrived, log, { ...inside, site: { ...site, storage } }),
      (id) => this.#show(id, log, { ...inside, body: {}, site }),
    )
  }

  /** The response to a change that was carried out before: the record as it is now. */
  async #show(id: number, log: RequestLog, inside: Inside): Promise<PlainResponse> {
    const { apiPath, findTarget, host, takeTurn } = this.desk
    const url = new URL(log.request.url)
    const [, collection = '', own] = url.pathname.slice(apiPath.length).split('/')
    url.pathname = `${apiPath}/${collection}/${/^\d+$/.test(own ?? '') ? own : id}`
    url.search = ''
    const request = { ...PLAIN, url: url.href, signal: this.limit.signal, toRequest: () => new Request(url) }
    const reading: RequestLog = { request, caller: this.caller }
    try {
      const { target } = await findTarget(url, request, reading)
      if (target === undefined) throw new ApiError('rest_no_route')
      const response = await takeTurn({ request, target, host, trusted: this.caller }, reading, inside)
      if (reading.record !== undefined) log.record = reading.record
      return { ...response, headers: { ...response.headers, ...REPLAYED } }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      // It is gone, or the caller may not read it any more.
      const body = new TextEncoder().encode(JSON.stringify({ id, deleted: true }))
      return { status: 200, headers: { 'content-type': 'application/json', ...REPLAYED }, body }
    }
  }

  #requestOf(entry: Entry, index: number, log: RequestLog): EntryRequest {
    const { running, apiPath, site } = this.desk
    const path = resolvePath(entry.path, this.#finder(index))
    const { origin } = new URL(running.request.url)
    const url = new URL(`${origin}${apiPath}${path}`)
    if (url.href.length > site.limits.url) throw new ApiError('rest_uri_too_long')
    const fields = new Map(entry.headers)
    const key = this.#keyOf(index)
    if (key !== undefined && !fields.has('idempotency-key')) fields.set('idempotency-key', key)
    const request = new EntryRequest(running.request, this.limit.signal, {
      ...{ method: entry.method, url: url.href, fields, content: entry.body },
    })
    log.request = request
    // Segments such as `..` lead elsewhere.
    if (!url.pathname.startsWith(`${apiPath}/`)) throw new ApiError('rest_no_route')
    return request
  }

  #keyOf(index: number): string | undefined {
    return this.#key === undefined ? undefined : `${this.#key}/${index}`
  }

  #finder(index: number): FindId {
    return (name, place) => {
      const at = this.#places.get(name)
      const quoted = JSON.stringify(name.slice(0, 64))
      if (at === undefined) throw invalidParam(place, `no request has the id ${quoted}`)
      const done = at < index ? this.#dones[at] : undefined
      if (done === undefined) throw invalidParam(place, `the request ${quoted} does not come before this one`)
      if (hasFailed(done)) throw failedDependency(`The request ${quoted} failed, which this one refers to.`)
      const id = done.log.record?.id
      if (id === undefined) throw invalidParam(place, `the request ${quoted} answers no record`)
      return id
    }
  }

  /** Bytes that are left for the response. */
  #room(index: number): number {
    let left = this.desk.site.limits.batchBytes
    for (const [at, done] of this.#dones.entries()) {
      if (at !== index) left -= done?.response.body?.length ?? 0
    }
    return Math.max(0, left)
  }

  /** Whether an earlier read had no room. What others would read would be thrown away, too. */
  #isFull(index: number): boolean {
    return this.#dones.some((done, at) => at < index && done?.isCutOff === true && !done.isWrite)
  }

  #refused(refusal: ApiError, log: RequestLog, isWrite: boolean): Done {
    const { challenges } = this.desk.site.security
    const response = this.desk.refuse(log.request, refusal, { allow: log.allow, challenges })
    return { response, log, refusal, isWrite, isCutOff: false }
  }

  #keep(index: number, done: Done): Done {
    this.#dones[index] = done
    return done
  }

  /** Tells the host's `audit` of all entries that have a response. */
  audit(): void {
    const { reporter, host } = this.desk
    for (const [index, done] of this.#dones.entries()) {
      if (done === undefined) continue
      const audit = this.#audits[index] ?? reporter.begin(host)
      audit?.(done.response.status, done.log, done.refusal)
    }
  }
}

const noRoom = (): ApiError =>
  new ApiError('rest_response_too_large', {
    status: 413,
    message: 'The responses of the batch are larger than the limit; what the request did is done.',
  })

/** Throws 400 for requests that a batch cannot hold. */
function demandPart(target: Target | undefined, isAtomic: boolean): asserts target is Target {
  if (target === undefined) throw invalidParam('method', 'is not one of a batch')
  const { isBatch, isAlone, isDivided } = target.endpoint
  if (isBatch || isAlone) {
    throw invalidParam('path', 'a batch holds no batch, no upload, no import, and no feed')
  }
  if (isAtomic && isDivided) throw invalidParam('path', WRITTEN_IN_PARTS)
}

export const WRITTEN_IN_PARTS = 'is written in parts, so it cannot be a part of an atomic batch'
