import type { CustomFields, Event, Image, Media, Organizer, Term, Venue } from '../types/index.ts'

/*
 * Records as the client returns them. They differ from the records of the interface in two unions that every reader
 * would have to narrow: `venue` of an event is a list, as `organizer` is, and `image` is an image or null, never false
 * or absent.
 */

export type ClientVenue<F extends CustomFields = CustomFields> = Omit<Venue<F>, 'image'> & {
  image: Image | null
}

export type ClientOrganizer<F extends CustomFields = CustomFields> = Omit<Organizer<F>, 'image'> & {
  image: Image | null
}

export interface ClientEvent<F extends CustomFields = CustomFields>
  extends Omit<Event<F>, 'image' | 'venue' | 'organizer'> {
  image: Image | null
  /** The venues that the caller may read; `[]` for none. */
  venue: ClientVenue<F>[]
  organizer: ClientOrganizer<F>[]
}

/** Any record that the client returns. Terms are the same as in the interface. */
export type ClientRecord = ClientEvent | ClientVenue | ClientOrganizer | Term | Media

export const clientVenue = (venue: Venue): ClientVenue => ({ ...venue, image: venue.image ?? null })

export const clientOrganizer = (organizer: Organizer): ClientOrganizer => ({
  ...organizer,
  image: organizer.image ?? null,
})

export const clientEvent = (event: Event): ClientEvent => ({
  ...event,
  image: event.image || null,
  venue: [event.venue].flat().map(clientVenue),
  organizer: event.organizer.map(clientOrganizer),
})
