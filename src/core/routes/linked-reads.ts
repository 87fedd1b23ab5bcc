import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import { askedOfLinked } from '../operations/asked.ts'
import { type LinkedModel, organizers, venues } from '../operations/linked/linked-models.ts'
import { listLinked } from '../operations/linked/list-linked.ts'
import { readLinked } from '../operations/linked/read-linked.ts'
import { withoutMarkedAny } from '../operations/reading/status-filter.ts'
import { pageJson, readJson, type Writer } from '../present/json.ts'
import { organizerWriter, venueWriter } from '../present/record-json.ts'
import { type ReadFields, readSchema } from '../schema/lists.ts'
import { type LinkedListFields, linkedListSchema } from '../schema/other-lists.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/** Venues and organizers are read in the same way. */
function linkedReads<R extends VenueRecord | OrganizerRecord>(
  model: LinkedModel<R>,
  writer: Writer<R>,
  name: 'Venue' | 'Organizer',
) {
  const { kind } = model
  const list = endpoint({
    operation: `list${name}s`,
    input: linkedListSchema,
    before: withoutMarkedAny,
    run: inFormat(
      (context, fields: LinkedListFields) => listLinked(model, context, fields),
      pageJson(kind, writer),
      ({ records }, { _fields }, context) => askedOfLinked(kind, records, _fields, context),
    ),
  })
  const read = endpoint({
    operation: `read${name}`,
    input: readSchema,
    run: inFormat(
      (context, _fields: ReadFields) => readLinked(model, context),
      readJson(writer),
      (record, { _fields }, context) => askedOfLinked(kind, [record], _fields, context),
    ),
  })
  return { list, read }
}

export const venueReads = linkedReads(venues, venueWriter, 'Venue')
export const organizerReads = linkedReads(organizers, organizerWriter, 'Organizer')
