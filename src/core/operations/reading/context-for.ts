import { Problems } from '../../../errors.ts'
import type { Caller } from '../../access/policy.ts'
import { clockAt } from '../../domain/time/request-clock.ts'
import type { RequestContext } from '../../mount/request.ts'
import { AnswerSize } from './answer-size.ts'
import { createSlices } from './slices.ts'

/** Where and when something happens. */
export interface Setting extends Pick<RequestContext, 'site' | 'links'> {
  readonly now: Date
}

/** The context of what no request asks for. */
export const contextFor = ({ site, links, now }: Setting, caller: Caller): RequestContext => ({
  ...{ site, caller, links, clock: clockAt(now, site.zone), problems: new Problems() },
  ...{ operation: '', path: {}, params: {}, client: {} },
  revision: async () => undefined,
  size: new AnswerSize(Number.POSITIVE_INFINITY),
  slice: createSlices(),
})
