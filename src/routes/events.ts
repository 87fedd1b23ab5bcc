import { has } from '../access/policy.ts'
import { listEvents } from '../operations/list-events.ts'
import { readEvent } from '../operations/read-event.ts'
import { eventWriter } from '../present/event-json.ts'
import { pageJson, readJson, writtenJson } from '../present/json.ts'
import { feedRoutes } from './feeds.ts'
import { type Endpoint, everybody, inFormat, type Route, withFields } from './route.ts'

const writes = () => import('../operations/writes.ts')

const list: Endpoint = {
  methods: ['GET'],
  allows: everybody,
  schema: (schemas) => schemas.eventList(),
  run: withFields(inFormat(listEvents, pageJson('event', eventWriter)), 'events'),
  about: {
    operation: 'listEvents',
    summary: 'Events by start, those of a window of time unless asked otherwise.',
    answer: 'EventList',
    success: 200,
    errors: ['rest_invalid_param', 'event-archive-page-not-found'],
  },
}

/** A repeated create with the same `Idempotency-Key` can get these, too. */
const READ_ERRORS = [
  'rest-event-not-found',
  'event-not-accessible',
  'event-no-longer-available',
  'event-password-protected',
] as const

const create: Endpoint = {
  methods: ['POST'],
  headers: ['Idempotency-Key'],
  allows: (caller) => has(caller, 'write'),
  schema: (schemas) => schemas.event(),
  bodyOnly: ['password'],
  required: ['title', 'start_date', 'end_date'],
  run: inFormat(async (context) => (await writes()).createEvent(context), writtenJson(eventWriter)),
  about: {
    operation: 'createEvent',
    summary: 'Creates an event, with new venues, organizers and terms if it names any.',
    answer: 'Event',
    success: 201,
    errors: [
      'rest_missing_callback_param',
      'rest_invalid_param',
      'rest_idempotency_key_reused',
      'rest_forbidden',
      ...READ_ERRORS,
    ],
  },
}

const read: Endpoint = {
  methods: ['GET'],
  headers: ['X-Event-Password'],
  allows: everybody,
  schema: (schemas) => schemas.eventRead(),
  run: withFields(inFormat(readEvent, readJson(eventWriter))),
  about: {
    operation: 'readEvent',
    summary: 'One event.',
    answer: 'Event',
    success: 200,
    errors: ['rest_invalid_param', ...READ_ERRORS],
  },
}

const remove: Endpoint = {
  methods: ['DELETE'],
  headers: ['If-Match', 'If-None-Match'],
  allows: (caller) => has(caller, 'write'),
  schema: (schemas) => schemas.eventRemove(),
  run: inFormat(async (context) => (await writes()).deleteEvent(context), writtenJson(eventWriter)),
  about: {
    operation: 'deleteEvent',
    summary: 'Moves an event to the trash, or deletes it for good.',
    answer: 'Event',
    success: 200,
    errors: [
      'rest_invalid_param',
      'rest_forbidden',
      'rest-event-not-found',
      'event-is-in-trash',
      'rest_precondition_failed',
    ],
  },
}

const update: Endpoint = {
  methods: ['POST', 'PUT', 'PATCH'],
  headers: ['If-Match', 'If-None-Match'],
  allows: (caller) => has(caller, 'write'),
  schema: (schemas) => schemas.event(),
  query: (schemas) => schemas.eventScope(),
  // In a URL, `password` is the event's current password. Callers who may change the event do not need it.
  bodyOnly: ['password'],
  run: inFormat(async (context) => (await writes()).updateEvent(context), writtenJson(eventWriter)),
  about: {
    operation: 'updateEvent',
    summary: 'Changes the fields of an event that are sent, and keeps the others.',
    answer: 'Event',
    success: 200,
    errors: ['rest_invalid_param', 'rest_forbidden', 'rest-event-not-found', 'rest_precondition_failed'],
  },
}

export const eventRoutes: readonly Route[] = [
  { path: '/events', tag: 'Events', endpoints: [list, create] },
  { path: '/events/:id', tag: 'Events', endpoints: [read, remove, update] },
  // Before the route by slug, which takes any name.
  ...feedRoutes,
  { path: '/events/by-slug/:slug', tag: 'Events', endpoints: [read, remove, update] },
]
