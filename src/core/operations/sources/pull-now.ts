import { ApiError } from '../../../errors.ts'
import type { PullReport } from '../../../types/index.ts'
import type { SourceRecord } from '../../domain/records/sources.ts'
import type { EventView } from '../../domain/records/views.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import type { PullFields } from '../../schema/sources.ts'
import { singleEvent } from '../events/read-event.ts'
import { TakenHere } from '../linked/taken-here.ts'
import { contextFor } from '../reading/context-for.ts'
import { findRecord } from '../reading/find-record.ts'
import { demandChange } from '../writing/change-checks.ts'
import { commit } from '../writing/commit.ts'
import { findSource, readSource } from './find-source.ts'
import { takeLeases } from './leases.ts'
import type { PullJob } from './pull-job.ts'
import { type PullResult, pullSource } from './pull-source.ts'
import { Report } from './report.ts'
import { newHolder, runPull } from './run-pull.ts'
import { writerOf } from './source-writes.ts'
import { bringAgain, speakerOf } from './stored-items.ts'
import { timeLimit } from './time-limit.ts'

/* Readings that somebody asks for. */

/** Milliseconds, then `api.pull` goes on. */
const LONGEST = 10_000

export async function pullNow(
  context: RequestContext,
  { dry_run: isDry, confirm: isConfirmed }: PullFields,
): Promise<Answer<string>> {
  const { problems, clock } = context
  problems.throwIfAny()
  const source = await findSource(context)
  const limit = timeLimit(LONGEST)
  const now = () => clock.moment
  const taken = new TakenHere()
  const site = taken.siteOf(context.site)
  const job = {
    context: contextFor({ ...context, site, now: now() }, writerOf(source.author)),
    source,
    isDry,
    isConfirmed,
    isOver: limit.isOver,
  }
  try {
    const { report, trouble, state } = await (isDry ? pullSource({ ...job, now }) : pullAlone(job, now))
    return answerOf(report, taken, trouble !== undefined || state !== undefined)
  } finally {
    limit.stop()
  }
}

/** What the first reading of a source would bring that does not exist yet. */
export async function previewOf(context: RequestContext, source: SourceRecord): Promise<Answer<string>> {
  const now = () => context.clock.moment
  const limit = timeLimit(LONGEST)
  const taken = new TakenHere()
  const site = taken.siteOf(context.site)
  const own = contextFor({ ...context, site, now: now() }, writerOf(source.author))
  const job = { context: own, source, now, isDry: true, isOver: limit.isOver }
  try {
    const { report, trouble, state } = await pullSource(job)
    return answerOf(report, taken, trouble !== undefined || state !== undefined)
  } finally {
    limit.stop()
  }
}

async function pullAlone(job: Omit<PullJob, 'now'>, now: () => Date): Promise<PullResult> {
  const { source } = job
  const { storage } = job.context.site
  const holder = newHolder()
  const [mine] = await takeLeases(storage, [source], holder, now().getTime())
  if (mine !== undefined) return runPull({ now, holder }, job)
  const report = new Report()
  report.error = 'it is being read already'
  return { report, state: undefined, trouble: undefined, pause: 0 }
}

function answerOf(report: Report, taken: TakenHere, isDone: boolean): Answer<string> {
  const {
    new: added,
    changed,
    gone,
    kept,
    attached,
    refused,
    notes,
    outside,
    pictures,
    events,
    matches,
    held,
    error,
  } = report
  const content: PullReport = {
    ...{ new: added, changed, gone, kept, outside, attached, refused },
    ...taken.shown(),
    ...(notes.length === 0 ? {} : { notes }),
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(events.length === 0 ? {} : { events }),
    ...(matches.length === 0 ? {} : { matches }),
    ...(held === 0 ? {} : { held }),
    ...(error === undefined ? {} : { error }),
    ...(isDone ? {} : { more: true }),
  }
  return { status: isDone ? 200 : 202, content: JSON.stringify(content), isReport: true }
}

/** Gives an event back to its source: the next reading brings all of its fields. */
export async function followAgain(context: RequestContext): Promise<Answer<EventView>> {
  const { site, caller, clock, problems, client } = context
  problems.throwIfAny()
  const now = clock.now()
  const event = await commit({ site, caller, now }, async (plan) => {
    const current = await findRecord(context, 'event')
    demandChange(caller, current, client)
    const { source: origin } = current
    const source = origin && (await readSource(site.storage, origin.id))
    if (origin === undefined || source === undefined) throw new ApiError('rest_no_source')
    const item = await speakerOf(site.storage, current)
    if (item !== undefined) plan.changes.push(...(await bringAgain(site.storage, item, now)))
    return plan.put({ ...current, source: { ...origin, kept: [] } }, current)
  })
  return singleEvent(context, event)
}
