import type { ApiError } from '../../../errors.ts'
import type { PlainRequest, PlainResponse } from '../../../types/index.ts'
import type { Site } from '../../mount/site.ts'
import type { Reporter, RequestLog } from '../report.ts'
import type { RefusalFacts } from '../respond.ts'
import type { Arrived, Inside, Running } from '../running.ts'
import type { Found } from '../target.ts'

/** What a batch needs of those who answer single requests. */
export interface Desk<Host> {
  readonly site: Site
  readonly apiPath: string
  /** The request that brought the batch. */
  readonly running: Running
  readonly host: Host | undefined
  readonly log: RequestLog
  readonly reporter: Reporter<Host>
  readonly findTarget: (url: URL, request: PlainRequest, log: Pick<RequestLog, 'allow'>) => Promise<Found>
  readonly takeTurn: (arrived: Arrived<Host>, log: RequestLog, inside: Inside) => Promise<PlainResponse>
  readonly refuse: (request: PlainRequest, error: ApiError, facts: RefusalFacts) => PlainResponse
  readonly refusalOf: (error: unknown, request: PlainRequest) => ApiError
}
