import type { PullReport, Source, SourceInput, SourceList } from '../types/index.ts'
import { ask, type RequestOptions, type Send, segment } from './request.ts'

/** Calendars from elsewhere, for editors and administrators. */
export interface Sources {
  readonly list: (
    filters?: { readonly page?: number | undefined; readonly per_page?: number | undefined },
    options?: RequestOptions,
  ) => Promise<SourceList>
  readonly get: (id: number, options?: RequestOptions) => Promise<Source>
  readonly create: (
    source: SourceInput & { readonly url: string },
    options?: RequestOptions,
  ) => Promise<Source>
  /** What a first reading would bring. Nothing is added. */
  readonly preview: (
    source: SourceInput & { readonly url: string },
    options?: RequestOptions,
  ) => Promise<PullReport>
  readonly update: (id: number, source: SourceInput, options?: RequestOptions) => Promise<Source>
  /** `events`: what becomes of its events. Default `keep`. */
  readonly delete: (
    id: number,
    options?: RequestOptions & { readonly events?: 'keep' | 'trash' | undefined },
  ) => Promise<Source>
  /** Reads it now. `dryRun`: nothing is written. `confirm`: also if more than half of its events are gone. */
  readonly pull: (
    id: number,
    options?: RequestOptions & {
      readonly dryRun?: boolean | undefined
      readonly confirm?: boolean | undefined
    },
  ) => Promise<PullReport>
}

export function createSources(send: Send): Sources {
  const one = (id: number) => `/sources/${segment(id)}`
  return {
    list: (query = {}, options) => ask(send, { method: 'GET', path: '/sources', query }, options, 'sources'),
    get: (id, options) => ask(send, { method: 'GET', path: one(id) }, options, 'id'),
    create: (body, options) => ask(send, { method: 'POST', path: '/sources', body }, options, 'id'),
    preview: (body, options) =>
      ask(send, { method: 'POST', path: '/sources', query: { dry_run: 1 }, body }, options, 'refused'),
    update: (id, body, options) => ask(send, { method: 'PATCH', path: one(id), body }, options, 'id'),
    delete: (id, { events, ...options } = {}) =>
      ask(send, { method: 'DELETE', path: one(id), query: { events } }, options, 'id'),
    pull: (id, { dryRun, confirm, ...options } = {}) =>
      ask(
        send,
        { method: 'POST', path: `${one(id)}/pull`, query: { dry_run: dryRun, confirm } },
        options,
        'refused',
      ),
  }
}
