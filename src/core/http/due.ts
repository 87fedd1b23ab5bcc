import { isUnavailable } from '../../storage/failures.ts'
import type { Site } from '../mount/site.ts'
import { createScheduler } from '../operations/schedule.ts'
import type { Admitted } from './admit.ts'
import type { Reporter } from './report.ts'
import type { Turn } from './running.ts'

export interface Timed<Host> extends Admitted<Host> {
  readonly now: Date
  /** Whether the response depends on nothing but the URL. */
  readonly isPublic: boolean
  /** Whether what is due waits until the fields are read. */
  readonly isDue: boolean
}

/** Writes what is due as time passes. */
export function createDue<Host>(site: Site, clock: () => Date, reporter: Reporter<Host>) {
  const scheduler = createScheduler(clock)

  function writeDue(
    {
      request,
      cancellation,
      host,
    }: Pick<Turn<Host>, 'request' | 'host'> & {
      readonly cancellation: Pick<Turn<Host>['cancellation'], 'signal'>
    },
    now: Date,
  ): Promise<void> {
    const waitUntil = waitUntilOf(host)
    const storage = site.storage.within?.(cancellation.signal) ?? site.storage
    return scheduler.writeDue({ ...site, storage }, now, {
      later: waitUntil && ((work) => waitUntil(work(site))),
      signal: cancellation.signal,
      onRefusal: (error) => {
        reporter.error(error, request)
        return !isUnavailable(error)
      },
    })
  }

  /** For visitors, before the cache is asked: what is published changes the revision. Of a batch, before its entries. */
  async function due(turn: Admitted<Host>): Promise<Timed<Host>> {
    const now = clock()
    const isSingle = turn.inside === undefined
    const isPublic = isSingle && isForEveryone(turn)
    const isDue = isSingle && scheduler.isDue(now)
    if (isPublic && isDue) await writeDue(turn, now)
    return { ...turn, now, isPublic, isDue: isDue && !isPublic }
  }

  return { due, writeDue, isDue: scheduler.isDue }
}

/** Whether the response depends on nothing but the URL: a read by a visitor, without an event's password. */
function isForEveryone({ request, caller, target: { endpoint } }: Admitted<unknown>): boolean {
  if (caller !== null || endpoint.hasPage === true || endpoint.isFromPublic === true) return false
  return (request.method === 'GET' || request.method === 'HEAD') && !request.headers.has('x-event-password')
}

/** Adapters pass on `waitUntil` of their host. */
export function waitUntilOf(host: unknown): ((work: Promise<unknown>) => void) | undefined {
  if (typeof host !== 'object' || host === null || !('waitUntil' in host)) return undefined
  const { waitUntil } = host
  return typeof waitUntil === 'function' ? (work) => waitUntil.call(host, work) : undefined
}
