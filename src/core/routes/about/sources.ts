import type { AboutEndpoint } from '../../schema/described.ts'

export const SOURCES = {
  listSources: {
    tag: 'Sources',
    summary: 'Calendars from elsewhere that are read again and again.',
    answer: 'SourceList',
    success: 200,
    errors: ['rest_invalid_param'],
  },
  createSource: {
    tag: 'Sources',
    summary: 'Adds a calendar, which is read when it is next due.',
    answer: 'Source',
    success: 201,
    errors: ['rest_missing_callback_param', 'rest_invalid_param', 'rest_source_exists'],
  },
  readSource: {
    tag: 'Sources',
    summary: 'One calendar: what is set, when it was read, and what is wrong.',
    answer: 'Source',
    success: 200,
    errors: ['rest-source-not-found'],
  },
  updateSource: {
    tag: 'Sources',
    summary: 'Changes what is set. Its events follow with the next reading.',
    answer: 'Source',
    success: 200,
    errors: ['rest_invalid_param', 'rest-source-not-found', 'rest_source_exists', 'rest_precondition_failed'],
  },
  deleteSource: {
    tag: 'Sources',
    summary: 'Takes the calendar out. Its events stay as events of this calendar, or go to the trash.',
    answer: 'Source',
    success: 200,
    errors: ['rest_invalid_param', 'rest-source-not-found', 'rest_precondition_failed'],
  },
  pullSource: {
    tag: 'Sources',
    summary:
      'Reads the calendar now, or says what a reading would do. 202: the time was too short, and it goes on later.',
    answer: 'PullReport',
    success: 200,
    errors: ['rest_invalid_param', 'rest-source-not-found'],
  },
  followSource: {
    tag: 'Events',
    summary: 'Gives an event back to its source: fields that were changed here follow it again.',
    answer: 'Event',
    success: 200,
    errors: ['rest-event-not-found', 'rest_no_source', 'rest_precondition_failed'],
  },
} as const satisfies Record<string, AboutEndpoint>
