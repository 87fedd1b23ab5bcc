import type { Pulled, PullOptions } from '../../../types/index.ts'
import type { SourceRecord } from '../../domain/records/sources.ts'
import { SKEW, stillHolds } from '../../domain/time/still-holds.ts'
import type { Site } from '../../mount/site.ts'
import type { Links } from '../../present/links.ts'
import { contextFor } from '../reading/context-for.ts'
import { allSources } from './find-source.ts'
import { takeLeases } from './leases.ts'
import { isBusy } from './overtaken.ts'
import { completeRemoval } from './remove-source.ts'
import { LONGEST, newHolder, type Run, runPull } from './run-pull.ts'
import { writerOf } from './source-writes.ts'

/* `api.pull`: reads what is due. */

/** Sources that one process reads at the same time, so that a slow one does not hold up all others. */
const AT_ONCE = 4

interface Calendar {
  readonly site: Site
  readonly links: Links
  readonly now: () => Date
}

export async function pullDue(calendar: Calendar, { signal }: PullOptions): Promise<Pulled> {
  const { site, now } = calendar
  const run: Run = { now, holder: newHolder() }
  const sum = { read: 0, new: 0, changed: 0, gone: 0, failed: 0 }
  const tried = new Set<number>()
  const isOver = () => signal?.aborted === true
  for (;;) {
    const due = (await dueSources(site, now())).filter(({ id }) => !tried.has(id))
    const mine = isOver()
      ? []
      : await takeLeases(site.storage, due.slice(0, AT_ONCE), run.holder, now().getTime())
    for (const { id } of due.slice(0, AT_ONCE)) tried.add(id)
    if (mine.length === 0 && (due.length <= AT_ONCE || isOver())) break
    await Promise.all(mine.map((source) => pullOne(source)))
  }
  return { ...sum, waiting: (await dueSources(site, now())).length }

  async function pullOne(source: SourceRecord): Promise<void> {
    const context = contextFor({ ...calendar, now: now() }, writerOf(source.author))
    try {
      if (source.going !== undefined) {
        await completeRemoval(context, source, isOver)
        return
      }
      const { report, state, trouble } = await runPull(run, { context, source, signal, isOver })
      if (state !== undefined || trouble !== undefined) sum.read++
      sum.new += report.new
      sum.changed += report.changed
      sum.gone += report.gone
      if (trouble !== undefined) sum.failed++
    } catch (error) {
      // What another process writes at the same time is due again.
      if (!isOver() && !isBusy(error)) throw error
    }
  }
}

async function dueSources({ storage }: Site, now: Date): Promise<SourceRecord[]> {
  const at = now.getTime()
  // What a clock that was ahead has written does not count.
  const isWaiting = ({ next_run, last_run }: SourceRecord) =>
    next_run === null || (stillHolds(next_run, at, LONGEST, 1000) && (last_run ?? 0) <= at + SKEW * 1000)
  const isDue = (source: SourceRecord) =>
    source.going !== undefined || (!source.paused && !source.isEnded && !isWaiting(source))
  const due = (await allSources(storage)).filter(isDue)
  return due.sort(
    (a, b) => (a.next_run ?? 0) - (b.next_run ?? 0) || (a.last_run ?? 0) - (b.last_run ?? 0) || a.id - b.id,
  )
}
