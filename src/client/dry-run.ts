import type { DateEffect } from '../types/index.ts'
import type { DeleteOptions, WriteEventOptions } from './collections.ts'
import { ask, type Call, type RequestOptions, type Send, segment } from './request.ts'

type ScopeOptions = Pick<WriteEventOptions, 'scope'> & RequestOptions

/** The same writes of events, which only say what they would do to dates. */
export interface DryRun<I> {
  readonly create: (input: I, options?: RequestOptions) => Promise<DateEffect>
  readonly update: (id: number, input: Partial<I>, options?: ScopeOptions) => Promise<DateEffect>
  readonly delete: (id: number, options?: ScopeOptions & DeleteOptions) => Promise<DateEffect>
}

export function createDryRun<I extends object>(send: Send): DryRun<I> {
  const effect = (call: Call, options: RequestOptions): Promise<DateEffect> =>
    ask(send, { ...call, query: { ...call.query, dry_run: 1 } }, options, 'moves')
  const byId = (id: number) => `/events/${segment(id)}`
  return {
    create: (body, options = {}) => effect({ method: 'POST', path: '/events', body }, options),
    update: (id, body, { scope, ...options } = {}) =>
      effect({ method: 'PATCH', path: byId(id), query: { scope }, body }, options),
    delete: (id, { scope, force, ...options } = {}) =>
      effect({ method: 'DELETE', path: byId(id), query: { scope, force } }, options),
  }
}
