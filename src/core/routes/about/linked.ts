import type { AboutEndpoint } from '../../schema/described.ts'

/** What is said of venues is said of organizers. */
const linkedAbout = <K extends 'venue' | 'organizer', N extends 'Venue' | 'Organizer'>(
  kind: K,
  name: N,
  article: string,
) =>
  ({
    list: {
      tag: `${name}s`,
      summary: `${name}s, the latest published first.`,
      answer: `${name}List`,
      success: 200,
      errors: ['rest_invalid_param', `${kind}-archive-page-not-found`],
    },
    create: {
      tag: `${name}s`,
      summary: `Creates ${article} ${kind}, or answers with the one of the same name and description.`,
      answer: name,
      success: 201,
      errors: [
        'rest_missing_callback_param',
        'rest_invalid_param',
        'rest_idempotency_key_reused',
        `could-not-create-${kind}`,
        `rest-${kind}-not-found`,
        `${kind}-not-accessible`,
      ],
    },
    read: {
      tag: `${name}s`,
      summary: `One ${kind}.`,
      answer: name,
      success: 200,
      errors: ['rest_invalid_param', `rest-${kind}-not-found`, `${kind}-not-accessible`, 'rest_merged'],
    },
    update: {
      tag: `${name}s`,
      summary: `Changes the fields of ${article} ${kind} that are sent, and keeps the others.`,
      answer: name,
      success: 200,
      errors: [
        'rest_invalid_param',
        `rest-${kind}-not-found`,
        `${kind}-not-accessible`,
        'rest_merged',
        'rest_precondition_failed',
      ],
    },
    remove: {
      tag: `${name}s`,
      summary: `Moves ${article} ${kind} to the trash, or deletes it for good; its events no longer show it.`,
      answer: name,
      success: 200,
      errors: [
        'rest_invalid_param',
        `rest-${kind}-not-found`,
        `${kind}-is-in-trash`,
        `${kind}-not-accessible`,
        'rest_merged',
        'rest_precondition_failed',
      ],
    },
  }) as const satisfies Record<string, AboutEndpoint>

const venue = linkedAbout('venue', 'Venue', 'a')
const organizer = linkedAbout('organizer', 'Organizer', 'an')

export const LINKED = {
  listVenues: venue.list,
  createVenue: venue.create,
  readVenue: venue.read,
  updateVenue: venue.update,
  deleteVenue: venue.remove,
  listOrganizers: organizer.list,
  createOrganizer: organizer.create,
  readOrganizer: organizer.read,
  updateOrganizer: organizer.update,
  deleteOrganizer: organizer.remove,
}
