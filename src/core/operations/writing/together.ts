import { ApiError } from '../../../errors.ts'
import type { Change, CommitResult } from '../../../storage/contract.ts'
import type { Site } from '../../mount/site.ts'
import { HeldStorage, noIds } from './held-storage.ts'

/*
 * Many writes are decided one after the other, each over those before it, and committed together. That takes a fraction of the
 * time of as many commits.
 */

/** Attempts of a part that loses against other writes. */
const MOST_ATTEMPTS = 24

export interface Together<T, R> {
  readonly site: Pick<Site, 'storage' | 'turns'>
  /** Writes in one commit. Default: all. */
  readonly most?: number
  /** Decides some of them over what is held. */
  readonly decide: (part: readonly T[], held: HeldStorage) => Promise<R>
  /** Commits what was decided. Throws to end it all. */
  readonly commit: (changes: readonly Change[], result: R) => Promise<CommitResult | 'too large'>
  /** One that is too large for a commit. */
  readonly alone: (one: T) => Promise<R>
  /** In place of more attempts after another write was first. */
  readonly lost?: (part: readonly T[]) => Promise<R>
}

/** The results of the parts, in order. Throws 503 when others write to the same place all the time. */
export async function together<T, R>(all: readonly T[], how: Together<T, R>): Promise<R[]> {
  const results: R[] = []
  let most = how.most ?? all.length
  for (let from = 0; from < all.length; ) {
    const part = all.slice(from, from + most)
    const [only, ...others] = part
    const outcome = await inOneCommit(part, how)
    if (outcome !== 'too large') results.push(outcome.result)
    else if (only !== undefined && others.length === 0) results.push(await how.alone(only))
    else {
      // Those that follow are hardly smaller.
      most = Math.ceil(part.length / 2)
      continue
    }
    from += part.length
  }
  return results
}

async function inOneCommit<T, R>(
  part: readonly T[],
  { site, decide, commit, lost }: Together<T, R>,
): Promise<{ readonly result: R } | 'too large'> {
  const drawn = noIds()
  const attempt = async () => {
    const held = new HeldStorage(site.storage, { drawn })
    const result = await decide(part, held)
    const outcome = await commit(held.changes(), result)
    if (outcome === 'too large') return outcome
    // A record that was imported with its ID may have one of these.
    if (outcome.conflict === 'exists') for (const one of [drawn.post, drawn.term]) one.length = 0
    return outcome.conflict === null ? { result } : undefined
  }
  for (let number = 1; number <= MOST_ATTEMPTS; number++) {
    // Who loses twice competes with many. Within this process they take turns.
    const outcome = await (number > 2 ? site.turns.take('together', attempt) : attempt())
    if (outcome !== undefined) return outcome
    if (lost !== undefined) return { result: await lost(part) }
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}
