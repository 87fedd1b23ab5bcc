import type { AboutEndpoint } from '../../core/schema/described.ts'
import type { ErrorCode } from '../../errors.ts'
import { ANSWERS } from './answers.ts'

const KINDS = {
  event: { name: 'Event', tag: 'Events', schema: ANSWERS.EventRevision, own: [] },
  venue: { name: 'Venue', tag: 'Venues', schema: ANSWERS.VenueRevision, own: ['rest_merged'] },
  organizer: {
    name: 'Organizer',
    tag: 'Organizers',
    schema: ANSWERS.OrganizerRevision,
    own: ['rest_merged'],
  },
} as const

type Kind = keyof typeof KINDS

/** Errors of both operations. */
const common = (kind: Kind): ErrorCode[] => [`rest-${kind}-not-found`, ...KINDS[kind].own]

export const aboutList = (kind: Kind): AboutEndpoint => ({
  tag: KINDS[kind].tag,
  summary: `What was there before, of one ${kind}: its newest 50 states.`,
  answer: { name: `${KINDS[kind].name}Revision`, schema: KINDS[kind].schema, isList: true },
  success: 200,
  errors: common(kind),
})

export const aboutRestore = (kind: Kind): AboutEndpoint => ({
  tag: KINDS[kind].tag,
  summary: `Updates the ${kind} to what it was.`,
  answer: KINDS[kind].name,
  success: 200,
  errors: [
    'rest_invalid_param',
    ...common(kind),
    'rest_revision_not_found',
    'rest_revision_not_kept',
    'rest_precondition_failed',
  ],
})
