import { unixSeconds } from '../../../domain/time/zones.ts'
import type { CompleteOptions, Site } from '../../../mount/site.ts'
import { createSlices } from '../../reading/slices.ts'
import { completePart } from './complete-series.ts'
import { dueSeries, isPast, type LookOptions } from './due-series.ts'

/* The extension of series as time passes. */

/** Milliseconds for which one request waits. The commit that is under way then ends. */
const BUDGET = 20
/** The same for a clock that stands still while nobody waits for a network: commits, and occurrences. */
const MOST_COMMITS = 8
const MOST_OCCURRENCES = 32

/** Occurrences of one commit. On SQLite, it takes about 8 ms. */
const MOST_IN_STEP = 16

/** Series that are found at a time. */
const MOST_SERIES = 20

/** One extension of all series that are due, by one request after the other or in the background. */
interface Extension {
  /** The ID of the series to continue after. */
  after: number
  /** In seconds: its last step. */
  since: number
}

export interface Extender {
  /** Whether a request must continue what another one began. */
  readonly isWaiting: (second: number) => boolean
  /** Extends series for as long as a request may wait, and passes the rest on. Nothing while another one extends them. */
  readonly extend: (site: Site, now: Date, options: LookOptions) => Promise<void>
}

/**
 * One at a time extends series. If its host ends it, another one begins some seconds after its last step: what is done is
 * committed. `clock` measures what a request waits for.
 */
export function createExtender(clock: () => Date): Extender {
  const slice = createSlices()
  /** What is under way. */
  let extension: Extension | undefined
  /** The last series that a request without a background extended, while others remain. */
  let lastSeries: number | undefined

  const isExtending = (second: number) => extension !== undefined && !isPast(extension.since, second)

  async function extend(site: Site, now: Date, options: LookOptions): Promise<void> {
    const second = unixSeconds(now)
    if (isExtending(second)) return
    const own: Extension = { after: lastSeries ?? 0, since: second }
    extension = own
    lastSeries = undefined
    const begun = clock().getTime()
    let [commits, occurrences] = [0, 0]
    const isLast = (made: number) => {
      commits++
      occurrences += made
      const took = clock().getTime() - begun
      return took >= BUDGET || took < 0 || commits >= MOST_COMMITS || occurrences >= MOST_OCCURRENCES
    }
    let isPassedOn = false
    try {
      const rest = await extendSeries(site, now, own.after, { ...options, goOn: (made) => !isLast(made) })
      if (rest === undefined || extension !== own) return
      own.after = rest
      isPassedOn = options.later !== undefined
      options.later?.((site) => extendRest(site, now, own, options))
      if (!isPassedOn) lastSeries = rest
    } finally {
      if (!isPassedOn && extension === own) extension = undefined
    }
  }

  /** The rest after the response: other requests run after each commit. */
  async function extendRest(site: Site, now: Date, own: Extension, options: LookOptions): Promise<void> {
    const goOn = async () => {
      own.since = unixSeconds(clock())
      await slice()
      // Another one may have begun because this one stood still.
      return extension === own
    }
    try {
      if (await goOn()) await extendSeries(site, now, own.after, { ...options, goOn })
    } finally {
      if (extension === own) extension = undefined
    }
  }

  return { extend, isWaiting: (second) => lastSeries !== undefined && !isExtending(second) }
}

/**
 * Completes interrupted work of features, makes occurrences for series that need more, and completes interrupted writes of
 * series: those with IDs above `after`, commit by commit. Returns the ID to continue after; `undefined` if none remains.
 */
async function extendSeries(
  site: Site,
  now: Date,
  after: number,
  { signal, onRefusal, goOn }: CompleteOptions,
): Promise<number | undefined> {
  for (const { complete } of site.due) {
    const isComplete = await complete(site, now, { signal, onRefusal, goOn })
    if (isComplete !== true) return isComplete === false ? after : undefined
  }
  for (let last = after; ; ) {
    const due = await site.storage.find('event', dueSeries(now, last, MOST_SERIES))
    for (const { id } of due) {
      for (let most = MOST_IN_STEP, isWhole = false; !isWhole; ) {
        let made = 0
        try {
          const part = await completePart({ site, caller: null, now }, id, most)
          isWhole = part.isWhole
          most = part.most
          made = part.written
        } catch (error) {
          if (signal.aborted) throw error
          if (!onRefusal(error)) return undefined
          isWhole = true
        }
        if (!(await goOn(made))) return isWhole ? id : id - 1
      }
      last = id
    }
    if (due.length < MOST_SERIES) return undefined
  }
}
