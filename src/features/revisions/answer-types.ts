import type { Event, Organizer, Revision, Venue } from '../../types/index.ts'

export interface Answers {
  EventRevision: Revision & { event: Event | null }
  VenueRevision: Revision & { venue: Venue | null }
  OrganizerRevision: Revision & { organizer: Organizer | null }
}
