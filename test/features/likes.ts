import {
  type Change,
  commit,
  findRecord,
  notesNamed,
  type Plan,
  type RequestContext,
} from '../../src/core/door.ts'
import type { Feature } from '../../src/core/feature.ts'
import { isNumber } from '../../src/core/fields/row.ts'
import type { Work } from '../../src/core/mount/site.ts'
import { noteContent, noteId, readNote, readNotes } from '../../src/core/operations/journal/notes.ts'
import { creates, ownEndpoint } from '../../src/core/routing.ts'
import { object, whole } from '../../src/core/schema/answer-parts.ts'

/*
 * A feature that the core has never heard of: events that people like. Whoever deletes such an event for good takes the
 * likes along, and a message says so.
 */

const Likes = object({ id: whole, likes: whole })

const nameOf = (event: number): string => `.likes ${event}`

const put = (id: number, name: string, expect: number, data: unknown): Change => ({
  ...{ do: 'put', kind: 'note', id, expect, content: noteContent(name, data) },
})

async function like(context: RequestContext): Promise<number> {
  const event = await findRecord(context, 'event')
  const { site, caller, clock } = context
  return commit({ site, caller, now: clock.now() }, async (plan: Plan) => {
    const { version, value = 0 } = await readNote(site.storage, nameOf(event.id), isNumber)
    plan.hold('event', event.id, event.version)
    plan.changes.push(put(noteId(nameOf(event.id)), nameOf(event.id), version, value + 1))
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

const erased = ({ writes }: Plan): number[] =>
  writes.flatMap(({ id, before, after }) => (before?.kind === 'event' && after === null ? [id] : []))

/** In the commit that deletes the events. */
async function settle(plan: Plan): Promise<void> {
  for (const id of erased(plan)) {
    const { version, value } = await readNote(plan.site.storage, nameOf(id), isNumber)
    if (value === undefined) continue
    plan.changes.push(put(noteId(`.liked ${id}`), '.liked', 0, { id, likes: value }))
    plan.changes.push({ do: 'remove', kind: 'note', id: noteId(nameOf(id)), expect: version })
  }
}

/** What was told, for the test. It can fail, and is then told again. */
export const told: string[] = []
export const telling = { fails: false }

const deliver: Work = async ({ storage }) => {
  for (const { id, version, data } of await storage.find('note', notesNamed(['.liked'], 10))) {
    if (telling.fails) throw new Error('nobody listens')
    told.push(data)
    await storage.commit([{ do: 'remove', kind: 'note', id, expect: version }])
  }
}

/** When it purged, for the test. */
export const purged: Date[] = []

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
          step: { concerns: (plan) => erased(plan).length > 0, settle: () => settle },
          shows: {
            schema: () => object({ likes: whole }),
            concerns: () => true,
            members: () => async (reader, ids) => {
              const notes = await readNotes(reader.site.storage, ids.map(nameOf))
              return new Map(ids.map((id) => [id, { likes: Number(notes.get(nameOf(id))?.data ?? 0) }]))
            },
          },
          purge: () => async (_site, now) => void purged.push(now),
          deliver: () => deliver,
        }
      : undefined,
}
