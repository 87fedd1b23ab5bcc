import { ApiError, invalidParam } from '../../../errors.ts'
import type { Change, CommitResult, Storage } from '../../../storage/contract.ts'
import { HeldStorage } from '../../operations/writing/held-storage.ts'
import { together } from '../../operations/writing/together.ts'
import { Pauses } from './pauses.ts'
import { failedDependency } from './references.ts'
import { type Done, hasFailed, type Runner, WRITTEN_IN_PARTS } from './runner.ts'
import { timedOut } from './time-limit.ts'
import { commitHeld, decideOver } from './together.ts'

/* The ways to carry out a batch. */

/** Every storage takes so many documents in a commit. */
const EVERYWHERE = 10
/** Writes that a storage with small commits gets in parts. */
const DIVISIBLE: readonly unknown[] = ['createEvent', 'updateEvent', 'deleteEvent']

const storageOf = <Host>({ desk: { site }, limit }: Runner<Host>): Storage =>
  site.storage.within?.(limit.signal) ?? site.storage

const siteOf = <Host>(runner: Runner<Host>) => ({
  storage: storageOf(runner),
  turns: runner.desk.site.turns,
})

const indexesOf = <Host>({ entries }: Runner<Host>): readonly number[] => [...entries.keys()]

/** Each entry stands alone. Yet they are committed together where that succeeds, which takes a fraction of the time. */
export async function oneByOne<Host>(runner: Runner<Host>): Promise<void> {
  const all = indexesOf(runner)
  const each = async (indexes: readonly number[]) => {
    const pauses = new Pauses()
    for (const index of indexes) await pauses.after(await runner.run(index, runner.desk.site))
    return indexes
  }
  if (all.length === 1) await each(all)
  else {
    await together(all, {
      site: siteOf(runner),
      decide: async (indexes, held) => {
        await decideOver(runner, indexes, held)
        return indexes
      },
      commit: (changes, indexes) => settle(runner, changes, indexes),
      alone: (index) => each([index]),
      lost: each,
    })
  }
}

/** Commits entries that were decided together. If nothing was written, they are as if they had not been carried out. */
async function settle<Host>(
  runner: Runner<Host>,
  changes: readonly Change[],
  indexes: readonly number[],
): Promise<CommitResult | 'too large'> {
  try {
    const result = await commitHeld(runner, changes)
    if (result === 'too large' || result.conflict !== null) runner.forget(indexes)
    return result
  } catch (error) {
    // Whether it took effect is not known, so nothing is tried again.
    const refusal = runner.desk.refusalOf(error, runner.desk.running.request)
    for (const index of indexes) {
      const done = runner.dones[index]
      if (done?.isWrite && !hasFailed(done)) runner.refuse(index, refusal)
    }
    return { conflict: null }
  }
}

/** All entries, as one commit, or none. Throws 413 when they are too large for the storage. */
export async function asOne<Host>(runner: Runner<Host>): Promise<void> {
  const isRefused = await attemptAsOne(runner)
  // The same batch, sent at the same time, may be why: then its receipts are there by now.
  if (isRefused && runner.hasKey) await attemptAsOne(runner)
}

/** Whether one was refused, and nothing was written. */
async function attemptAsOne<Host>(runner: Runner<Host>): Promise<boolean> {
  let sizes: readonly number[] = []
  const [isRefused = false] = await together([indexesOf(runner)], {
    site: siteOf(runner),
    decide: async ([indexes = []], held) => {
      runner.forget(indexes)
      sizes = await decideOver(runner, indexes, held, hasFailed)
      return runner.dones.some((done) => done !== undefined && hasFailed(done))
    },
    commit: async (changes, isRefused) => (isRefused ? { conflict: null } : commitHeld(runner, changes)),
    alone: async () => {
      refuseTooLarge(runner, sizes)
      return false
    },
  })
  if (isRefused) refuseOthers(runner)
  return isRefused
}

function refuseTooLarge<Host>(runner: Runner<Host>, sizes: readonly number[]): void {
  const divisible = sizes.findIndex(
    (size, index) => size > EVERYWHERE && DIVISIBLE.includes(runner.dones[index]?.log.operation),
  )
  if (divisible < 0) {
    throw new ApiError('rest_record_too_large', {
      message: 'The batch is larger than the storage takes in one commit. Nothing was written.',
    })
  }
  runner.refuse(divisible, invalidParam('path', WRITTEN_IN_PARTS))
  refuseOthers(runner)
}

/** One failed, so the others have no effect. */
function refuseOthers<Host>(runner: Runner<Host>): void {
  for (const [index, done] of runner.dones.entries()) {
    if (done === undefined && runner.limit.isOver) runner.refuse(index, timedOut())
    else if (done === undefined || !hasFailed(done)) runner.refuse(index, failedDependency())
  }
}

const INVALID = [400, 401, 403, 404, 412]

const isInvalid = (done: Done | undefined): boolean =>
  done !== undefined && hasFailed(done) && INVALID.includes(done.response.status)

/**
 * Carries out the entries if none of them would be refused as invalid. False if one would be: then nothing is written, and
 * only those are kept.
 */
export async function ifAllAreValid<Host>(runner: Runner<Host>, isAtomic: boolean): Promise<boolean> {
  const all = indexesOf(runner)
  const held = new HeldStorage(storageOf(runner))
  await decideOver(runner, all, held)
  if (runner.dones.some(isInvalid)) {
    runner.forget(all.filter((index) => !isInvalid(runner.dones[index])))
    return false
  }
  if (!isAtomic) {
    const result = await settle(runner, held.changes(), all)
    if (result !== 'too large' && result.conflict === null) return true
  }
  await (isAtomic ? asOne(runner) : oneByOne(runner))
  return true
}
