import type * as z from 'zod/mini'
import type { OrganizerRecord, VenueRecord } from '../domain/records/records.ts'
import type { LinkedWrites } from '../operations/linked/write-linked.ts'
import { type Writer, writtenJson } from '../present/json.ts'
import { organizerWriter, venueWriter } from '../present/record-json.ts'
import { organizerBody, venueBody } from '../schema/bodies.ts'
import { type Removal, removeSchema } from '../schema/event-scope.ts'
import type { Rules } from '../schema/rules.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

const writes = () => import('../operations/writes.ts')

/** Venues and organizers are written in the same way. */
function linkedWrites<R extends VenueRecord | OrganizerRecord, S extends z.ZodMiniObject>(
  operations: () => Promise<LinkedWrites<R, z.output<S>>>,
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
    run: inFormat(
      async (context, fields: z.output<S>) => (await operations()).create(context, fields),
      writtenJson(writer),
    ),
  })
  const update = endpoint({
    operation: `update${name}`,
    headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
    input,
    run: inFormat(
      async (context, fields: z.output<S>) => (await operations()).update(context, fields),
      writtenJson(writer),
    ),
  })
  const remove = endpoint({
    operation: `delete${name}`,
    headers: ['If-Match', 'If-Unmodified-Since', 'If-None-Match'],
    input: removeSchema,
    run: inFormat(
      async (context, fields: Removal) => (await operations()).remove(context, fields),
      writtenJson(writer),
    ),
  })
  return { create, update, remove }
}

export const venueWrites = linkedWrites(
  async () => (await writes()).venueWrites,
  venueWriter,
  'Venue',
  'venue',
  venueBody,
)
export const organizerWrites = linkedWrites(
  async () => (await writes()).organizerWrites,
  organizerWriter,
  'Organizer',
  'organizer',
  organizerBody,
)
