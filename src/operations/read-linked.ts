import { mayRead } from '../access/policy.ts'
import type { OrganizerRecord, VenueRecord } from '../domain/records.ts'
import { ApiError } from '../errors.ts'
import type { Answer, Asked } from '../routes/route.ts'
import type { LinkedModel } from './linked-models.ts'
import type { PostFields } from './post-fields.ts'

export async function readLinked<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
): Promise<Answer> {
  const record = await model.find(asked)
  if (!mayRead(asked.caller, record)) throw new ApiError(`${model.kind}-not-accessible`)
  return singleLinked(model, asked, record, true)
}

export function singleLinked<R extends VenueRecord | OrganizerRecord, F extends PostFields>(
  model: LinkedModel<R, F>,
  asked: Asked,
  record: R,
  withJsonLd: boolean,
): Answer {
  const json = model.writer(asked, withJsonLd)(record)
  return { status: 200, json, id: record.id, version: record.version, modified: record.modified_utc }
}
