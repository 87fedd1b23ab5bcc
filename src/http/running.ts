import type { PlainRequest } from '../types.ts'
import type { Cancellation } from './deadline.ts'
import type { Slot } from './gate.ts'
import type { Target } from './target.ts'

/** A request in its turn. */
export interface Running {
  readonly request: PlainRequest
  readonly target: Target
  readonly cancellation: Cancellation
  readonly slot: Slot
}
