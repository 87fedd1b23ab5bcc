/*
 * Who suggested an event, as editors see it.
 */

/** Who suggests an event. Only editors and administrators see it. */
export interface SuggestionContact {
  name: string
  email: string
  message: string
}

/** What of a suggestion on an event editors and administrators see, on the single event only. */
export interface EventSuggestion {
  state: 'pending' | 'published' | 'declined'
  /** When it came, UTC. */
  date_utc: string
  contact: SuggestionContact
  /** Why it is declined: the last `event_status_reason` of a write; '' for none. */
  reason: string
}
