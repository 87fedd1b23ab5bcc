import { type Caller, forbidden, has } from '../../access/policy.ts'
import { isObject } from '../../domain/json.ts'
import type { Origin } from '../../domain/records/records.ts'
import { slugify } from '../../domain/text/slug.ts'
import { ApiError } from '../../errors.ts'
import { Slices } from '../../formats/give-way.ts'
import type { Storage } from '../../storage/contract.ts'
import { isTooLarge } from '../../storage/failures.ts'
import type { CreatedEvent, NewEvent } from '../../types/index.ts'
import { write } from '../events/write.ts'
import type { Setting } from '../reading/context-for.ts'
import { claimId } from '../writing/claim-uid.ts'
import { HeldStorage } from '../writing/held-storage.ts'
import { commitChanges } from '../writing/plan.ts'

/*
 * Many creates, decided one after the other and committed together: for imports. Loaded on first use.
 */

/** Events in one commit. */
const MOST = 500

/** Of a create, for `Slices`. */
const STEPS = 500

/** IDs of new terms that are drawn at a time. */
const TERM_IDS = 16

/** Attempts of a batch that other writes keep changing the ground of. */
const MOST_ATTEMPTS = 24

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
  const { caller } = creation
  if (!has(caller, 'write')) return events.map(() => ({ error: forbidden(caller) }))
  const created: CreatedEvent[] = []
  for (let from = 0; from < events.length; from += MOST) {
    created.push(...(await createTogether(creation, events.slice(from, from + MOST))))
  }
  return created
}

async function createTogether(creation: Creation, events: readonly CreatedFor[]): Promise<CreatedEvent[]> {
  const block = { post: events.length, term: TERM_IDS }
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const held = new HeldStorage(creation.site.storage, { block })
    const created = await decideAll(creation, held, events)
    const changes = held.changes()
    try {
      if (changes.length === 0) return created
      const { conflict } = await commitChanges(creation.site, changes, creation.caller)
      if (conflict === null) return created
    } catch (error) {
      if (!isTooLarge(error)) throw error
      if (events.length === 1) return [{ error: new ApiError('rest_record_too_large') }]
      const half = Math.ceil(events.length / 2)
      const first = await createTogether(creation, events.slice(0, half))
      return [...first, ...(await createTogether(creation, events.slice(half)))]
    }
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

async function decideAll(
  creation: Creation,
  held: HeldStorage,
  events: readonly CreatedFor[],
): Promise<CreatedEvent[]> {
  const slugs = [...new Set(events.map(({ event }) => likelySlug(event)))]
  await Promise.all(['slug', 'unique_slug'].map((key) => held.readWith('event', key, slugs)))
  await held.get('note', [...new Set(events.flatMap(({ uid }) => (uid ? [claimId(uid)] : [])))])
  const slices = new Slices()
  let last: Promise<unknown> = Promise.resolve()
  const created: Promise<CreatedEvent>[] = []
  for (const event of events) {
    await slices.give(STEPS)
    const one = create(creation, held, event, last)
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
  { site, caller: as, ...setting }: Creation,
  storage: Storage,
  { event, ...given }: CreatedFor,
  turn: Promise<unknown>,
): Promise<CreatedEvent> {
  // The batch commits, not the creates.
  const own = { ...setting, site: { ...site, storage, isProvisional: true } }
  try {
    const { id, error } = await write(own, 'event', event, { ...given, as, turn })
    if (error !== undefined) return { error }
    if (id === undefined) throw new TypeError('a create answered no ID')
    return { id }
  } finally {
    // Whoever comes next waits for all that come before, also if this one was refused before its turn.
    await turn
  }
}
