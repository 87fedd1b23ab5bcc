import { extraId } from '../../src/core/domain/records/extras.ts'
import {
  commit,
  findRecord,
  ownedBy,
  type Plan,
  putNamed,
  type RequestContext,
  removeExtra,
} from '../../src/core/door.ts'
import type { Feature } from '../../src/core/feature.ts'
import { isNumber } from '../../src/core/fields/row.ts'
import type { Work } from '../../src/core/mount/site.ts'
import { readAllNamed, readNamed } from '../../src/core/operations/journal/extras.ts'
import { creates, ownEndpoint } from '../../src/core/routing.ts'
import { object, whole } from '../../src/core/schema/answer-parts.ts'

/*
 * A feature that the core has never heard of: events that people like. Whoever deletes such an event for good takes the
 * likes along, and a message says so.
 */

const Likes = object({ id: whole, likes: whole })

/** How many like an event, under its ID. */
const LIKES = 'likes'
/** What is not told yet. */
const UNTOLD = 'liked'

async function like(context: RequestContext): Promise<number> {
  const event = await findRecord(context, 'event')
  const { site, caller, clock } = context
  return commit({ site, caller, now: clock.now() }, async (plan: Plan) => {
    const { version, value = 0 } = await readNamed(site.storage, LIKES, `${event.id}`, isNumber)
    plan.hold('event', event.id, event.version)
    plan.changes.push(putNamed(LIKES, `${event.id}`, version, value + 1))
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
    const { version, value } = await readNamed(plan.site.storage, LIKES, `${id}`, isNumber)
    if (value === undefined) continue
    plan.changes.push(putNamed(UNTOLD, `${id}`, 0, { id, likes: value }))
    plan.changes.push(removeExtra({ id: extraId(LIKES, `${id}`), version }))
  }
}

/** What was told, for the test. It can fail, and is then told again. */
export const told: string[] = []
export const telling = { fails: false }

const deliver: Work = async ({ storage }) => {
  for (const one of await storage.find('extra', ownedBy([UNTOLD], 10))) {
    if (telling.fails) throw new Error('nobody listens')
    told.push(one.data)
    await storage.commit([removeExtra(one)])
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
              const found = await readAllNamed(reader.site.storage, LIKES, ids.map(String))
              return new Map(ids.map((id) => [id, { likes: Number(found.get(`${id}`)?.data ?? 0) }]))
            },
          },
          purge: () => async (_site, now) => void purged.push(now),
          deliver: () => deliver,
        }
      : undefined,
}
