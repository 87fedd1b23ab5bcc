import type { RegisterInput, RegisterOutcome } from '../models/register.ts'
import type { Operation } from './operation.ts'

/*
 * What visitors may be shown where processes answer from memory for a while (`freshness`): not all that was acknowledged,
 * but all of what is older than that, all that the same process has written, and nothing older than what the same process
 * has shown, of whichever event.
 */

type History = readonly Operation<RegisterInput, RegisterOutcome>[]

interface Write {
  readonly event: number
  readonly version: number
  readonly process: string
  readonly invoked: number
  readonly returned: number
}

/** Somebody was shown a version of an event by a process. */
interface Shown extends Write {
  readonly isRead: boolean
  /** When the write that made the version was begun. */
  readonly written: number
}

export interface FreshReport {
  readonly reads: number
  /** Reads that did not show what another process had been told is written. */
  readonly stale: number
}

/** Clients are called `PROCESS.NUMBER`. */
const processOf = ({ client }: History[number]): string => client.split('.')[0] ?? ''

/** Throws for the first read that shows too little. `freshness`: in the unit of the history's times. */
export function judgeFreshness(history: History, freshness: number): FreshReport {
  const begun = new Map(
    history.flatMap(({ input, invoked }) =>
      input.do === 'read' ? [] : [[keyOf(input, input.title), invoked]],
    ),
  )
  const shown = history.flatMap((operation): Shown[] => {
    const { input, outcome, invoked, returned } = operation
    if (outcome === 'none') throw new Error(`event ${input.event} is not there`)
    if (typeof outcome !== 'object') return []
    const written = begun.get(keyOf(input, outcome.title))
    if (written === undefined) throw new Error(`event ${input.event}: nobody wrote "${outcome.title}"`)
    const { event } = input
    const isRead = input.do === 'read'
    return [
      { event, version: outcome.version, process: processOf(operation), invoked, returned, written, isRead },
    ]
  })
  const writes = shown.filter(({ isRead }) => !isRead)
  let stale = 0
  const reads = shown.filter(({ isRead }) => isRead)
  for (const read of reads) {
    const { event, process, invoked } = read
    const ofEvent = writes.filter((write) => write.event === event)
    const before = shown.filter((one) => one.process === process && one.returned < invoked)
    const since = Math.max(invoked - freshness, ...before.map(({ written }) => written))
    for (const { version, ...write } of ofEvent) {
      if (write.returned >= invoked || version <= read.version) continue
      if (write.process === process) throw tooOld(read, version, 'this process had written it')
      if (write.returned < invoked - freshness) throw tooOld(read, version, 'it was there for long enough')
      if (write.returned < since) throw tooOld(read, version, 'this process had shown what is newer')
    }
    for (const one of before)
      if (one.event === event && one.version > read.version)
        throw tooOld(read, one.version, 'this process had shown it')
    if (ofEvent.some(({ returned, version }) => returned < invoked && version > read.version)) stale++
  }
  return { reads: reads.length, stale }
}

const keyOf = ({ event }: RegisterInput, title: string): string => `${event} ${title}`

const tooOld = ({ event, process, version, invoked }: Shown, other: number, why: string): Error =>
  new Error(`event ${event}, process ${process}, at ${invoked}: version ${version}, not ${other}: ${why}`)
