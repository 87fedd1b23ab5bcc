import type { PlainEventField } from './event.ts'
import type { EventOutside } from './outside.ts'

/** In the order of the columns of CSV files. */
export const EVENT_OUTSIDE = {
  hide_from_listings: {
    about: 'Whether no list shows the event.',
    csv: [
      'Hide Event From Event Listings',
      'Hide From Event Listings',
      'Event Hide From Event Listings',
      'Hide From Listings',
    ],
    old: 'hide_from_listings',
    copied: true,
    said: false,
    label: 'Hide from lists',
  },
  sticky: {
    about: 'Whether it is to stay on top of a view.',
    csv: ['Event Sticky in Month View', 'Sticky in Month View', 'Sticky'],
    old: 'sticky',
    copied: true,
    said: false,
    label: null,
  },
  featured: {
    about: 'Whether it is featured.',
    csv: ['Feature Event', 'Featured', 'Featured Event'],
    old: 'featured',
    copied: true,
    said: false,
    label: null,
  },
  ticketed: {
    about: 'Whether there are tickets for it.',
    csv: ['Ticketed'],
    old: 'ticketed',
    copied: true,
    said: false,
    label: 'Tickets',
  },
  show_map: {
    about: 'Whether to show a map.',
    csv: ['Event Show Map', 'Show Map'],
    old: 'show_map',
    copied: true,
    said: false,
    label: null,
  },
  show_map_link: {
    about: 'Whether to link to a map.',
    csv: ['Event Show Map Link', 'Show Map Link'],
    old: 'show_map_link',
    copied: true,
    said: false,
    label: null,
  },
  event_status: {
    about:
      'Whether it takes place: scheduled, canceled, postponed, moved_online or rescheduled. Dates alone change no status.',
    // `Event Status` is that of the publication; `read-csv.ts` takes these words in it, too.
    csv: ['Event Schedule Status', 'Schedule Status'],
    old: null,
    copied: false,
    said: true,
    label: null,
  },
  event_status_reason: {
    about: 'Why it is not as scheduled; goes with the status.',
    csv: ['Event Status Reason', 'Status Reason'],
    old: null,
    copied: false,
    said: true,
    label: null,
  },
  is_virtual: {
    about: 'Whether one can take part online.',
    csv: ['Virtual Event', 'Online'],
    old: 'is_virtual',
    copied: true,
    said: true,
    label: null,
  },
  virtual_url: {
    about: 'Where to take part online: absolute http(s) URL.',
    csv: ['Virtual URL', 'Online URL'],
    old: 'virtual_url',
    copied: true,
    said: true,
    label: null,
  },
  virtual_event_type: {
    about: 'virtual: online alone; hybrid: at its venue, too.',
    csv: ['Virtual Event Type'],
    old: 'virtual_event_type',
    copied: true,
    said: true,
    label: null,
  },
} as const satisfies Readonly<Record<PlainEventField, EventOutside>>
