import { ApiError, invalidParam } from '../../errors.ts'
import { noIds } from '../../operations/writing/held-storage.ts'
import { Pauses } from './pauses.ts'
import { failedDependency } from './references.ts'
import { type Done, hasFailed, type Runner, WRITTEN_IN_PARTS } from './runner.ts'
import { timedOut } from './time-limit.ts'
import { Together } from './together.ts'

/* The ways to carry out a batch. */

/** Attempts of a batch that loses against other writes each time. */
const MOST_ATTEMPTS = 24
/** Every storage takes so many documents in a commit. */
const EVERYWHERE = 10
/** Writes that a storage with small commits gets in parts. */
const DIVISIBLE: readonly unknown[] = ['createEvent', 'updateEvent', 'deleteEvent']

type Outcome = 'done' | 'refused' | 'too large'

/** Each entry stands alone. Yet they are committed together where that succeeds, which takes a fraction of the time. */
export async function oneByOne<Host>(runner: Runner<Host>): Promise<void> {
  const { length } = runner.entries
  let most = length
  for (let from = 0; from < length; ) {
    const to = Math.min(from + most, length)
    let outcome: Outcome = 'refused'
    if (to - from > 1) {
      const together = new Together(runner, { from, to })
      await together.decide()
      outcome = await settle(runner, together, from, to)
    }
    if (outcome !== 'done') runner.forget(from, to)
    if (outcome === 'too large') {
      most = Math.ceil((to - from) / 2)
      continue
    }
    const pauses = new Pauses()
    for (let index = from; outcome === 'refused' && index < to; index++) {
      await pauses.after(await runner.run(index, runner.desk.site))
    }
    from = to
  }
}

/** Commits entries that were decided together. */
async function settle<Host>(
  runner: Runner<Host>,
  together: Together<Host>,
  from = 0,
  to = runner.entries.length,
): Promise<Outcome> {
  try {
    const result = await together.commit()
    if (result === 'too large') return result
    return result.conflict === null ? 'done' : 'refused'
  } catch (error) {
    // Whether it took effect is not known, so nothing is tried again.
    const refusal = runner.desk.refusalOf(error, runner.desk.running.request)
    for (let index = from; index < to; index++) {
      const done = runner.dones[index]
      if (done?.isWrite && !hasFailed(done)) runner.refuse(index, refusal)
    }
    return 'done'
  }
}

/** All entries, as one commit, or none. Throws 413 when they are too large for the storage. */
export async function asOne<Host>(runner: Runner<Host>): Promise<void> {
  const ids = noIds()
  const { turns } = runner.desk.site
  let refusals = 0
  for (let number = 1; number <= MOST_ATTEMPTS; number++) {
    const attempt = () => attemptAsOne(runner, ids)
    // Who loses twice competes with many. Within this process they take turns.
    const outcome = await (number > 2 ? turns.take('batch', attempt) : attempt())
    if (outcome === 'refused') refusals++
    // The same batch, sent at the same time, may be why: then its receipts are there by now.
    const mayBeReplayed = outcome === 'refused' && refusals === 1 && runner.hasKey
    if (outcome !== 'lost' && !mayBeReplayed) return
  }
  throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
}

/** `lost`: another write was first. */
async function attemptAsOne<Host>(
  runner: Runner<Host>,
  ids: ReturnType<typeof noIds>,
): Promise<'done' | 'refused' | 'lost'> {
  runner.forget()
  const together = new Together(runner, { ids })
  const sizes = await together.decide(hasFailed)
  if (runner.dones.some((done) => done !== undefined && hasFailed(done))) {
    refuseOthers(runner)
    return 'refused'
  }
  const result = await together.commit()
  if (result === 'too large') {
    refuseTooLarge(runner, sizes)
    return 'done'
  }
  // A record that was imported with its ID may have one of these.
  if (result.conflict === 'exists') for (const drawn of [ids.post, ids.term]) drawn.length = 0
  return result.conflict === null ? 'done' : 'lost'
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
  const together = new Together(runner)
  await together.decide()
  if (runner.dones.some(isInvalid)) {
    for (const [index, done] of runner.dones.entries()) if (!isInvalid(done)) runner.forget(index, index + 1)
    return false
  }
  const isDone = !isAtomic && (await settle(runner, together)) === 'done'
  if (isDone) return true
  runner.forget()
  await (isAtomic ? asOne(runner) : oneByOne(runner))
  return true
}
