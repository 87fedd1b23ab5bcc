import type { ErrorCode } from '../../errors.ts'
import type { AboutEndpoint } from '../../schema/described.ts'

/** `E`: the errors that not all kinds have. */
const revisionsAbout = <
  K extends 'event' | 'venue' | 'organizer',
  N extends 'Event' | 'Venue' | 'Organizer',
  E extends ErrorCode = never,
>(
  kind: K,
  name: N,
  ...own: readonly E[]
) =>
  ({
    list: {
      tag: `${name}s`,
      summary: `What was there before, of one ${kind}: its newest 50 states.`,
      answer: `${name}Revision[]`,
      success: 200,
      errors: [`rest-${kind}-not-found`, ...own],
    },
    restore: {
      tag: `${name}s`,
      summary: `Updates the ${kind} to what it was.`,
      answer: name,
      success: 200,
      errors: [
        'rest_invalid_param',
        `rest-${kind}-not-found`,
        ...own,
        'rest_revision_not_found',
        'rest_revision_not_kept',
        'rest_precondition_failed',
      ],
    },
  }) as const satisfies Record<string, AboutEndpoint>

const event = revisionsAbout('event', 'Event')
const venue = revisionsAbout('venue', 'Venue', 'rest_merged')
const organizer = revisionsAbout('organizer', 'Organizer', 'rest_merged')

export const REVISIONS = {
  listEventRevisions: event.list,
  restoreEvent: event.restore,
  listVenueRevisions: venue.list,
  restoreVenue: venue.restore,
  listOrganizerRevisions: organizer.list,
  restoreOrganizer: organizer.restore,
}
