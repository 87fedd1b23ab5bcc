import type * as z from 'zod/mini'
import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import * as operations from '../operations/linked/write-linked.ts'
import { type Writer, writtenJson } from '../present/json.ts'
import { organizerWriter, venueWriter } from '../present/record-json.ts'
import { organizerBody, venueBody } from '../schema/bodies.ts'
import { removeSchema } from '../schema/event-scope.ts'
import type { Rules } from '../schema/rules.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/** Venues and organizers are written in the same way. */
function linkedWrites<R extends VenueRecord | OrganizerRecord, S extends z.ZodMiniObject>(
  writes: operations.LinkedWrites<R, z.output<S>>,
  writer: Writer<R>,
  name: 'Venue' | 'Organizer',
  kind: 'venue' | 'organizer',
  input: (rules: Rules) => S,
) {
  const create = endpoint({
    operation: `create${name}`,
    headers: ['Idempotency-Key'],
    input,
    required: [kind],
    run: inFormat(writes.create, writtenJson(writer)),
  })
  const update = endpoint({
    operation: `update${name}`,
    headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
    input,
    run: inFormat(writes.update, writtenJson(writer)),
  })
  const remove = endpoint({
    operation: `delete${name}`,
    headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
    input: removeSchema,
    run: inFormat(writes.remove, writtenJson(writer)),
  })
  return { create, update, remove }
}

export const venueWrites = linkedWrites(operations.venueWrites, venueWriter, 'Venue', 'venue', venueBody)
export const organizerWrites = linkedWrites(
  operations.organizerWrites,
  organizerWriter,
  'Organizer',
  'organizer',
  organizerBody,
)
