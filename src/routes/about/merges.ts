import type { LinkedKind, TermKind } from '../../domain/records/records.ts'
import type { ErrorCode } from '../../errors.ts'
import type { AboutEndpoint } from '../../schema/described.ts'

/** `E`: the errors that only one of them has. */
const mergeAbout = <K extends LinkedKind | TermKind, E extends ErrorCode = never>(
  kind: K,
  tag: string,
  ...own: readonly E[]
) =>
  ({
    tag,
    summary: `Merges others into this ${kind}: their events get it, and their IDs lead to it.`,
    answer: 'MergeReport',
    success: 200,
    errors: [
      'rest_missing_callback_param',
      'rest_invalid_param',
      `rest-${kind}-not-found`,
      'rest_merged',
      'rest_precondition_failed',
      ...own,
    ],
  }) as const satisfies AboutEndpoint

export const MERGES = {
  mergeVenue: mergeAbout('venue', 'Venues', 'venue-is-in-trash', 'venue-not-accessible'),
  mergeOrganizer: mergeAbout('organizer', 'Organizers', 'organizer-is-in-trash', 'organizer-not-accessible'),
  mergeCategory: mergeAbout('category', 'Categories'),
  mergeTag: mergeAbout('tag', 'Tags'),
}
