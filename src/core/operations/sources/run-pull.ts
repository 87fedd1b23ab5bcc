import { hexOf, randomBytes } from '../../domain/digest.ts'
import {
  LOOK_AGAIN,
  type SourceRecord,
  type SourceState,
  sourceContent,
} from '../../domain/records/sources.ts'
import { LEASE, takeLeases } from './leases.ts'
import { Overtaken } from './overtaken.ts'
import type { PullJob } from './pull-job.ts'
import { type PullResult, pullSource } from './pull-source.ts'
import { shownSource } from './show-source.ts'

/*
 * A reading with all that belongs to it: a lease before, and what the source then says of itself.
 */

const MINUTE = 60_000
const DAY = 86_400_000
/** The longest time to the next reading. */
export const LONGEST = 7 * DAY
/** How long a source fails before the host hears of it. */
const PATIENCE = 3 * DAY

export interface Run {
  readonly now: () => Date
  /** The holder of leases. */
  readonly holder: string
}

export const newHolder = (): string => hexOf(randomBytes(8))

/** Reads a source that the holder has the lease of. */
export async function runPull(
  { now, holder }: Run,
  job: Omit<PullJob, 'now' | 'beforePart'>,
): Promise<PullResult> {
  const { source } = job
  const { site, links } = job.context
  let renewed = now().getTime()
  const result = await pullSource({
    ...job,
    now,
    async beforePart() {
      const at = now().getTime()
      if (at - renewed < LEASE / 4) return
      renewed = at
      const [mine] = await takeLeases(site.storage, [source], holder, at)
      if (mine === undefined) throw new Overtaken()
    },
  })
  if (result.isOvertaken) return result
  const state = stateAfter(source, result, now().getTime())
  const next: SourceRecord = { ...source, ...state }
  const told = troubleIn(source, next)
  const content = sourceContent({ ...next, ...(told === undefined ? {} : { isTroubled: told }) })
  const { id, version: expect } = source
  const { conflict } = await site.storage.commit([{ do: 'put', kind: 'extra', id, expect, content }])
  // Somebody has changed or deleted the source meanwhile: what they want counts, and it is read again.
  if (conflict === null && told !== undefined) {
    try {
      await site.options.sources?.onTrouble?.(await shownSource(site.storage, next))
    } catch (error) {
      site.report(error, `${links.api}/sources/${id}`)
    }
  }
  return result
}

function stateAfter(
  source: SourceRecord,
  { state, trouble, pause, report }: PullResult,
  at: number,
): Partial<SourceState> {
  const every = source.every * MINUTE
  const after = (wait: number) => at + Math.min(LONGEST, Math.max(wait, pause * 1000))
  if (trouble !== undefined) {
    const failures = source.failures + 1
    const failing = source.failing !== null && source.failing <= at ? source.failing : at
    const wait = Math.min(Math.max(every, DAY), every * 2 ** Math.min(failures, 20))
    const isEnded = trouble.isEnded
    return {
      ...{ last_run: at, error: trouble.message, failures, failing, isEnded },
      next_run: isEnded ? null : after(wait),
    }
  }
  // Out of time: it goes on with the next call.
  if (state === undefined) return { last_run: at, next_run: at, ...LOOK_AGAIN }
  return {
    ...state,
    ...{ last_run: at, last_ok: at, error: report.error ?? null, failures: 0, failing: null, isEnded: false },
    next_run: after(every),
  }
}

/** Whether the host is to hear of it, and what is remembered of that. */
function troubleIn(
  before: SourceRecord,
  { failing, last_run, isTroubled }: SourceRecord,
): boolean | undefined {
  if (failing === null) return before.isTroubled ? false : undefined
  return !isTroubled && (last_run ?? failing) - failing >= PATIENCE ? true : undefined
}
