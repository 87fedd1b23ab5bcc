import type { AboutEndpoint } from '../../schema/described.ts'

/** Of a request for one event, and of a repeated create with the same `Idempotency-Key`. */
const READ_ERRORS = [
  'rest-event-not-found',
  'event-not-accessible',
  'event-no-longer-available',
  'event-password-protected',
] as const

export const EVENTS = {
  listEvents: {
    tag: 'Events',
    summary: 'Events by start, those of a window of time unless asked otherwise.',
    answer: 'EventList',
    success: 200,
    errors: ['rest_invalid_param', 'event-archive-page-not-found'],
  },
  countEvents: {
    tag: 'Events',
    summary:
      'How many events of each status lists with these filters have, of those that the caller may read.',
    answer: 'EventCounts',
    success: 200,
    errors: ['rest_invalid_param'],
  },
  createEvent: {
    tag: 'Events',
    summary: 'Creates an event, with new venues, organizers and terms if it names any.',
    answer: 'Event',
    success: 201,
    errors: [
      'rest_missing_callback_param',
      'rest_invalid_param',
      'rest_idempotency_key_reused',
      ...READ_ERRORS,
    ],
  },
  readEvent: {
    tag: 'Events',
    summary: 'One event.',
    answer: 'Event',
    success: 200,
    errors: ['rest_invalid_param', ...READ_ERRORS],
  },
  updateEvent: {
    tag: 'Events',
    summary: 'Changes the fields of an event that are sent, and keeps the others.',
    answer: 'Event',
    success: 200,
    errors: ['rest_invalid_param', 'rest-event-not-found', 'rest_precondition_failed'],
  },
  deleteEvent: {
    tag: 'Events',
    summary: 'Moves an event to the trash, or deletes it for good.',
    answer: 'Event',
    success: 200,
    errors: ['rest_invalid_param', 'rest-event-not-found', 'event-is-in-trash', 'rest_precondition_failed'],
  },
  readCalendar: {
    tag: 'Events',
    summary: 'Events as an iCalendar feed to subscribe to, from 90 days ago unless asked otherwise.',
    answer: 'text/calendar',
    success: 200,
    errors: ['rest_invalid_param'],
  },
  readNews: {
    tag: 'Events',
    summary: 'The 50 events and series that were published last, as RSS.',
    answer: 'application/rss+xml',
    success: 200,
    errors: ['rest_invalid_param'],
  },
  readEventCalendar: {
    tag: 'Events',
    summary: 'One event as iCalendar.',
    answer: 'text/calendar',
    success: 200,
    errors: READ_ERRORS,
  },
} as const satisfies Record<string, AboutEndpoint>
