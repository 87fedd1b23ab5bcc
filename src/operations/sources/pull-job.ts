import type { SourceRecord } from '../../domain/records/sources.ts'
import type { RequestContext } from '../../mount/request.ts'

/* What one reading is asked to do, and when it ends. */

export interface PullJob {
  /** As the user who made the source. */
  readonly context: RequestContext
  readonly source: SourceRecord
  readonly now: () => Date
  readonly isDry?: boolean
  /** More than half may be gone. */
  readonly isConfirmed?: boolean
  readonly signal?: AbortSignal | undefined
  /** Whether the time of the call is over. */
  readonly isOver?: () => boolean
  /** Called between two parts: keeps the lease. */
  readonly beforePart?: () => Promise<void>
}

/** The call has no time left. */
export class OutOfTime extends Error {}
