import type { PlainRequest } from '../../types/index.ts'
import type { Caller } from '../access/policy.ts'
import type { Params } from '../mount/request.ts'
import type { Site } from '../mount/site.ts'
import type { Cancellation } from './deadline.ts'
import type { Slot } from './gate.ts'
import type { RequestLog } from './report.ts'
import type { Target } from './target.ts'

/** A request that comes to its turn. */
export interface Arrived<Host> {
  readonly request: PlainRequest
  readonly target: Target
  readonly host: Host | undefined
  /** The caller, when somebody vouches for it: `authenticate` is then not called. */
  readonly trusted?: Caller | undefined
}

/** A request in its turn. */
export interface Running {
  readonly request: PlainRequest
  readonly target: Target
  readonly cancellation: Cancellation
  readonly slot: Slot
  /** Of an entry of a batch. */
  readonly inside?: Inside | undefined
}

/** What an entry of a batch has from its batch. It waits for no slot: its batch has one. */
export interface Inside extends Pick<Running, 'cancellation' | 'slot'> {
  readonly site: Site
  readonly body: Params
  /** Kept when the entry is tried again: what the host's rate limit said of it. */
  readonly kept: { rate?: Promise<void> }
}

/** What the first step gets. Each returns what it got, and what it has found out. */
export interface Turn<Host> extends Running, Arrived<Host> {
  readonly log: RequestLog
}
