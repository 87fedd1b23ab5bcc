import type { PostKind } from '../../core/domain/records/records.ts'
import type { EventView } from '../../core/domain/records/views.ts'
import { eventWriter } from '../../core/present/event-json.ts'
import { writtenJson, writtenOrReportJson } from '../../core/present/json.ts'
import { organizerWriter, venueWriter } from '../../core/present/record-json.ts'
import { inFormat, ownEndpoint } from '../../core/routing.ts'

const about = () => import('./about.ts')
const operations = () => import('./operations.ts')

const listOf = (kind: PostKind, operation: string) =>
  ownEndpoint({
    operation,
    about: async () => (await about()).aboutList(kind),
    run: async (context) => (await operations()).listRevisions(kind, context),
  })

const restoring = (kind: PostKind, operation: string, run: Parameters<typeof ownEndpoint>[0]['run']) =>
  ownEndpoint({
    operation,
    about: async () => (await about()).aboutRestore(kind),
    headers: ['If-Match', 'If-None-Match'],
    run,
  })

const eventOrReport = writtenOrReportJson((content): content is EventView => 'event' in content, eventWriter)

/** What was there before, of events, venues and organizers. */
export const revisions = {
  event: {
    list: listOf('event', 'listEventRevisions'),
    restore: restoring(
      'event',
      'restoreEvent',
      inFormat(async (context) => (await operations()).restoreEvent(context), eventOrReport),
    ),
  },
  venue: {
    list: listOf('venue', 'listVenueRevisions'),
    restore: restoring(
      'venue',
      'restoreVenue',
      inFormat(async (context) => (await operations()).restoreVenue(context), writtenJson(venueWriter)),
    ),
  },
  organizer: {
    list: listOf('organizer', 'listOrganizerRevisions'),
    restore: restoring(
      'organizer',
      'restoreOrganizer',
      inFormat(
        async (context) => (await operations()).restoreOrganizer(context),
        writtenJson(organizerWriter),
      ),
    ),
  },
}
