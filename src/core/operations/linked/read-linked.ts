import { ApiError } from '../../../errors.ts'
import { mayRead } from '../../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../../domain/records/records.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { demandWhole } from '../reading/merged.ts'
import type { LinkedModel } from './linked-models.ts'

export async function readLinked<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  context: RequestContext,
): Promise<Answer<R>> {
  const record = await model.find(context)
  await demandWhole(context, record)
  if (!mayRead(context.caller, record)) throw new ApiError(`${model.kind}-not-accessible`)
  return singleLinked(record)
}

export function singleLinked<R extends VenueRecord | OrganizerRecord>(record: R): Answer<R> {
  return {
    status: 200,
    content: record,
    id: record.id,
    version: record.version,
    modified: record.modified_utc,
  }
}
