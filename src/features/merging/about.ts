import type { LinkedKind, TermKind } from '../../core/domain/records/records.ts'
import type { AboutEndpoint } from '../../core/schema/described.ts'
import type { ErrorCode } from '../../errors.ts'
import { ANSWERS } from './answers.ts'

const TAGS = { venue: 'Venues', organizer: 'Organizers', category: 'Categories', tag: 'Tags' } as const

/** Only venues and organizers have a status. */
const OWN = {
  venue: ['venue-is-in-trash', 'venue-not-accessible'],
  organizer: ['organizer-is-in-trash', 'organizer-not-accessible'],
  category: [],
  tag: [],
} as const satisfies Record<LinkedKind | TermKind, readonly ErrorCode[]>

export const aboutMerge = (kind: LinkedKind | TermKind): AboutEndpoint => ({
  tag: TAGS[kind],
  summary: `Merges others into this ${kind}: their events get it, and their IDs lead to it.`,
  answer: { name: 'MergeReport', schema: ANSWERS.MergeReport },
  success: 200,
  errors: [
    'rest_missing_callback_param',
    'rest_invalid_param',
    `rest-${kind}-not-found`,
    'rest_merged',
    'rest_precondition_failed',
    ...OWN[kind],
  ],
})
