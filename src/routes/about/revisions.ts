import type { AboutEndpoint } from '../../schema/described.ts'

const revisionsAbout = <K extends 'event' | 'venue' | 'organizer', N extends 'Event' | 'Venue' | 'Organizer'>(
  kind: K,
  name: N,
) =>
  ({
    list: {
      tag: `${name}s`,
      summary: `What was there before, of one ${kind}: its newest 50 states.`,
      answer: `${name}Revision[]`,
      success: 200,
      errors: ['rest_forbidden', `rest-${kind}-not-found`],
    },
    restore: {
      tag: `${name}s`,
      summary: `Updates the ${kind} to what it was.`,
      answer: name,
      success: 200,
      errors: [
        'rest_invalid_param',
        'rest_forbidden',
        `rest-${kind}-not-found`,
        'rest_revision_not_found',
        'rest_revision_not_kept',
        'rest_precondition_failed',
      ],
    },
  }) as const satisfies Record<string, AboutEndpoint>

const event = revisionsAbout('event', 'Event')
const venue = revisionsAbout('venue', 'Venue')
const organizer = revisionsAbout('organizer', 'Organizer')

export const REVISIONS = {
  listEventRevisions: event.list,
  restoreEvent: event.restore,
  listVenueRevisions: venue.list,
  restoreVenue: venue.restore,
  listOrganizerRevisions: organizer.list,
  restoreOrganizer: organizer.restore,
}
