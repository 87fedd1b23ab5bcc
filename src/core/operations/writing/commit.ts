import { ApiError } from '../../../errors.ts'
import type { CommitResult, Conflict, Storage } from '../../../storage/contract.ts'
import { isTooLarge } from '../../../storage/failures.ts'
import { removeExpiredReceipts } from '../journal/receipts.ts'
import { keepSlugs } from './former-slugs.ts'
import { holdImages } from './own-image.ts'
import { Attempt, commitChanges, type Plan, type RetryState, versionsOf, type Writer } from './plan.ts'

/**
 * The number of attempts before a write that keeps losing races is refused with 503. Of three processes that write to one place
 * all the time, each loses two races of three: 24 in a row happen once in 20,000 writes, 64 never.
 */
const MOST_ATTEMPTS = 64

/**
 * Decides a write and commits it as one. If another write was first, everything is read and decided again. So what
 * `decide` read is still true when its changes take effect.
 */
export async function commit<T>(writer: Writer, decide: (plan: Plan) => Promise<T>): Promise<T> {
  const { site, now } = writer
  const retryState: RetryState = {
    ids: { post: [], term: [] },
    slugs: new Map(),
    guards: new Map(),
    isTooLarge: false,
  }
  const attempt = async (number: number): Promise<{ readonly result: T } | Conflict> => {
    await readGuards(site.storage, retryState.guards)
    const plan = new Attempt(writer, number, retryState)
    const result = await decide(plan)
    const { named, dropped } = plan.images
    if (plan.changes.length > 0 && named.size + dropped.size > 0) await holdImages(plan)
    await site.extensions.step?.(plan)
    if (plan.changes.length === 0) return { result }
    plan.changes.push(...(await keepSlugs(site.storage, plan.left)))
    const outcome = await commitPlan(plan)
    if (outcome === undefined) return attempt(number)
    if (outcome.conflict === null) {
      // Where it is held, the commit of all removes them.
      if (!site.isProvisional) await removeExpiredReceipts(site.storage, plan.changes, now)
      return { result }
    }
    return plan.recordConflict(outcome)
  }
  async function commitPlan(plan: Plan): Promise<CommitResult | undefined> {
    try {
      return await commitChanges(site, plan.changes, writer.caller)
    } catch (error) {
      if (!isTooLarge(error) || !plan.isDivisible || plan.isDivided) throw error
      retryState.isTooLarge = true
      return undefined
    }
  }

  let place: string | undefined
  for (let number = 1; number <= MOST_ATTEMPTS; number++) {
    const outcome = await (place === undefined
      ? attempt(number)
      : site.turns.take(place, () => attempt(number)))
    if ('result' in outcome) return outcome.result
    // The first retry usually finds what the other write made. A write that loses again competes with many, of which
    // one succeeds at a time. So within this process they take turns. Conflicts of slugs are solved differently, see
    // `freeSlug`.
    if (number > 1 && outcome.conflict !== 'taken') place = `${outcome.kind} ${outcome.id}`
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

/** Called before any other read of an attempt: then the commit is refused if another write raises a guard later. */
async function readGuards(storage: Storage, guards: Map<number, number>): Promise<void> {
  const versions = await versionsOf(storage, [...guards.keys()])
  for (const id of guards.keys()) guards.set(id, versions.get(id) ?? 0)
}
