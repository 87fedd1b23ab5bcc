import type { LinkedKind, TermKind } from '../../core/domain/records/records.ts'
import { ownEndpoint } from '../../core/routing.ts'
import { aboutMerge } from './about.ts'
import { mergeBody } from './schema.ts'

/** All that events link to is merged in the same way. */
const mergeOf = (kind: LinkedKind | TermKind, operation: string) =>
  ownEndpoint({
    operation,
    about: () => aboutMerge(kind),
    headers: ['If-Match', 'If-None-Match'],
    input: mergeBody,
    required: ['from'],
    isDivided: true,
    run: async (context, fields) => {
      const { mergeRecords } = await import('./operations.ts')
      const answer = await mergeRecords(kind, context, fields)
      return { ...answer, content: JSON.stringify(answer.content) }
    },
  })

export const merges = {
  venue: mergeOf('venue', 'mergeVenue'),
  organizer: mergeOf('organizer', 'mergeOrganizer'),
  category: mergeOf('category', 'mergeCategory'),
  tag: mergeOf('tag', 'mergeTag'),
}
