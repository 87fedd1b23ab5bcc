import { atInstant, UTC, unixSeconds } from '../../core/domain/time/zones.ts'
import { commit, type Site } from '../../core/door.ts'
import { nextState, PENDING, suggestionOf, whereSuggested } from './record.ts'
import { putSuggestion, putWaiting, readWaiting } from './settle.ts'

/** Documents of one commit. */
const PART = 20
/** Seconds until the next look, so that a full calendar costs nobody more than others. */
const LOOK_AGAIN = 60

const looks = new WeakMap<object, number>()

/**
 * Finds suggestions whose events were decided on by a process without the option `suggestions`, and counts those that
 * wait. At most once a minute, unless `isForced`.
 */
export async function recountSuggestions(site: Site, now: Date, isForced = false): Promise<void> {
  const second = unixSeconds(now)
  const last = looks.get(site.limits)
  if (!isForced && last !== undefined && second >= last && second < last + LOOK_AGAIN) return
  looks.set(site.limits, second)
  for (let after = 0; ; ) {
    const next = await recountPart(site, now, after)
    if (next === undefined) break
    after = next
  }
}

/** Settles one part. Returns where the next one begins. */
async function recountPart(site: Site, now: Date, after: number): Promise<number | undefined> {
  return commit({ site, caller: null, now }, async (plan) => {
    const note = await readWaiting(site.storage)
    const pending = whereSuggested(PENDING)
    const where = [...pending, { key: 'id', gt: after } as const]
    const found = await site.storage.find('extra', { where, order: 'id', limit: PART })
    const total = await site.storage.count('extra', { where: pending })
    const events = await site.storage.get(
      'event',
      found.map(({ id }) => id),
    )
    const statuses = new Map(events.map(({ id, keys }) => [id, keys.status]))
    let decided = 0
    for (const document of found) {
      const before = suggestionOf(document)
      const status = statuses.get(before.id)
      const state = nextState(before.state, status)
      if (state === before.state) continue
      decided++
      plan.changes.push(
        putSuggestion({
          ...{ ...before, state, decided: atInstant(unixSeconds(now), UTC).wall },
          contact: status === undefined ? null : before.contact,
        }),
      )
    }
    const waiting = total - decided
    if (waiting !== note.waiting) plan.changes.push(putWaiting({ ...note, waiting }))
    return found.length < PART ? undefined : found.at(-1)?.id
  })
}
