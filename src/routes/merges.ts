import type { LinkedKind, TermKind } from '../domain/records/records.ts'
import { mergeBody } from '../schema/merge.ts'
import { type Endpoint, endpoint } from './route.ts'

/** All that events link to is merged in the same way. */
const mergeOf = (kind: LinkedKind | TermKind, operation: Endpoint['operation']) =>
  endpoint({
    operation,
    headers: ['If-Match', 'If-None-Match'],
    input: mergeBody,
    required: ['from'],
    isDivided: true,
    run: async (context, fields) => {
      const { mergeRecords } = await import('../operations/writes.ts')
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
