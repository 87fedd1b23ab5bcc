import type { SourceRecord } from '../../domain/records/sources.ts'
import { clockAt } from '../../domain/time/request-clock.ts'
import { Problems } from '../../errors.ts'
import type { RequestContext } from '../../mount/request.ts'
import { AnswerSize } from '../reading/answer-size.ts'
import { createSlices } from '../reading/slices.ts'
import { writerOf } from './source-writes.ts'

/** The context of the writes of a source: there is no request, and the caller is who made it. */
export const contextFor = (
  { site, links }: Pick<RequestContext, 'site' | 'links'>,
  { author }: Pick<SourceRecord, 'author'>,
  now: Date,
): RequestContext => ({
  ...{ site, links, caller: writerOf(author), problems: new Problems() },
  ...{ clock: clockAt(now, site.zone), operation: 'updateEvent', path: {}, params: {}, client: {} },
  revision: async () => undefined,
  size: new AnswerSize(Number.POSITIVE_INFINITY),
  slice: createSlices(),
})
