import { Slices, turnsUntil } from '../../../formats/give-way.ts'
import { isNotMigrated, isUnavailable } from '../../../storage/failures.ts'
import { plainLine } from '../../domain/html/html.ts'
import { createHostRule } from '../../domain/public-host.ts'
import { LOOK_AGAIN, type SourceSettings, type SourceState } from '../../domain/records/sources.ts'
import { textHash } from '../../domain/text/text-hash.ts'
import { withoutUnsafe } from '../../domain/text/unsafe-text.ts'
import { SECONDS_PER_DAY, wallOf } from '../../domain/time/calendar.ts'
import { stillHolds } from '../../domain/time/still-holds.ts'
import { applyFeed } from './apply-feed.ts'
import { createFeedFetch, FeedTrouble, type Fetched } from './fetch-feed.ts'
import { findCalendar } from './find-calendar.ts'
import { isBusy, Overtaken } from './overtaken.ts'
import { type Span, spanOf } from './pairs.ts'
import { OutOfTime, type PullJob } from './pull-job.ts'
import { readFeed } from './read-feed.ts'
import { Report } from './report.ts'

/*
 * One reading of one source: a request, a comparison with what is known, and the writes that follow.
 */

/** Milliseconds after which a server that says that nothing has changed is asked for all of it. */
const LONGEST_UNCHANGED = 7 * SECONDS_PER_DAY * 1000

/** Milliseconds of a turn. Then others have theirs, and the reading goes on with the next call. */
const TURN = 30_000

/** Bytes that are hashed at once. */
const HASHED = 8192

export interface PullResult {
  readonly report: Report
  /** What the source then says of itself; without it, the reading is not complete, and due again. */
  readonly state: Partial<SourceState & Pick<SourceSettings, 'url' | 'format'>> | undefined
  readonly trouble: FeedTrouble | undefined
  /** Seconds before the next request is welcome. */
  readonly pause: number
  /** It is the matter of others now what the source says of itself. */
  readonly isOvertaken?: boolean
}

export async function pullSource(job: PullJob): Promise<PullResult> {
  const { source, context, now, signal, isDry = false } = job
  const { sources: options } = context.site.options
  if (options === undefined) throw new TypeError('a source is read without the option sources')
  const report = new Report()
  const ends = now().getTime() + TURN
  const isTurnOver = () => now().getTime() >= ends
  const isOver = () => isTurnOver() || job.isOver?.() === true
  const isEntered = source.enters !== null && now().getTime() >= source.enters
  // A list has many pages, and the first one tells nothing of the others.
  const isOld = !stillHolds(
    (source.last_whole ?? 0) + LONGEST_UNCHANGED,
    now().getTime(),
    LONGEST_UNCHANGED,
    1000,
  )
  const isWhole = isDry || job.isConfirmed || isEntered || source.format === 'site'
  const conditions = isWhole || isOld ? undefined : source
  const rule = createHostRule(options.allow)
  const net = createFeedFetch(options.fetch, rule, now, signal)
  try {
    const fetched = await net.ask(source.url, conditions)
    if (fetched === undefined) return { report, state: {}, trouble: undefined, pause: 0 }
    const { first, moved } = await findCalendar(fetched, source, context.site.storage, net.ask)
    const turns = turnsUntil(signal)
    const slices = new Slices(async () => {
      await turns()
      if (isOver()) throw new OutOfTime()
    })
    const text = await hashOf(first, slices)
    const same = { etag: first.etag, last_modified: first.last_modified, last_whole: now().getTime() }
    if (!isWhole && source.text === text) {
      return { report, state: same, trouble: undefined, pause: fetched.retryAfter ?? 0 }
    }
    const { site } = job.context
    const timezone = source.timezone ?? site.timezone
    const content = await readFeed(moved.format ?? source.format, first, {
      timezone,
      ...daysOf(spanOf(source, now())),
      longest: site.limits.text,
      slices,
      ask: net.ask,
    })
    net.stop()
    const pairs = await applyFeed({ ...job, isOver, content, rule, report, slices })
    const isHeld = report.error !== undefined
    const enters = pairs.enters === null ? null : pairs.enters * 1000
    const state = {
      title: titleOf(content.name),
      count: content.events.length,
      enters,
      ...same,
      text,
      ...moved,
      ...(isHeld ? LOOK_AGAIN : {}),
    }
    const pause = Math.max(fetched.retryAfter ?? 0, content.refresh ?? 0)
    return { report, state, trouble: undefined, pause }
  } catch (error) {
    const isOvertaken = error instanceof Overtaken
    // A turn that has written nothing would be the same again.
    const isEndless = error instanceof OutOfTime && isTurnOver() && !report.isWritten
    if (isOvertaken || (error instanceof OutOfTime && !isEndless) || isBusy(error))
      return { report, state: undefined, trouble: undefined, pause: 0, isOvertaken }
    if (isUnavailable(error) || isNotMigrated(error)) throw error
    // It comes after the others that are due, so that slow ones do not take all of the time in each call.
    if (signal?.aborted) return { report, state: undefined, trouble: undefined, pause: 0 }
    const trouble = isEndless
      ? new FeedTrouble(`nothing of it could be brought in ${TURN / 1000} seconds`)
      : error instanceof FeedTrouble
        ? error
        : new FeedTrouble('an error of this program')
    // A calendar that finds a fault of ours takes no other one with it.
    if (trouble !== error && !isEndless)
      context.site.report(error, `${context.links.api}/sources/${source.id}`)
    report.error = trouble.message
    return { report, state: undefined, trouble, pause: trouble.retryAfter ?? 0 }
  } finally {
    net.stop()
  }
}

/** As a name that somebody types. */
const titleOf = (name: string): string => withoutUnsafe(plainLine(name).slice(0, 200)).trim()

async function hashOf({ bytes, type }: Fetched, slices: Slices): Promise<string> {
  let text = type
  for (let at = 0; at < bytes.length; at += HASHED) {
    if (slices.isOver(50)) await slices.next()
    text = `${textHash(text + String.fromCharCode(...bytes.subarray(at, at + HASHED)))}`
  }
  return text
}

/** A day more on both sides, because days are those of a zone. */
const daysOf = ({ from, to }: Span) => ({
  from: wallOf(from - SECONDS_PER_DAY).slice(0, 10),
  to: wallOf(to + SECONDS_PER_DAY).slice(0, 10),
})
