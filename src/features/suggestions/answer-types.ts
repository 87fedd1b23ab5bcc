import type { Event, Suggestion } from '../../types/index.ts'

export interface Answers {
  /** Without `edit` and `secret`, and with `state`, for a repeat without the secret. */
  NewSuggestion: { id: number; edit?: string; secret?: string; state?: string }
  Suggestion: Suggestion
  /** What editors see. */
  EventMembers: Pick<Event, 'suggestion'>
}
