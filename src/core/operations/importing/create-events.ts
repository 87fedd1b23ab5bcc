import { ApiError } from '../../../errors.ts'
import { Slices } from '../../../formats/give-way.ts'
import type { CreatedEvent, NewEvent } from '../../../types/index.ts'
import { type Caller, forbidden, has } from '../../access/policy.ts'
import { isObject } from '../../domain/json.ts'
import type { Origin } from '../../domain/records/records.ts'
import { slugify } from '../../domain/text/slug.ts'
import { write } from '../events/write.ts'
import type { Setting } from '../reading/context-for.ts'
import { claimId } from '../writing/claim-uid.ts'
import type { HeldStorage } from '../writing/held-storage.ts'
import { commitIfItFits } from '../writing/plan.ts'
import { together } from '../writing/together.ts'

/*
 * Many creates, decided one after the other and committed together: for imports. Loaded on first use.
 */

/** Events in one commit. */
const MOST = 500

/** IDs of new terms that are drawn at a time. */
const TERM_IDS = 16

/** Of a create, for `Slices`. */
const STEPS = 500

/** What is the same for all events of a call. */
export interface Creation extends Setting {
  readonly caller: Caller
}

/** `origin`: of an event that a source brings. */
export interface CreatedFor extends NewEvent {
  readonly origin?: Origin | undefined
}

/** The results are in the order of the events. Rejects when the storage fails. */
export async function createEvents(
  creation: Creation,
  events: readonly CreatedFor[],
): Promise<CreatedEvent[]> {
  const { caller, site } = creation
  if (!has(caller, 'write')) return events.map(() => ({ error: forbidden(caller) }))
  const created = await together<CreatedFor, CreatedEvent[]>(events, {
    ...{ site, most: MOST },
    // This commits, not the creates.
    decide: (part, held) =>
      createAll({ ...creation, site: { ...site, storage: held, isProvisional: true } }, held, part),
    commit: (changes) => commitIfItFits(creation, changes),
    alone: async () => [{ error: new ApiError('rest_record_too_large') }],
  })
  return created.flat()
}

/** Creates them one after the other over what is held, with few reads. */
export async function createAll(
  creation: Creation,
  held: HeldStorage,
  events: readonly CreatedFor[],
): Promise<CreatedEvent[]> {
  held.drawAtOnce({ post: events.length, term: TERM_IDS })
  const slugs = [...new Set(events.map(({ event }) => likelySlug(event)))]
  const uids = [...new Set(events.flatMap(({ uid }) => (uid ? [claimId(uid)] : [])))]
  await Promise.all([
    ...['slug', 'unique_slug'].map((key) => held.readWith('event', key, slugs)),
    uids.length === 0 ? undefined : held.get('extra', uids),
  ])
  const slices = new Slices()
  let last: Promise<unknown> = Promise.resolve()
  const created: Promise<CreatedEvent>[] = []
  for (const event of events) {
    await slices.give(STEPS)
    const one = create(creation, event, last)
    created.push(one)
    last = one.then(() => slices.give(STEPS))
    // Whoever waits for all of them hears of a failure.
    for (const promise of [one, last]) promise.catch(() => {})
  }
  return Promise.all(created)
}

/** Most events get the slug of their title. For others, the slug is read when it is known. */
const likelySlug = (event: unknown): string =>
  isObject(event) ? slugify(String(event.slug ?? event.title)) : ''

async function create(
  { caller: as, ...setting }: Creation,
  { event, ...given }: CreatedFor,
  turn: Promise<unknown>,
): Promise<CreatedEvent> {
  try {
    const { id, error } = await write(setting, 'event', event, { ...given, as, turn })
    if (error !== undefined) return { error }
    if (id === undefined) throw new TypeError('a create answered no ID')
    return { id }
  } finally {
    // Whoever comes next waits for all that come before, also if this one was refused before its turn.
    await turn
  }
}
