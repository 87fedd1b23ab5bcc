import type { Slices } from '../../../formats/give-way.ts'
import type { HostRule } from '../../domain/public-host.ts'
import type { SourceRecord } from '../../domain/records/sources.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { FeedContent } from './read-feed.ts'
import type { Report } from './report.ts'

/* What one reading is asked to do, what it has read, and when it ends. */

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

export interface Feed extends PullJob {
  readonly content: FeedContent
  readonly rule: HostRule
  readonly report: Report
  readonly slices: Slices
}

/** The call has no time left. */
export class OutOfTime extends Error {}
