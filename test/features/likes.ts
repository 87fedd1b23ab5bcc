import * as z from 'zod/mini'
import { type Change, commit, findRecord, type Plan, type RequestContext } from '../../src/core/door.ts'
import type { Feature } from '../../src/core/feature.ts'
import { creates, ownEndpoint } from '../../src/core/routing.ts'
import { isNumber } from '../../src/fields/row.ts'
import { noteContent, noteId, readNote } from '../../src/operations/journal/notes.ts'

/* A feature that the core has never heard of: events that people like. */

const Likes = z.object({ id: z.number(), likes: z.number() })

async function like(context: RequestContext): Promise<number> {
  const event = await findRecord(context, 'event')
  const { site, caller, clock } = context
  return commit({ site, caller, now: clock.now() }, async (plan: Plan) => {
    const name = `.likes ${event.id}`
    const { version, value = 0 } = await readNote(site.storage, name, isNumber)
    const id = noteId(name)
    const change: Change = {
      do: 'put',
      kind: 'note',
      id,
      expect: version,
      content: noteContent(name, value + 1),
    }
    plan.hold('event', event.id, event.version)
    plan.changes.push(change)
    return value + 1
  })
}

const createLike = ownEndpoint({
  operation: 'createLike',
  about: () => ({
    tag: 'Likes',
    summary: 'Likes the event.',
    answer: { name: 'Likes', schema: Likes },
    success: 200,
    errors: ['rest-event-not-found', 'event-not-accessible'],
  }),
  run: async (context) => {
    const id = Number(context.path.id)
    return { status: 200, content: JSON.stringify({ id, likes: await like(context) }), isReport: true }
  },
})

/** On calendars that have changes, so that a test sees one without it. */
export const likes: Feature = {
  name: 'likes',
  isInMe: true,
  on: ({ changes }) =>
    changes
      ? {
          routes: [
            { path: '/events/:id/like', after: '/events/:id', offers: [creates('write', () => createLike)] },
          ],
        }
      : undefined,
}
