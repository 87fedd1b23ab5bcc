import type { PostKind } from '../domain/records/records.ts'
import type { EventView } from '../domain/records/views.ts'
import type { RequestContext } from '../mount/request.ts'
import { eventWriter } from '../present/event-json.ts'
import { writtenJson, writtenOrReportJson } from '../present/json.ts'
import { organizerWriter, venueWriter } from '../present/record-json.ts'
import { inFormat } from './formats.ts'
import { type Endpoint, endpoint } from './route.ts'

const writes = () => import('../operations/writes.ts')

const listOf = (kind: PostKind, operation: Endpoint['operation']) =>
  endpoint({ operation, run: async (context) => (await writes()).listRevisions(kind, context) })

const restoring = (
  operation: Endpoint['operation'],
  run: (context: RequestContext, fields: object) => ReturnType<Endpoint['answer']>,
) => endpoint({ operation, headers: ['If-Match', 'If-None-Match'], run })

const eventOrReport = writtenOrReportJson((content): content is EventView => 'event' in content, eventWriter)

/** What was there before, of events, venues and organizers. */
export const revisions = {
  event: {
    list: listOf('event', 'listEventRevisions'),
    restore: restoring(
      'restoreEvent',
      inFormat(async (context) => (await writes()).restoreEvent(context), eventOrReport),
    ),
  },
  venue: {
    list: listOf('venue', 'listVenueRevisions'),
    restore: restoring(
      'restoreVenue',
      inFormat(async (context) => (await writes()).restoreVenue(context), writtenJson(venueWriter)),
    ),
  },
  organizer: {
    list: listOf('organizer', 'listOrganizerRevisions'),
    restore: restoring(
      'restoreOrganizer',
      inFormat(async (context) => (await writes()).restoreOrganizer(context), writtenJson(organizerWriter)),
    ),
  },
}
